import type { ByteRange } from './storage.ts'

/**
 * The one range that a Range header asks of a file of `size` bytes; `undefined` for the whole file, which is also the
 * right answer to several ranges and to a malformed header (RFC 9110, 14.2); `none` when the range lies outside the
 * file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const last = Math.min(Number(to), size)
    return last === 0 ? 'none' : { start: size - last, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'none' : { start, end }
}
