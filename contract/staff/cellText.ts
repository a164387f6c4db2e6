import type { CellValue } from './gradebook.ts'

/* A score as people write it: in a cell on screen, on the clipboard, in a file. */

/** As it is copied, and as it can be typed again. */
export const textOf = (value: CellValue): string => (value === 'excused' ? 'EX' : value === null ? '' : String(value))

/** A score with a point or a comma, in any digits, or EX; empty is null; undefined if it is none of them. */
export function readCell(text: string): CellValue | undefined {
  const plain = text
    .trim()
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/^(\d*),(\d{1,2})$/, '$1.$2')
  if (plain === '') return null
  if (/^(x|ex|excused)$/i.test(plain)) return 'excused'
  if (!/^(\d{1,6}(\.\d{0,2})?|\.\d{1,2})$/.test(plain)) return undefined
  return Number(plain)
}
