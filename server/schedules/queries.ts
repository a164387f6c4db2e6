import type { Kysely } from 'kysely'
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
export async function findAttendance(db: Kysely<DB>, courseId: string, personId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('attendance')
    .select(['schedule_id', 'code'])
    .where('course_id', '=', courseId)
    .where('person_id', '=', personId)
    .limit(MOST)
    .execute()
  return new Map(rows.map((row) => [row.schedule_id, row.code]))
}
