import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** A semester has some dozens of classes; more than this is a mistake. */
const MOST = 500

export async function findSchedules(db: Kysely<DB>, courseId: string) {
  const rows = await db
    .selectFrom('schedules')
    .select(['id', 'name', 'location', 'start_at', 'end_at'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('start_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({ ...row, start_at: row.start_at.toISOString(), end_at: row.end_at.toISOString() }))
}
export type ScheduleRow = Awaited<ReturnType<typeof findSchedules>>[number]

/** The code of each class at which it was taken, by the class. */
export interface Attendance {
  attendance: Record<string, number>
}
export const attendanceColumns = sql`
  (select coalesce(json_object_agg(schedule_id, code), '{}') from attendance
    where course_id = r.course_id and person_id = r.person_id) as attendance`
