import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** The first and the last byte, both included, as in a Range header. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The store of uploads' bytes. The server makes the keys: 3 to 200 letters, digits, dots, dashes and underscores,
 * beginning with two that spread evenly (not with a time). Any other key throws a TypeError.
 */
export interface Storage {
  /**
   * Stores the bytes under a key that nobody reads before this is done. Throws on failure, and removes what it wrote.
   */
  put(key: string, bytes: Buffer | Readable): Promise<void>
  /** The bytes, or a range of them that lies within the file. Throws NotStored. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Succeeds also when there is nothing. */
  remove(key: string): Promise<void>
  /** Throws when there is no more space, as far as that shows without a write. */
  tryRoom(): Promise<void>
}

/** There are no bytes under the key. */
export class NotStored extends Error {}

/** Throws a TypeError for an invalid key. */
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
      try {
        await keep(path, bytes)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async open(key, range) {
      const file = await orNotStored(open(pathOf(key), 'r'))
      return file.createReadStream(range)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async tryRoom() {
      const path = join(dir, `room-${process.pid}`)
      await mkdir(dir, { recursive: true, mode: 0o700 })
      try {
        // Without a sync: writing takes the room, and the file is gone before it reaches the disk.
        await writeFile(path, ROOM, { mode: 0o600 })
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

/** The bytes of the check; not zeros, because some file systems store nothing for them. */
const ROOM = randomBytes(1_000_000)

/*
 * Each call that may wait for the disk runs on another thread, and the switch costs as much as most of these calls do:
 * so there are few calls, on bare descriptors.
 */
const openFile = promisify(fs.open)
const append = promisify<number, Buffer>(fs.writeFile)
const sync = promisify(fs.fsync)

/** Writes a file to the disk. */
async function keep(path: string, bytes: Buffer | Readable): Promise<void> {
  const file = await create(path)
  try {
    for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) await append(file, chunk)
    await sync(file)
  } finally {
    fs.closeSync(file)
  }
}

/** Makes a file, and its folder when it is the first in it. */
async function create(path: string): Promise<number> {
  const make = () => openFile(path, 'w', 0o600)
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

/**
 * Until then a power cut may lose the new names in the folder. The folder was just written, so opening it waits for
 * nothing.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = fs.openSync(path, 'r')
  try {
    await sync(folder)
  } finally {
    fs.closeSync(folder)
  }
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
