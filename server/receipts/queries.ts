import { type Kysely, sql } from 'kysely'
import { type AllowanceRow, allowancesOfWork, termsFor } from '../assignments/allowances.ts'
import { dates } from '../assignments/queries.ts'
import { type Dates, isLate } from '../assignments/terms.ts'
import type { DB } from '../db/schema.ts'
import { isOut } from '../publishing/out.ts'

interface Submitted {
  course: string
  assignment: string
  submission: string
  /** ISO 8601 */
  datetime: string
}

/**
 * Whether it came after the present due date of whoever handed it in; of a group's work, by everybody who was in the group
 * then. Null when the assignment no longer exists. Ids.
 */
export async function wasLate(
  db: Kysely<DB>,
  { course, assignment, submission, datetime }: Submitted,
): Promise<boolean | null> {
  const allowances = sql`(
    select ${allowancesOfWork} from submissions s where s.course_id = a.course_id and s.id = ${submission}::uuid)`
  const { rows } = await sql<Dates & { allowances: AllowanceRow[] | null }>`
    select ${dates}, ${allowances} as allowances from assignments a join courses c on c.id = a.course_id
    where a.course_id = ${course} and a.id = ${assignment} and ${isOut('a')}`.execute(db)
  const [row] = rows
  return row ? isLate(termsFor(row, row.allowances), new Date(datetime)) : null
}
