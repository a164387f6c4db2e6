import type { Kysely } from 'kysely'
import { isLate, termsOf } from '../assignments/rules.ts'
import type { DB } from '../db/schema.ts'
import { isOut } from '../publishing/out.ts'

interface Submitted {
  course: string
  assignment: string
  /** ISO 8601 */
  datetime: string
}

/** Whether it came after the due date as that is now; null when the assignment is not there any more. Ids. */
export async function wasLate(db: Kysely<DB>, { course, assignment, datetime }: Submitted): Promise<boolean | null> {
  const dates = await db
    .selectFrom('assignments')
    .select(['due_at', 'closes_at', 'attempts_allowed', 'time_limit'])
    .where('course_id', '=', course)
    .where('id', '=', assignment)
    .where(isOut('assignments'))
    .executeTakeFirst()
  return dates ? isLate(termsOf(dates), new Date(datetime)) : null
}
