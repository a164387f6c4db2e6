import { readCell, textOf } from '../../../contract/staff/cellText.ts'
import type { Cell, CellValue, GradeColumn, Grades } from '../../../contract/staff/gradebook.ts'

export type GradeRow = Grades['rows'][number]

export const nameOf = ({ first, last }: Pick<GradeRow, 'first' | 'last'>): string => `${first} ${last}`.trim()

/** The name and the total are the first columns, which nobody edits. */
export const FIRST = 2

export interface Place {
  row: number
  column: number
}

/** The value of a cell, released or not; null for a closed one. */
export const scoreIn = (cell: Cell | undefined): CellValue =>
  cell === undefined || cell === 'closed' ? null : typeof cell === 'object' && cell !== null ? cell.hidden : cell

export const isHidden = (cell: Cell | undefined): boolean => typeof cell === 'object' && cell !== null

export function cellsOf(low: Place, high: Place): Place[] {
  const cells: Place[] = []
  for (let row = low.row; row <= high.row; row += 1)
    for (let column = low.column; column <= high.column; column += 1) cells.push({ row, column })
  return cells
}

/** The cells of a range in the clipboard's form of spreadsheets. */
export const rangeText = (low: Place, high: Place, valueAt: (at: Place) => CellValue): string =>
  [...Map.groupBy(cellsOf(low, high), ({ row }) => row).values()]
    .map((line) => line.map((at) => textOf(valueAt(at))).join('\t'))
    .join('\n')

/** A range in the clipboard's form of spreadsheets. */
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
  /** The value when the typing began. Absent: the present value. */
  was?: CellValue
}

/**
 * The cells that a pasted range changes: an empty cell changes nothing, and a single value fills the selection. Returns
 * instead an invalid score, or that the range is larger than the rest of the table: then nothing is written.
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
