import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * `share`: for a grader, beside other graders. `alone`: for a change on which all grades of an assignment depend; it
 * waits for the graders, and so sees every grade that they saved.
 */
type Mode = 'share' | 'alone'
const locking = (how: Mode) => (how === 'share' ? sql`order by id for share` : sql`order by id for no key update`)

/** Locks the assignments until the end of the transaction. Call it before a grade is written. */
export async function lockGrades(trx: Db, courseId: string, assignmentIds: string[], how: Mode): Promise<void> {
  await sql`
    select from assignments where course_id = ${courseId} and id = any(${assignmentIds}::uuid[]) ${locking(how)}`.execute(
    trx,
  )
}

/** The same, by the works' ids. */
export async function lockGradesOf(
  trx: Db,
  courseId: string,
  submissionIds: string[],
  how: Mode = 'share',
): Promise<void> {
  await madeOf(courseId, submissionIds, how).execute(trx)
}

/** The same, by the columns of their assignments. */
export async function lockGradesIn(trx: Db, courseId: string, gradableIds: string[], how: Mode): Promise<void> {
  await sql`
    select from assignments where course_id = ${courseId} and id in (
      select assignment_id from gradables where course_id = ${courseId} and id = any(${gradableIds}::uuid[]))
    ${locking(how)}`.execute(trx)
}

const madeOf = (courseId: string, submissionIds: string[], how: Mode) => sql`
  select from assignments where course_id = ${courseId} and id in (
    select assignment_id from submissions where course_id = ${courseId} and id = any(${submissionIds}::uuid[]))
  ${locking(how)}`

/**
 * A statement that locks what the works' grades depend on, then the works and their grades, always in the same order,
 * so that two people who grade many works do not wait for each other in a circle. A work without a grade has nothing
 * else to lock: the same request, sent twice, would find no grade twice.
 */
export const lockingWorks = (courseId: string, submissionIds: string[]) => sql`
  with made_of as materialized (${madeOf(courseId, submissionIds, 'share')}),
  works as materialized (
    select id from submissions
    where course_id = ${courseId} and id = any(${submissionIds}::uuid[]) and (select count(*) from made_of) > 0
    order by id for no key update)
  select from feedback where course_id = ${courseId} and submission_id = any(array(select id from works))
  order by submission_id for update`
