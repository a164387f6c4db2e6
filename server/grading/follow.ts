import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

/** The tables of grading. */
export const gradingTables = ['feedback', 'rubric_items', 'divisions', 'grading_settings']

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
