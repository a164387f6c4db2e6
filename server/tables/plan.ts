import { createHash } from 'node:crypto'
import type { Table } from './table.ts'

/* The part of an import's plan that is the same for all kinds of files. */

/** How many characters of a cell the preview shows. */
const SHOWN = 100

/** The columns with their headings and their first values. */
export const columnsOf = <Kind>({ rows }: Pick<Table, 'rows'>, header: boolean, kinds: Kind[]) => {
  const titles = header ? (rows[0]?.cells ?? []) : []
  const first = rows.slice(header ? 1 : 0).slice(0, 3)
  return kinds.map((kind, i) => ({
    title: (titles[i] ?? '').slice(0, SHOWN),
    kind,
    samples: first.map(({ cells }) => (cells[i] ?? '').slice(0, SHOWN)),
  }))
}

export const digestOf = (rows: unknown[]) => createHash('sha256').update(JSON.stringify(rows)).digest('base64url')

/** The first of several rows with one address counts; the others are reported. */
export function refuseRepeated(rows: { line: number; email: string; problem?: string; value?: string }[]): void {
  const lines = new Map<string, number>()
  for (const row of rows) {
    if (row.problem) continue
    const before = lines.get(row.email)
    if (before === undefined) lines.set(row.email, row.line)
    else Object.assign(row, { problem: 'email_twice', value: String(before) })
  }
}
