import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/endpoint.ts'
import { type ImportQuery, importPart } from '../../contract/staff/tables.ts'
import { takeTry } from '../access/rateLimit.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Viewer } from '../session/sessions.ts'
import { readForm } from '../uploads/form.ts'
import { columnsMost, readMost, rowsMost, TableError, type TableProblem, tableMost } from './bounds.ts'
import type { ReadAs, Table } from './table.ts'
import { startThread } from './thread.ts'
import { inTurn } from './turns.ts'

/** The table in a CSV or XLSX file. Throws TableError, also for a file that would take too much memory or time. */
export const readTable = (bytes: Buffer, as: ReadAs): Promise<Table> => inTurn(() => inThread(bytes, as))

type Answer = { table: Table; problem?: undefined } | { problem: TableProblem }

const inThread = (bytes: Buffer, as: ReadAs) =>
  new Promise<Table>((done, fail) => {
    const worker = startThread(new URL('./worker.ts', import.meta.url), { bytes, as })
    const giveUp = (problem: TableProblem) => {
      fail(new TableError(problem))
      void worker.terminate()
    }
    const timer = setTimeout(() => giveUp('too_slow'), readMost)
    worker.once('message', (answer: Answer) => {
      if (answer.problem) fail(new TableError(answer.problem))
      else done(answer.table)
    })
    // The thread runs out of memory, above all.
    worker.once('error', () => giveUp('too_large'))
    worker.once('exit', () => {
      clearTimeout(timer)
      fail(new TableError('broken'))
    })
  })

const refusals: Record<TableProblem, [ErrorCode, string]> = {
  empty: ['invalid', 'There is nothing in the file.'],
  not_a_table: ['wrong_kind', 'Only CSV and Excel (.xlsx) files are read.'],
  old_excel: ['wrong_kind', 'Save it as an Excel workbook (.xlsx) without a password, or as CSV.'],
  encrypted: ['wrong_kind', 'The file is encrypted.'],
  broken: ['invalid', 'The file is damaged.'],
  too_many_rows: ['too_large', `A file has at most ${rowsMost} rows.`],
  too_many_columns: ['too_large', `A file has at most ${columnsMost} columns.`],
  cell_too_long: ['too_large', 'A cell of the file is too long.'],
  too_large: ['too_large', 'The file is too large.'],
  too_slow: ['too_large', 'The file takes too long to read.'],
}

/** How many files one person may have read: a file costs more than any other call. */
const limit = { most: 100, windowMs: 600_000 }

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  query: ImportQuery
}

/** The table in the one file of a form, and the file's name. Throws the refusal that says what is wrong. */
export async function receiveTable(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { viewer, request, query: { encoding, separator, sheet } }: Asked,
): Promise<{ filename: string; table: Table }> {
  const form = { part: importPart, most: tableMost }
  const { filename, bytes } = await readForm(request.raw, form, async (file) => ({
    filename: file.filename,
    bytes: await buffer(file.bytes),
  }))
  await takeTry(db, { key: `import/${viewer._id}`, ...limit }, now())
  const as = { encoding, separator, ...(sheet !== undefined && { sheet: Number(sheet) }) }
  try {
    return { filename, table: await readTable(bytes, as) }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    const [code, message] = refusals[error.problem]
    throw new Refusal(code, { message, fields: { [importPart]: message } })
  }
}

/** The columns that the query gives. */
export const tableAsked = ({ header, columns }: ImportQuery) => ({
  ...{ columns, header: header && header === 'true' },
})
