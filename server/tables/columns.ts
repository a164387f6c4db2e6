import { emailPattern } from '../../contract/staff/roster.ts'
import type { TableRow } from './table.ts'

/* Guesses the meaning of a file's columns from their headings and contents. */

/** How many rows the guess looks at. */
const LOOK = 50
/** The share of its cells that must look like a kind. */
const SHARE = 0.6

interface Kinds<Kind extends string> {
  /** Every kind of column; '' is an ignored one. */
  all: readonly (Kind | '')[]
  ofHeading: (text: string) => Kind | ''
  /** For columns without a known heading: tests of their contents, in this order. */
  likely: { kind: Kind; is: (cell: string) => boolean; onlyWithoutHeadings?: true }[]
}

interface Guess<Kind extends string> {
  header: boolean
  kinds: (Kind | '')[]
}

/** The guessed columns, unless the query gives them. */
export function guessColumns<Kind extends string>(
  rows: TableRow[],
  given: { header?: boolean; columns?: string },
  { all, ofHeading, likely }: Kinds<Kind>,
): Guess<Kind> {
  const [first] = rows
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const titles = (first?.cells ?? []).map((title) => title.toLowerCase().normalize('NFC').trim())
  const header = given.header ?? (titles.some((title) => ofHeading(title) !== '') && !titles.some(isEmail))
  if (given.columns !== undefined) {
    const asked = given.columns.split(',')
    const kindNamed = (text: string) => all.find((kind) => kind === text) ?? ''
    return { header, kinds: Array.from({ length: width }, (_, i) => kindNamed(asked[i] ?? '')) }
  }
  const body = rows.slice(header ? 1 : 0, LOOK)
  const kinds = Array.from({ length: width }, (_, i): Kind | '' => (header ? ofHeading(titles[i] ?? '') : ''))
  const share = (i: number, is: (cell: string) => boolean) => {
    const filled = body.map(({ cells }) => cells[i] ?? '').filter((cell) => cell !== '')
    return filled.length === 0 ? 0 : filled.filter(is).length / filled.length
  }
  for (const { kind, is, onlyWithoutHeadings } of likely) {
    if (kinds.includes(kind) || (onlyWithoutHeadings && header)) continue
    const shares = kinds.map((taken, i) => (taken === '' ? share(i, is) : 0))
    const best = shares.indexOf(Math.max(...shares))
    if ((shares[best] ?? 0) > SHARE) kinds[best] = kind
  }
  // The first column of each kind: a second one of addresses is somebody else's.
  return { header, kinds: kinds.map((kind, i) => (kind !== '' && kinds.indexOf(kind) < i ? '' : kind)) }
}

/** In characters. No address, name or section is as long; to compose the letters of a text may take the square of its length. */
const LONGEST = 1_000

/** The text of a cell of a kind of column, its letters composed; empty without such a column. */
export const composedCell = <Kind>(cells: string[], kinds: Kind[], kind: Kind): string =>
  (cells[kinds.indexOf(kind)] ?? '').slice(0, LONGEST).normalize('NFC').trim()

export const isEmail = (text: string) => emailPattern.test(text)

/** The address in a cell, in small letters: also of "Ploy <ploy@example.org>", as people copy it from a mail. */
export const emailIn = (cell: string) => (/<([^<>]+)>\s*$/.exec(cell)?.[1] ?? cell).toLowerCase()

export const isEmailHeading = (text: string) => /e-?mail|อีเมล|อีเมล์|ไปรษณีย์อิเล็กทรอนิกส์/.test(text)
