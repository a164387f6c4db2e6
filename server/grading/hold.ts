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
  await madeOf(courseId, submissionIds, how).execute(trx)
}

const madeOf = (courseId: string, submissionIds: string[], how: Hold) => sql`
  select from assignments where course_id = ${courseId} and id in (
    select assignment_id from submissions where course_id = ${courseId} and id = any(${submissionIds}::uuid[]))
  ${held(how)}`

/**
 * A statement that keeps what the grades of works are made of, and then the works and their grades, in one order for all, so
 * that two who grade many do not wait for each other in a circle. A work without a grade has nothing else to lock: the same
 * request, sent twice, would find no grade twice.
 */
export const holdingWorks = (courseId: string, submissionIds: string[]) => sql`
  with made_of as materialized (${madeOf(courseId, submissionIds, 'share')}),
  works as materialized (
    select id from submissions
    where course_id = ${courseId} and id = any(${submissionIds}::uuid[]) and (select count(*) from made_of) > 0
    order by id for no key update)
  select from feedback where course_id = ${courseId} and submission_id = any(array(select id from works))
  order by submission_id for update`
