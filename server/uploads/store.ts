import { access, chmod, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { s3Storage } from './s3.ts'
import { folderStorage, type Storage } from './storage.ts'

/** Where this server keeps its files. */
export function storageOf(config: Config): Storage {
  const storage = config.s3 ? s3Storage(config.s3) : folderStorage(folderOf(config))
  return config.removeFiles ? storage : { ...storage, remove: async () => {} }
}

const folderOf = ({ dataDir }: Config) => join(dataDir, 'files')

/**
 * Makes sure at the start that files can be stored, and that no other account of this machine reads them. Throws the
 * error of the folder.
 */
export async function prepareStorage(config: Config): Promise<Storage> {
  if (!config.s3) {
    const folder = folderOf(config)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    // An earlier version made the folder open to others.
    await chmod(folder, 0o700)
  }
  return storageOf(config)
}
