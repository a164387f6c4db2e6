import { expect, test } from 'vitest'
import { unsignedIn, withBare, withSigned } from './addresses.ts'

const id = '/api/files/0192f0c1-2222-7333-8444-555566667777'
const signed = `${id}/map.png?e=1760000000&s=a-b_c`

test('a signed address becomes the bare one, and opens again in a preview', () => {
  const text = `Look:\n\n![map](${signed}#640x480) and ![other](https://example.org/a.png?e=1)`
  const bare = withBare(text)
  expect(bare).toBe(`Look:\n\n![map](${id}#640x480) and ![other](https://example.org/a.png?e=1)`)
  expect(withSigned(bare)).toBe(text)
  expect(withBare(bare)).toBe(bare)
  expect(withBare(text.replace('map.png', 'map%20(1).png'))).toBe(bare)
  expect(withBare(`(${id}/map)?x=1`)).toBe(`(${id}/map)?x=1`)
  const unknown = id.replace('0192', '0193')
  expect(unsignedIn(`${bare} ![new](${unknown}#1x1) and again ![new](${unknown})`)).toEqual([unknown.slice(-36)])
})
