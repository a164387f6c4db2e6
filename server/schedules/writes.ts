import { sql } from 'kysely'
import { mostSchedules } from '../../contract/schedules.ts'
import type { Db } from '../db/database.ts'
import { tableOf } from '../db/tableOf.ts'
import { Refusal } from '../errors.ts'
import type { ScheduleRow } from './queries.ts'

/* Staff's writes to the classes of a course, each in the transaction of a change. */

export interface NewRow {
  id: string
  name: string
  location: string
  start_at: string
  end_at: string
}

/** Throws too_many. */
export async function addSchedules(trx: Db, courseId: string, rows: NewRow[], seriesId: string | null): Promise<void> {
  const added = tableOf(rows, {
    id: 'uuid',
    name: 'text',
    location: 'text',
    start_at: 'timestamptz',
    end_at: 'timestamptz',
  })
  await sql`
    insert into schedules (course_id, id, name, location, start_at, end_at, series_id)
    select ${courseId}::uuid, id, name, location, start_at, end_at, ${seriesId}::uuid from ${added}`.execute(trx)
  const { rows: over } = await sql`
    select from schedules where course_id = ${courseId} and deleted_at is null offset ${mostSchedules} limit 1`.execute(
    trx,
  )
  if (over.length > 0) throw new Refusal('too_many', { message: `A course has at most ${mostSchedules} classes.` })
}

/** The ids and revisions of a class and, with `following`, of the later ones of its series. */
export async function findWithFollowing(
  db: Db,
  courseId: string,
  { row, following, lock = false }: { row: ScheduleRow; following: boolean; lock?: boolean },
): Promise<Map<string, number>> {
  const { id, series_id, start_at } = row
  const others = following ? sql`or (series_id = ${series_id}::uuid and start_at > ${start_at}::timestamptz)` : sql``
  // In one order, so that two people who change the same classes do not wait for each other in a circle.
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, revision from schedules
    where course_id = ${courseId} and deleted_at is null and (id = ${id} ${others})
    order by id ${lock ? sql`for no key update` : sql``}`.execute(db)
  return new Map(rows.map((one) => [one.id, one.revision]))
}

export type Edit = Pick<ScheduleRow, 'name' | 'location' | 'start_at' | 'end_at' | 'cancelled'>

/**
 * Changes classes in the way that the first of them becomes `after`. The others change only where they were like
 * `before`: what somebody changed for one class alone stays. Times move by the clock of `zone`, so that a class at nine
 * stays at nine when summer time ends; a move to another day concerns only classes of the same day of the week.
 */
export async function editSchedules(
  trx: Db,
  courseId: string,
  ids: string[],
  { before, after, zone }: { before: ScheduleRow; after: Edit; zone: string },
): Promise<void> {
  const local = (time: ReturnType<typeof sql>) => sql`(${time} at time zone ${zone}::text)`
  const at = (time: string) => sql`${time}::timestamptz`
  const moved = (column: ReturnType<typeof sql>, from: string, to: string) =>
    sql`(${local(column)} + (${local(at(to))} - ${local(at(from))})) at time zone ${zone}::text`
  const isAlike = sql`(${local(sql`s.start_at`)}::time, ${local(sql`s.end_at`)}::time)
    = (${local(at(before.start_at))}::time, ${local(at(before.end_at))}::time)
    and (${local(at(before.start_at))}::date = ${local(at(after.start_at))}::date
      or extract(isodow from ${local(sql`s.start_at`)}) = extract(isodow from ${local(at(before.start_at))}))`
  await sql`
    update schedules s set
      name = case s.name when ${before.name} then ${after.name} else s.name end,
      location = case s.location when ${before.location} then ${after.location} else s.location end,
      cancelled = case s.cancelled when ${before.cancelled}::boolean then ${after.cancelled}::boolean else s.cancelled end,
      start_at = case when s.id = ${before.id} then ${at(after.start_at)}
        when ${isAlike} then ${moved(sql`s.start_at`, before.start_at, after.start_at)} else s.start_at end,
      end_at = case when s.id = ${before.id} then ${at(after.end_at)}
        when ${isAlike} then ${moved(sql`s.end_at`, before.end_at, after.end_at)} else s.end_at end
    where s.course_id = ${courseId} and s.id = any(${ids}::uuid[])`.execute(trx)
}

export const removeSchedules = (trx: Db, courseId: string, ids: string[], now: Date) =>
  sql`update schedules set deleted_at = ${now} where course_id = ${courseId} and id = any(${ids}::uuid[])`.execute(trx)
