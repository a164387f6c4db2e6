import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type LiveEvent, tellWithin } from '../live.ts'

/** Wakes the schedulers for a release that was planned, moved or cancelled. Only staff hear of it. */
export async function followPlanned(trx: Db, courseId: string): Promise<LiveEvent[]> {
  await tellWithin(trx, { kind: 'publication_planned' })
  return [{ kind: 'course_changed', course_id: courseId, parts: ['work'], audience: 'staff' }]
}

/** Wakes the schedulers for the releases that have waited for a deleted assignment. */
export async function followAssignments(
  trx: Db,
  { courseId, ids }: { courseId: string; ids: string[] },
): Promise<LiveEvent[]> {
  const { rows } = await sql`
    select from planned_releases r join publications p on p.course_id = r.course_id and p.subject_id = r.id
    where r.course_id = ${courseId} and r.assignment_id = any(${ids}::uuid[]) limit 1`.execute(trx)
  if (rows.length > 0) await tellWithin(trx, { kind: 'publication_planned' })
  return []
}
