import { parts } from '../../contract/parts.ts'
import type { Db } from '../db/database.ts'
import { type LiveEvent, tellWithin } from '../live.ts'

/**
 * What follows from a change of the course's own row: its name is on all of its screens, and planned publications go
 * on.
 */
export async function followCourse(trx: Db, courseId: string): Promise<LiveEvent[]> {
  await tellWithin(trx, { kind: 'publication_planned' })
  return [{ kind: 'course_changed', course_id: courseId, parts }]
}
