/*
 * The bounds of a file with a table: a roster, scores, groups. The server refuses a larger one with words before it
 * takes the memory of a process: no person made it by hand.
 */

/** In bytes. */
export const tableMost = 10_000_000
export const rowsMost = 10_000
export const columnsMost = 400
/** In UTF-16 code units, of one cell, and of all: many cells of a workbook may share one long text. */
export const cellMost = 5_000
export const textMost = 20_000_000

/** The most bytes of one part of a workbook, and of all parts that are read, once inflated. */
export const inflatedMost = 80_000_000
export const entriesMost = 2_000
/** In ms. */
export const readMost = 20_000

/** Why a file cannot be read as a table. */
export type TableProblem =
  | 'empty'
  | 'not_a_table'
  | 'old_excel'
  | 'encrypted'
  | 'broken'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'cell_too_long'
  | 'too_large'
  | 'too_slow'

export class TableError extends Error {
  problem: TableProblem
  constructor(problem: TableProblem) {
    super(problem)
    this.problem = problem
  }
}
