import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type LiveEvent, tellWithin } from '../live.ts'
import { refuseUnlessReleaser } from './releaser.ts'

/** Wakes the schedulers for a release that was planned, moved or cancelled. Only staff hear of it. */
export async function followPlanned(trx: Db, courseId: string): Promise<LiveEvent[]> {
  await tellWithin(trx, { kind: 'publication_planned' })
  return [{ kind: 'course_changed', course_id: courseId, parts: ['work'], audience: 'staff' }]
}

/** Whether the row of an assignment lets students see it. */
const isSeen = (row: 'before' | 'after', now: Date) => {
  const of = sql.ref(`r.${row}`)
  return sql`coalesce((${of}->>'publish_at')::timestamptz <= ${now} and ${of}->>'deleted_at' is null, false)`
}

interface Changed {
  courseId: string
  changeId: string
  now: Date
  ids: string[]
}

/** Whether a row `r` of a change shows students an assignment with released grades, or hides it. */
export const showsGrades = (now: Date) => sql`
  r.table_name = 'assignments' and ${isSeen('before', now)} <> ${isSeen('after', now)} and exists (
    select from submissions s join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
    where s.course_id = r.course_id and s.assignment_id = (r.key->>'id')::uuid)`

/**
 * Wakes the schedulers for the releases that have waited for a deleted assignment. Released grades go with their
 * assignment and come with it, so only people who release grades hide it from students or show it again.
 */
export async function followAssignments(trx: Db, { courseId, changeId, now, ids }: Changed): Promise<LiveEvent[]> {
  await refuseUnlessReleaser(
    trx,
    { courseId, changeId },
    {
      shows: showsGrades(now),
      message: 'Only who releases grades hides an assignment with released grades, or shows it again.',
    },
  )
  const { rows } = await sql`
    select from planned_releases r join publications p on p.course_id = r.course_id and p.subject_id = r.id
    where r.course_id = ${courseId} and r.assignment_id = any(${ids}::uuid[]) limit 1`.execute(trx)
  if (rows.length > 0) await tellWithin(trx, { kind: 'publication_planned' })
  return []
}
