import { sql } from 'kysely'
import { type Holiday, mostHolidays } from '../../contract/staff/holidays.ts'
import type { Db } from '../db/database.ts'
import { found, Refusal } from '../errors.ts'

const holidays = (courseId: string) => sql`
  select id as _id, name as holiday_name, to_char(first_day, 'YYYY-MM-DD') as holiday_first,
    to_char(last_day, 'YYYY-MM-DD') as holiday_last, revision
  from holidays where course_id = ${courseId} and deleted_at is null`

export async function findHolidays(db: Db, courseId: string): Promise<Holiday[]> {
  const { rows } = await sql<Holiday>`
    ${holidays(courseId)} order by first_day, id limit ${mostHolidays}`.execute(db)
  return rows
}

export async function getHoliday(db: Db, courseId: string, id: string): Promise<Holiday> {
  const { rows } = await sql<Holiday>`${holidays(courseId)} and id = ${id}`.execute(db)
  return found(rows[0])
}

/** Throws too_many. */
export async function refuseTooMany(trx: Db, courseId: string): Promise<void> {
  const { rows } = await sql`
    select from holidays where course_id = ${courseId} and deleted_at is null offset ${mostHolidays} limit 1`.execute(
    trx,
  )
  if (rows.length > 0) throw new Refusal('too_many', { message: `A course has at most ${mostHolidays} holidays.` })
}
