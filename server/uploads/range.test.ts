import { expect, test } from 'vitest'
import { readRange } from './range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=9-99', { start: 9, end: 9 }],
  ['Bytes=0-1', { start: 0, end: 1 }],
  ['bytes=10-', 'none'],
  ['bytes=10-12', 'none'],
  ['bytes=-0', 'none'],
  // An unknown unit or several ranges get the whole file.
  [undefined, undefined],
  ['', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=4-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=a-b', undefined],
  ['lines=0-1', undefined],
])('%j of ten bytes is %j', (header, range) => {
  expect(readRange(header, 10)).toEqual(range)
})

test('no range lies in an empty file', () => {
  expect(readRange('bytes=0-', 0)).toBe('none')
  expect(readRange('bytes=-1', 0)).toBe('none')
})
