import { readCell } from '../../../contract/staff/cellText.ts'
import type { Cell, CellValue, GradeColumn, Grades } from '../../../contract/staff/gradebook.ts'

export type GradeRow = Grades['rows'][number]

export const nameOf = ({ first, last }: Pick<GradeRow, 'first' | 'last'>): string => `${first} ${last}`.trim()

/** The name and the total come before what can be written. */
export const FIRST = 2

export interface Place {
  row: number
  column: number
}

/** Whether a student sees it or not; nothing of a closed one. */
export const scoreIn = (cell: Cell | undefined): CellValue =>
  cell === undefined || cell === 'closed' ? null : typeof cell === 'object' && cell !== null ? cell.hidden : cell

export const isHidden = (cell: Cell | undefined): boolean => typeof cell === 'object' && cell !== null

/** A range as a spreadsheet puts it on the clipboard. */
export function readRange(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]
    if (isQuoted && char === '"' && text[i + 1] === '"') {
      cell += '"'
      i += 1
    } else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && char === '\t') endCell()
    else if (!isQuoted && (char === '\n' || char === '\r')) {
      if (char === '\r' && text[i + 1] === '\n') i += 1
      endCell()
      rows.push([])
    } else cell += char
  }
  if (cell !== '' || rows.at(-1)?.length) endCell()
  return rows.filter(({ length }) => length > 0)
}

export interface Typed extends Place {
  score: CellValue
  /** The value when the typing began. Absent: the value now. */
  was?: CellValue
}

/**
 * What a pasted range puts where: an empty cell leaves what is there as it is, and one value fills the selection. A cell
 * that is no score, and a range that is larger than what is left of the table, is named instead: then nothing is to be written.
 */
export function pasted(
  text: string,
  { from, to, rows, columns }: { from: Place; to: Place; rows: number; columns: Pick<GradeColumn, 'gradable_score'>[] },
): { cells: Typed[] } | { wrong: string } | { left: { rows: number; columns: number } } {
  const range = readRange(text)
  const [first = ''] = range[0] ?? []
  const isOne = range.length === 1 && range[0]?.length === 1
  const lines = isOne
    ? Array.from({ length: to.row - from.row + 1 }, () =>
        Array.from({ length: to.column - from.column + 1 }, () => first),
      )
    : range
  const cells: Typed[] = []
  for (const [i, line] of lines.entries())
    for (const [j, one] of line.entries()) {
      if (one.trim() === '') continue
      const at = { row: from.row + i, column: from.column + j }
      const column = columns[at.column - FIRST]
      if (at.row >= rows || !column)
        return { left: { rows: rows - from.row, columns: columns.length + FIRST - from.column } }
      const score = readCell(one, column.gradable_score)
      if (score === undefined) return { wrong: one }
      cells.push({ ...at, score })
    }
  return { cells }
}
