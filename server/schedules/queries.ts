import { type Kysely, sql } from 'kysely'
import { ScheduleItem } from '../../contract/schedules.ts'
import type { DB } from '../db/schema.ts'
import { halves } from '../serve.ts'

/** A semester has some dozens of classes; more than this is a mistake. */
const MOST = 500

/** A class as everyone is told of it; each has their own attendance. */
export const scheduleItem = halves(ScheduleItem, { attendance: true })

export async function findSchedules(db: Kysely<DB>, courseId: string) {
  const rows = await db
    .selectFrom('schedules')
    .select(['course_id', 'id', 'name', 'location', 'start_at', 'end_at'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('start_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
  return rows.map(({ course_id, id, name, location, start_at, end_at }) => ({
    course_id,
    id,
    begun: scheduleItem.begin({
      _id: id,
      schedule_name: name,
      schedule_start: start_at,
      schedule_end: end_at,
      schedule_location: location,
    }),
  }))
}

/** The code of each class at which it was taken, by the class. */
export interface Attendance {
  attendance: Record<string, number>
}
export const attendanceColumns = sql`
  (select coalesce(json_object_agg(schedule_id, code), '{}') from attendance
    where course_id = r.course_id and person_id = r.person_id) as attendance`
