import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found, Refusal } from '../errors.ts'

/* The code of a class: staff open and close it, and it closes by itself when the class ends. */

interface At {
  courseId: string
  scheduleId: string
  now: Date
}

export interface OpenRow {
  opened_at: Date
  closes_at: Date
  late_after: number | null
}

/** In ms: the code of a class that has ended or is about to stays open for at least this long. */
const LEAST_MS = 15 * 60_000

export const findOpen = (db: Db, { courseId, scheduleId, now }: At): Promise<OpenRow | undefined> =>
  db
    .selectFrom('attendance_codes')
    .select(['opened_at', 'closes_at', 'late_after'])
    .where('course_id', '=', courseId)
    .where('schedule_id', '=', scheduleId)
    .where('closes_at', '>', now)
    .executeTakeFirst()

/**
 * Opens the code, or changes the time from which a mark is late. Throws not_found when the class is gone, conflict when
 * it is cancelled.
 */
export async function openCode(db: Db, { courseId, scheduleId, now }: At, lateAfter: number | null): Promise<OpenRow> {
  const asked = await db
    .selectFrom('schedules')
    .select(['cancelled', 'end_at'])
    .where('course_id', '=', courseId)
    .where('id', '=', scheduleId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const { cancelled, end_at } = found(asked)
  if (cancelled) throw new Refusal('conflict', { message: 'The class is cancelled.' })
  const closes = new Date(Math.max(end_at.getTime(), now.getTime() + LEAST_MS))
  const { rows } = await sql<OpenRow>`
    insert into attendance_codes as o (course_id, schedule_id, opened_at, closes_at, late_after)
    values (${courseId}, ${scheduleId}, ${now}, ${closes}, ${lateAfter})
    on conflict (course_id, schedule_id) do update set
      late_after = excluded.late_after,
      opened_at = case when o.closes_at > ${now} then o.opened_at else excluded.opened_at end,
      closes_at = excluded.closes_at
    returning opened_at, closes_at, late_after`.execute(db)
  return found(rows[0])
}

export const closeCode = (db: Db, { courseId, scheduleId, now }: At) =>
  sql`
    update attendance_codes set closes_at = ${now}
    where course_id = ${courseId} and schedule_id = ${scheduleId} and closes_at > ${now}`.execute(db)
