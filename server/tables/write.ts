import { Refusal } from '../errors.ts'
import { startThread } from './thread.ts'
import { inTurn } from './turns.ts'

/* Writes tables as files that a spreadsheet opens without running anything. */

export type Value = string | number

/** Quotes a text that a spreadsheet would take for a formula with an apostrophe, so that it computes nothing. */
const harmless = (value: Value): string =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)

/** The text before `harmless` quoted it. */
export const unquoted = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '')

/** One line of RFC 4180. */
export const csvLine = (cells: Value[]): string =>
  `${cells
    .map(harmless)
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\r\n`

/** With a byte order mark, without which Excel garbles Thai. */
export const csvOf = (rows: Value[][]): string => `\uFEFF${rows.map(csvLine).join('')}`

/** XML allows no such characters, or they are lost in writing, some with the letter that follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
export const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd]|\p{Noncharacter_Code_Point}/gu
const writable = (value: Value) => (typeof value === 'string' ? value.toWellFormed().replace(unwritable, '') : value)

/** A workbook of one sheet whose first row names the columns; texts are stored as texts, never as formulas. */
export const xlsxOf = (rows: Value[][]): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((done, fail) => {
        const worker = startThread(new URL('./writer.ts', import.meta.url), {
          rows: rows.map((cells) => cells.map(writable)),
        })
        worker.once('message', (bytes: Uint8Array) => done(Buffer.from(bytes)))
        // The thread runs out of memory, above all.
        worker.once('error', () => fail(new Refusal('too_large')))
        worker.once('exit', () => fail(new Refusal('too_large')))
      }),
  )
