import { type Kysely, sql } from 'kysely'
import { mostSchedules } from '../../contract/schedules.ts'
import { attendanceOfPerson } from '../attendance/queries.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'

const columns = [
  'id',
  'name',
  'location',
  'start_at',
  'end_at',
  'cancelled',
  'series_id',
  'revision',
  'moved_from',
  'moved_from_location',
] as const

const classes = (db: Db, courseId: string) =>
  db.selectFrom('schedules').select(columns).where('course_id', '=', courseId).where('deleted_at', 'is', null)

interface Times<T> {
  start_at: T
  end_at: T
}
const withTimes = <Row extends Times<Date> & { moved_from: Date | null }>(
  row: Row,
): Omit<Row, keyof Times<Date> | 'moved_from'> & Times<string> & { moved_from: string | null } => ({
  ...row,
  start_at: row.start_at.toISOString(),
  end_at: row.end_at.toISOString(),
  moved_from: row.moved_from?.toISOString() ?? null,
})

export async function findSchedules(db: Kysely<DB>, courseId: string) {
  const rows = await classes(db, courseId).orderBy('start_at').orderBy('id').limit(mostSchedules).execute()
  return rows.map(withTimes)
}
export type ScheduleRow = Awaited<ReturnType<typeof findSchedules>>[number]

/** Some classes, in order of start. */
export async function findSchedulesOf(db: Db, courseId: string, ids: string[]): Promise<ScheduleRow[]> {
  const rows = await classes(db, courseId).where('id', 'in', ids).orderBy('start_at').orderBy('id').execute()
  return rows.map(withTimes)
}

export const getSchedule = async (db: Db, courseId: string, id: string): Promise<ScheduleRow> =>
  found((await findSchedulesOf(db, courseId, [id]))[0])

/** A person's own data at the classes of a course. */
export interface Own {
  /** The attendance code by class, where staff took attendance. */
  attendance: Record<string, number>
  /** The classes that the person missed with an excuse. */
  excused: string[]
  /** The classes whose code is open. */
  open: string[]
}
export const ownColumns = (now: Date) => sql`
  (select coalesce(json_object_agg(schedule_id, code), '{}') from ${attendanceOfPerson} taken
    where code is not null) as attendance,
  (select coalesce(json_agg(schedule_id), '[]') from attendance
    where course_id = r.course_id and person_id = r.person_id and excused) as excused,
  (select coalesce(json_agg(schedule_id), '[]') from attendance_codes
    where course_id = r.course_id and closes_at > ${now}::timestamptz) as open`
