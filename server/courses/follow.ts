import { sql } from 'kysely'
import { parts } from '../../contract/parts.ts'
import type { Db } from '../db/database.ts'
import { type LiveEvent, tellWithin } from '../live.ts'
import { refuseUnlessByInstructor } from '../roster/follow.ts'

/** Whether a row `r` of a change says what assistants may do. */
export const saysAbilities = sql`r.table_name = 'courses'
  and r.before->'assistants_may' is distinct from r.after->'assistants_may'`

/**
 * What follows from a change of the course's own row: its name is on all of its screens, and planned publications go
 * on. Throws `not_allowed` when an assistant, who may set the course, gave assistants other abilities.
 */
export async function followCourse(
  trx: Db,
  { courseId, changeId }: { courseId: string; changeId: string },
): Promise<LiveEvent[]> {
  const { rows } = await sql`
    select from change_rows r where r.course_id = ${courseId} and r.change_id = ${changeId} and ${saysAbilities}
    limit 1`.execute(trx)
  if (rows.length > 0)
    await refuseUnlessByInstructor(trx, { courseId, changeId }, 'Only an instructor says what assistants may do.')
  await tellWithin(trx, { kind: 'publication_planned' })
  return [{ kind: 'course_changed', course_id: courseId, parts }]
}
