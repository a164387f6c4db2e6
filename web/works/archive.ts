import { unzipSync } from 'fflate'

/** More files than a person looks through. */
const MOST_ENTRIES = 5_000
/** In bytes, the largest file that opens; its declared size decides how much memory it gets. */
const MOST_BYTES = 20_000_000

export interface Entry {
  /** The place in the archive, because names may repeat. */
  n: number
  path: string[]
  bytes: number
}

/** The entries of a zip, without inflating any. Names are only shown: they lead nowhere. */
export function entriesOf(bytes: Uint8Array): { entries: Entry[]; more: number } {
  const entries: Entry[] = []
  let n = -1
  let more = 0
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      n++
      const path = name.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..')
      if (path.length === 0 || /[/\\]$/.test(name) || path[0] === '__MACOSX') return false
      if (entries.length < MOST_ENTRIES)
        entries.push({ n, path: path.slice(-20).map((part) => part.slice(0, 200)), bytes: originalSize })
      else more++
      return false
    },
  })
  return { entries, more }
}

/** The bytes of one entry. Throws when it is missing or too large. */
export function entryOf(bytes: Uint8Array, wanted: number): Uint8Array {
  let n = -1
  let tooLarge = false
  const found = Object.values(
    unzipSync(bytes, {
      filter({ originalSize }) {
        n++
        if (n !== wanted) return false
        tooLarge = originalSize > MOST_BYTES
        return !tooLarge
      },
    }),
  )[0]
  if (tooLarge) throw new RangeError('The file is too large.')
  if (!found) throw new TypeError('The file is not there.')
  return found
}
