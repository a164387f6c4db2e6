import { textOf } from '../../contract/staff/cellText.ts'
import type { Db } from '../db/database.ts'
import { totalsOf } from '../gradebook/rules.ts'
import { readGrades } from '../gradebook/tableQueries.ts'
import type { Value } from '../tables/write.ts'
import { CLOSED, headingsOf } from './columns.ts'
import { findEmails, valueIn } from './queries.ts'

/** The gradebook as rows of a file, with unreleased scores. `section`: that section alone. */
export async function exportGrades(
  db: Db,
  { courseId, section, now }: { courseId: string; section: string | undefined; now: Date },
): Promise<Value[][]> {
  const table = await readGrades(db, courseId)
  const emails = await findEmails(db, courseId)
  const totals = totalsOf(table, table, now)
  const hasFinal = table.columns.some(({ final }) => final)
  const rows = table.rows.filter((row) => section === undefined || row.section === section)
  return [
    headingsOf(table.columns, now),
    ...rows.map(({ _id, first, last, section, cells, final_letter = '' }): Value[] => {
      const total = totals.get(_id)
      return [
        ...[_id, emails.get(_id) ?? '', `${first} ${last}`.trim(), section],
        ...cells.map((cell) => {
          if (cell === 'closed') return CLOSED
          const value = valueIn(cell)
          return typeof value === 'number' ? value : textOf(value)
        }),
        ...[total?.percent ?? '', total?.letter ?? ''],
        ...(hasFinal ? [final_letter] : []),
      ]
    }),
  ]
}
