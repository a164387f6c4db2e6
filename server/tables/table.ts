import type { encodings, separators } from '../../contract/staff/encodings.ts'
import { cellMost, columnsMost, rowsMost, TableError, textMost } from './bounds.ts'

export type Encoding = (typeof encodings)[number]
export type Separator = (typeof separators)[number]

/** How to read a file, where a person corrects the guess. */
export interface ReadAs {
  encoding?: Encoding
  separator?: Separator
  /** The place of the sheet of a workbook; the first is 0. */
  sheet?: number
}

export interface TableRow {
  /** The row in the file as a spreadsheet numbers it, from 1 on. */
  line: number
  /** Texts as somebody would type them: nothing is ever computed. */
  cells: string[]
  /** By column, the text of a cell without a value: a formula without a stored result, or an error. */
  without?: Record<number, string>
}

export type Table = { rows: TableRow[] } & (
  | { kind: 'csv'; encoding: Encoding; separator: Separator }
  | { kind: 'xlsx'; sheets: string[]; sheet: number }
)

/**
 * Gathers rows as they are read, and stops at the first that exceeds the bounds. Rows without any text are left out.
 */
export function rowGatherer() {
  const rows: TableRow[] = []
  let text = 0
  return {
    rows,
    add(line: number, given: string[], without?: Record<number, string>) {
      const cells = given.map((cell) => cell.trim())
      while (cells.at(-1) === '') cells.pop()
      if (cells.length === 0) return
      if (cells.length > columnsMost) throw new TableError('too_many_columns')
      if (cells.some((cell) => cell.length > cellMost)) throw new TableError('cell_too_long')
      if (rows.length >= rowsMost) throw new TableError('too_many_rows')
      text += cells.reduce((sum, cell) => sum + cell.length, 0)
      if (text > textMost) throw new TableError('too_large')
      rows.push({ line, cells, ...(without && { without }) })
    },
  }
}
