import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { folderStorage, NotStored } from './storage.ts'
import { prepareStorage } from './store.ts'

const dir = await mkdtemp(join(tmpdir(), 'raintree-storage-'))
afterAll(() => rm(dir, { recursive: true }))
const storage = folderStorage(dir)

test('bytes and streams come back as they were put', async () => {
  await storage.put('abc-1', Buffer.from('ฝนตก'))
  await storage.put('abc-2', Readable.from([Buffer.from('rain'), Buffer.from('tree')]))
  expect(await text(await storage.open('abc-1'))).toBe('ฝนตก')
  expect(await text(await storage.open('abc-2'))).toBe('raintree')
})

test('other accounts of the machine have no way to the bytes', async () => {
  const folder = join(dir, 'of-its-own')
  await folderStorage(folder).put('cd-private', Buffer.from('grades'))
  const modes = [folder, join(folder, 'cd'), join(folder, 'cd/cd-private')].map(async (path) => (await stat(path)).mode)
  expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o600])
})

test('a folder that an earlier version left open is closed at the start', async () => {
  const DATA_DIR = join(dir, 'earlier')
  await mkdir(join(DATA_DIR, 'files'), { recursive: true, mode: 0o755 })
  await prepareStorage(readConfig({ DATA_DIR }))
  expect((await stat(join(DATA_DIR, 'files'))).mode & 0o777).toBe(0o700)
})

test('a range has its first and its last byte', async () => {
  await storage.put('range', Buffer.from('0123456789'))
  expect(await text(await storage.open('range', { start: 2, end: 4 }))).toBe('234')
  expect(await text(await storage.open('range', { start: 9, end: 9 }))).toBe('9')
})

test('an empty file is a file', async () => {
  await storage.put('empty', Buffer.alloc(0))
  expect(await buffer(await storage.open('empty'))).toHaveLength(0)
})

test('a stream that fails leaves nothing', async () => {
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the line broke')
    })(),
  )
  await expect(storage.put('steady', failing)).rejects.toThrow('the line broke')
  expect(await readdir(join(dir, 'st'))).toEqual([])
})

test('what is not there is NotStored, and may be removed', async () => {
  await storage.put('gone', Buffer.from('x'))
  await storage.remove('gone')
  await storage.remove('gone')
  await expect(storage.open('gone')).rejects.toThrow(NotStored)
})

test.each(['', 'ab', '../etc', 'ab/cd', 'ab\\cd', '..a', 'ab\0c', 'a'.repeat(201)])('%j is no key', async (key) => {
  await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
  await expect(storage.open(key)).rejects.toThrow(TypeError)
  await expect(storage.remove(key)).rejects.toThrow(TypeError)
})
