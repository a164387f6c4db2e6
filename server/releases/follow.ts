import type { Db } from '../db/database.ts'
import { type LiveEvent, tellWithin } from '../live.ts'

/** Wakes the schedulers for a release that was planned, moved or cancelled. Only staff hear of it. */
export async function followPlanned(trx: Db, courseId: string): Promise<LiveEvent[]> {
  await tellWithin(trx, { kind: 'publication_planned' })
  return [{ kind: 'course_changed', course_id: courseId, parts: ['work'], audience: 'staff' }]
}
