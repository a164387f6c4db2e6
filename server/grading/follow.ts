import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

/** The tables of grading. */
export const gradingTables = ['feedback', 'rubric_items', 'grading_settings']

/** Up to this many people get a live event each; more get one event for the whole course. */
export const MOST_ALONE = 20

/** The receivers of grading events: staff, and the owners of each grade that is released, or was until now. */
export async function followGrading(
  trx: Db,
  { courseId, changeId, shown }: { courseId: string; changeId: string; shown: boolean },
): Promise<LiveEvent[]> {
  const about = { kind: 'course_changed', course_id: courseId } as const
  const forStaff: LiveEvent = { ...about, audience: 'staff', parts: ['work', 'scores'] }
  if (!shown) return [forStaff]
  const { rows } = await sql<{ person_id: string }>`
    select distinct n.person_id from change_rows r
    join submission_people n on n.course_id = r.course_id and n.submission_id = (r.key->>'submission_id')::uuid
    where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'feedback'
      and ((r.before->>'show')::boolean or (r.after->>'show')::boolean)
    limit ${MOST_ALONE + 1}`.execute(trx)
  const parts = ['work', 'scores', 'activity'] as const
  if (rows.length > MOST_ALONE) return [{ ...about, parts }]
  return [forStaff, ...rows.map(({ person_id }): LiveEvent => ({ ...about, person_id, parts }))]
}

/**
 * Staff read the list again. Each grader to whom works were given gets one notification of the assignment; it replaces
 * the earlier one, so that it says once how many works are theirs.
 */
export async function followDivision(
  trx: Db,
  { courseId, changeId, now }: { courseId: string; changeId: string; now: Date },
): Promise<LiveEvent[]> {
  await sql`
    with given as (
      select distinct (r.after->>'assignment_id')::uuid as assignment_id, (r.after->>'grader_id')::uuid as grader_id,
        c.actor_id
      from change_rows r join changes c on c.course_id = r.course_id and c.id = r.change_id and c.undoes is null
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'divisions'
        and r.after is not null and (r.after->>'grader_id')::uuid is distinct from c.actor_id),
    notified as (
      delete from activity e using given g
      where e.course_id = ${courseId} and e.subject_id = g.assignment_id and e.kind = 'grading_assigned'
        and e.person_id = g.grader_id)
    insert into activity (course_id, id, kind, subject_id, params, actor_id, created_at, person_id)
    select ${courseId}, gen_random_uuid(), 'grading_assigned', assignment_id, '{}', actor_id, ${now}, grader_id
    from given`.execute(trx)
  return [{ kind: 'course_changed', course_id: courseId, audience: 'staff', parts: ['work', 'activity'] }]
}
