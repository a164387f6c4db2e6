import { join } from 'node:path'
import type { Config } from '../config.ts'
import { s3Storage } from './s3.ts'
import { folderStorage, type Storage } from './storage.ts'

/** Where this server keeps its files. */
export const storageOf = ({ s3, dataDir }: Config): Storage =>
  s3 ? s3Storage(s3) : folderStorage(join(dataDir, 'files'))
