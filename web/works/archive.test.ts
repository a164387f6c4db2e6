import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { entriesOf, entryOf } from './archive.ts'

const zip = zipSync({
  'src/main.py': strToU8('print(1)'),
  '../../etc/passwd': strToU8('root'),
  'empty/': new Uint8Array(),
  'รายงาน.txt': strToU8('สวัสดี'),
})

test('an archive is listed without its folders, and no name leads out of it', () => {
  const { entries, more } = entriesOf(zip)
  expect(entries.map(({ path, bytes }) => [path.join('/'), bytes])).toEqual([
    ['src/main.py', 8],
    ['etc/passwd', 4],
    ['รายงาน.txt', 18],
  ])
  expect(more).toBe(0)
})

test('a file of an archive opens by its place', () => {
  for (const { n, bytes } of entriesOf(zip).entries) expect(entryOf(zip, n)).toHaveLength(bytes)
})

test('a file gets the room that it says it needs and no more, and one that says too much is refused', () => {
  const bomb = zipSync({ 'bomb.txt': new Uint8Array(30_000_000) })
  expect(bomb.length).toBeLessThan(100_000)
  expect(() => entryOf(bomb, 0)).toThrow(RangeError)
  const lying = zipSync({ 'bomb.txt': new Uint8Array(5_000_000) })
  // Understates the size in the central directory.
  const at = lying.length - 22 - 46 - 'bomb.txt'.length
  new DataView(lying.buffer).setUint32(at + 24, 10, true)
  let found = 0
  try {
    found = entryOf(lying, 0).length
  } catch {}
  expect(found).toBeLessThanOrEqual(10)
})

test('what is no archive is refused, and a file that is not there', () => {
  expect(() => entriesOf(strToU8('hello'))).toThrow()
  expect(() => entryOf(zip, 99)).toThrow(TypeError)
})
