import { sql } from 'kysely'
import { parts } from '../../contract/parts.ts'
import type { Db } from '../db/database.ts'
import { type LiveEvent, tellWithin } from '../live.ts'
import { refuseUnlessByInstructor } from '../roster/follow.ts'

/**
 * What follows from a change of the course's own row: its name is on all of its screens, and planned publications go
 * on. Throws `not_allowed` when an assistant, who may set the course, gave assistants other abilities.
 */
export async function followCourse(
  trx: Db,
  { courseId, changeId }: { courseId: string; changeId: string },
): Promise<LiveEvent[]> {
  const { rows } = await sql`
    select from change_rows where course_id = ${courseId} and change_id = ${changeId} and table_name = 'courses'
      and before->'assistants_may' is distinct from after->'assistants_may' limit 1`.execute(trx)
  if (rows.length > 0)
    await refuseUnlessByInstructor(trx, { courseId, changeId }, 'Only an instructor says what assistants may do.')
  await tellWithin(trx, { kind: 'publication_planned' })
  return [{ kind: 'course_changed', course_id: courseId, parts }]
}
