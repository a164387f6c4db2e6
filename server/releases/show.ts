import { sql } from 'kysely'
import { isOf } from '../assignments/submissionQueries.ts'
import type { Db } from '../db/database.ts'
import { lockGrades } from '../grading/lock.ts'
import { isGraded } from '../grading/queries.ts'

interface Shown {
  courseId: string
  assignmentId: string
  /** The people and groups; null: all owners. */
  owners: string[] | null
  shown: boolean
  at: Date
}

/** All owners: students, groups with a student, and groups whose work is a student's. */
const isOwner = sql`(
  exists (select from roster r
    where r.course_id = s.course_id and r.person_id = s.owner_id and r.role = 'student')
  or exists (select from group_members m where m.course_id = s.course_id and m.group_id = s.owner_id)
  or exists (select from submission_people n
    join roster r on r.course_id = n.course_id and r.person_id = n.person_id and r.role = 'student'
    where n.course_id = s.course_id and n.submission_id = s.id))`

/**
 * Releases the grades of all attempts, or hides them, in a change, which stores how many people and groups it
 * concerned. A release notifies each person once, of the latest attempt, unless an earlier release did. Hiding leaves out
 * nothing, such as a grade that is empty by now: what is entered there later would be seen at once.
 */
export async function showGrades(trx: Db, { courseId, assignmentId, owners, shown, at }: Shown): Promise<number> {
  await lockGrades(trx, courseId, [assignmentId], 'share')
  // In one order, so that two releases at the same moment wait for each other and not in a circle.
  const { rows } = await sql<{ works: number }>`
    with due as (
      select s.id, s.owner_id, s.attempt, f.grader_id
      from submissions s join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      where s.course_id = ${courseId} and s.assignment_id = ${assignmentId}::uuid
        and ${owners ? isOf({ courseId, assignmentId }, owners) : shown ? isOwner : sql`true`}
        and f.show <> ${shown} and ${shown ? isGraded : sql`true`}
      order by s.id for no key update of f),
    done as (
      update feedback f set show = ${shown}, shown_at = ${shown ? at : null} from due
      where f.course_id = ${courseId} and f.submission_id = due.id),
    notified as (
      insert into activity (course_id, id, kind, subject_id, person_id, actor_id, created_at)
      select distinct on (n.person_id)
        n.course_id, gen_random_uuid(), 'graded', due.id, n.person_id, due.grader_id, ${at}::timestamptz
      from due join submission_people n on n.course_id = ${courseId} and n.submission_id = due.id
      where ${shown} and not exists (
        select from submission_people o
        join submissions b on b.course_id = o.course_id and b.id = o.submission_id and b.attempt >= due.attempt
        join activity e on e.course_id = o.course_id and e.subject_id = o.submission_id and e.kind = 'graded'
          and e.person_id = o.person_id
        where o.course_id = ${courseId} and o.person_id = n.person_id and o.assignment_id = ${assignmentId}::uuid)
      order by n.person_id, due.attempt desc),
    counted as (
      update changes set about = about || jsonb_build_object('count', (select count(distinct owner_id) from due))
      where course_id = ${courseId} and id = this_change()::uuid)
    select count(distinct owner_id)::int as works from due`.execute(trx)
  return rows[0]?.works ?? 0
}
