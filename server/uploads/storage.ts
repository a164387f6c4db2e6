import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** The first and the last byte, both included, as in a Range header. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of uploads are. A key is made by the server: 3 to 200 letters, digits, dots, dashes and underscores,
 * beginning with two that spread evenly (not with a time). Any other key throws a TypeError.
 */
export interface Storage {
  /** Keeps the bytes under `key`, in place of what was there. On failure what was there stays, and it throws. */
  put(key: string, bytes: Buffer | Readable): Promise<void>
  /** The bytes, or a range of them that lies within the file. Throws NotStored. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** In bytes. Throws NotStored. */
  size(key: string): Promise<number>
  /** Also when there is nothing. */
  remove(key: string): Promise<void>
}

/** There are no bytes under the key. */
export class NotStored extends Error {}

/** Throws a TypeError for what is no key. */
export function checkKey(key: string): void {
  if (!/^[a-z0-9]{2}[\w.-]{1,198}$/i.test(key)) throw new TypeError('This is not a key of the storage.')
}

/** Files in a folder of this machine, closed to its other accounts: `ab/abcd…`. */
export function folderStorage(dir: string): Storage {
  const pathOf = (key: string) => {
    checkKey(key)
    return join(dir, key.slice(0, 2), key)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const folder = dirname(path)
      // A reader sees the old file or the whole new one, even if the machine stops half-way.
      const unfinished = join(folder, `.${randomUUID()}`)
      try {
        await using file = await create(unfinished)
        await file.writeFile(bytes)
        await file.sync()
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    async open(key, range) {
      const file = await orNotStored(open(pathOf(key), 'r'))
      return file.createReadStream(range)
    },
    async size(key) {
      return (await orNotStored(stat(pathOf(key)))).size
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Makes a file, and its folder when it is the first in it. */
async function create(path: string): Promise<FileHandle> {
  const make = () => open(path, 'wx', 0o600)
  try {
    return await make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const folder = dirname(path)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await syncFolder(dirname(folder))
    return make()
  }
}

/** Until then a power cut may take the names that are new in it. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

async function orNotStored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new NotStored('There is no such file.', { cause: error })
    throw error
  }
}
