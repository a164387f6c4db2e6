import type { CellValue } from './gradebook.ts'

/* A score as people write it: in a cell on screen, on the clipboard, in a file. */

/** The text for copying, which can be typed again. */
export const textOf = (value: CellValue): string => (value === 'excused' ? 'EX' : value === null ? '' : String(value))

/**
 * Reads a score with a point or a comma, in any digits, or EX; empty is null; undefined for anything else. With the
 * maximum of its column it also reads a percentage.
 */
export function readCell(text: string, most = 0): CellValue | undefined {
  const plain = text
    .trim()
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/^(\d*),(\d{1,2})$/, '$1.$2')
  if (plain === '') return null
  if (/^(x|ex|excused)$/i.test(plain)) return 'excused'
  if (plain.endsWith('%') && most > 0) {
    const percent = readCell(plain.slice(0, -1))
    return typeof percent === 'number' ? Math.round((hundreds(percent) * hundreds(most)) / 10_000) / 100 : undefined
  }
  if (!/^(\d{1,6}(\.\d{0,2})?|\.\d{1,2})$/.test(plain)) return undefined
  return Number(plain)
}

const hundreds = (points: number) => Math.round(points * 100)
