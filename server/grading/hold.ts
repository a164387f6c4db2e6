import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * `share`: who grades; others may, too. `alone`: who changes what all grades of an assignment are made of, and so sees
 * every one that was saved before.
 */
type Hold = 'share' | 'alone'
const held = (how: Hold) => (how === 'share' ? sql`order by id for share` : sql`order by id for no key update`)

/** Keeps what the grades of assignments are made of until the end of the transaction. To be called before one is written. */
export async function holdGrades(trx: Db, courseId: string, assignmentIds: string[], how: Hold): Promise<void> {
  await sql`
    select from assignments where course_id = ${courseId} and id = any(${assignmentIds}::uuid[]) ${held(how)}`.execute(
    trx,
  )
}

/** As `holdGrades`, by the works. */
export async function holdGradesOf(
  trx: Db,
  courseId: string,
  submissionIds: string[],
  how: Hold = 'share',
): Promise<void> {
  await holdingGradesOf(courseId, submissionIds, how).execute(trx)
}

/** The statement of `holdGradesOf`. */
export const holdingGradesOf = (courseId: string, submissionIds: string[], how: Hold = 'share') => sql`
  select from assignments where course_id = ${courseId} and id in (
    select assignment_id from submissions where course_id = ${courseId} and id = any(${submissionIds}::uuid[]))
  ${held(how)}`
