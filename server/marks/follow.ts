import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

/**
 * Staff get an event of each mark; the owners of the work get one only once its feedback is released, because then they
 * see its marks.
 */
export async function followMarks(
  trx: Db,
  { courseId, changeId }: { courseId: string; changeId: string },
): Promise<LiveEvent[]> {
  const { rows } = await sql<{ submission_id: string; assignment_id: string; people: string[] }>`
    select s.id as submission_id, s.assignment_id, array(
      select n.person_id from feedback f
      join submission_people n on n.course_id = f.course_id and n.submission_id = f.submission_id
      where f.course_id = s.course_id and f.submission_id = s.id and f.show) as people
    from submissions s
    where s.course_id = ${courseId} and s.id in (
      select (coalesce(after, before)->>'submission_id')::uuid from change_rows
      where course_id = ${courseId} and change_id = ${changeId} and table_name = 'marks')`.execute(trx)
  return rows.flatMap(({ submission_id, assignment_id, people }): LiveEvent[] => [
    { kind: 'course_changed', course_id: courseId, parts: ['work'], audience: 'staff', thing: submission_id },
    ...people.map(
      (person_id): LiveEvent => ({
        kind: 'course_changed',
        course_id: courseId,
        parts: ['work'],
        person_id,
        thing: assignment_id,
      }),
    ),
  ])
}
