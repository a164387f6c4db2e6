import type { Encoding } from './table.ts'

/** The text of a file's bytes, and its encoding: the given one, or the likely one. */
export function decoded(bytes: Uint8Array, given?: Encoding): { text: string; encoding: Encoding } {
  const encoding = given ?? guessed(bytes)
  return { encoding, text: new TextDecoder(encoding).decode(bytes) }
}

function guessed(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const wide = wideOf(bytes)
  if (wide) return wide
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return isThai(bytes) ? 'windows-874' : 'windows-1252'
  }
}

/** How many bytes the guess looks at. */
const LOOK = 4_000

/** In UTF-16 each line break, separator or Latin letter has one zero byte, always on the same side. */
function wideOf(bytes: Uint8Array): Encoding | undefined {
  const seen = Math.min(bytes.length, LOOK)
  const noughts = [0, 0]
  for (let i = 0; i < seen; i++) if (bytes[i] === 0) noughts[i % 2] = (noughts[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = noughts
  if (odd > seen / 20 && even < odd / 10) return 'utf-16le'
  if (even > seen / 20 && odd < even / 10) return 'utf-16be'
  return undefined
}

/** In TIS-620 almost every letter of a Thai word is beyond ASCII; in a Western text such letters stand alone. */
function isThai(bytes: Uint8Array): boolean {
  let runs = 0
  let letters = 0
  let before = false
  for (const byte of bytes.subarray(0, LOOK * 10)) {
    const is = byte >= 0xa1 && byte <= 0xfb
    if (is) letters++
    if (is && !before) runs++
    before = is
  }
  return letters > runs * 1.5
}
