import { expect, test } from 'vitest'
import { playlistIdIn } from './playlistId.ts'

test.each([
  ['https://www.youtube.com/playlist?list=PLUl4u3cNGP61&si=x', 'PLUl4u3cNGP61'],
  ['https://youtu.be/abc?list=PL_1-2', 'PL_1-2'],
  [' PL123 ', 'PL123'],
  ['https://www.youtube.com/watch?v=abc', undefined],
  ['', undefined],
])('the playlist in %s is %s', (typed, id) => expect(playlistIdIn(typed)).toBe(id))
