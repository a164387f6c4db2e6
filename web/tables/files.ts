import { downloadFile } from '../common/downloadFile.ts'
import { arrived } from '../loading/screen.ts'
import type { Column } from '../ui/staff/Table.tsx'

type Value = string | number

/** Quotes a text that a spreadsheet would take for a formula with an apostrophe, so that it computes nothing. */
const harmless = (value: Value): string =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)

const quoted = (text: string, needs: RegExp): string => (needs.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const valuesOf = <R>(rows: R[], columns: Column<R>[]): Value[][] =>
  rows.map((row) => columns.map(({ value }) => value(row)))

/** Lines of cells between tabs, the form in which spreadsheets paste. */
export const tsvOf = <R>(rows: R[], columns: Column<R>[]): string =>
  valuesOf(rows, columns)
    .map((cells) => cells.map((cell) => quoted(harmless(cell), /["\t\r\n]/)).join('\t'))
    .join('\n')

/** A CSV by RFC 4180, with the names of the columns, and a byte order mark without which Excel garbles Thai. */
export const csvOf = <R>(rows: R[], columns: Column<R>[]): string =>
  `\uFEFF${[columns.map(({ label }) => label), ...valuesOf(rows, columns)]
    .map((cells) => `${cells.map((cell) => quoted(harmless(cell), /[",\r\n]/)).join(',')}\r\n`)
    .join('')}`

export const saveCsv = <R>(name: string, rows: R[], columns: Column<R>[]): void =>
  downloadFile(new Blob([csvOf(rows, columns)], { type: 'text/csv' }), name, 'csv')

/** Saves a workbook: its cells are texts and numbers, never formulas. @throws CallError */
export async function saveXlsx<R>(name: string, rows: R[], columns: Column<R>[]): Promise<void> {
  const { default: write } = await arrived(import('write-excel-file/browser'))
  const head = columns.map(({ label }) => ({ value: label, fontWeight: 'bold' as const }))
  const cells = valuesOf(rows, columns).map((values) =>
    values.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
  )
  const options = { columns: columns.map(({ width }) => ({ width: width * 1.6 })), stickyRowsCount: 1 }
  downloadFile(await write([head, ...cells], options).toBlob(), name, 'xlsx')
}
