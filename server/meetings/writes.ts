import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isOut } from '../publishing/out.ts'
import type { MeetingRow } from './queries.ts'

/* Staff's writes to series of meetings, each in the transaction of a change. */

interface Again {
  id: string
  start_at: Date
  end_at: Date | null
}

/** Makes more meetings like a new one, without its recording. */
export const repeatMeeting = (trx: Db, courseId: string, id: string, again: Again[]) =>
  sql`
    insert into meetings (course_id, id, title, host, start_at, end_at, link, publish_at, series_id)
    select m.course_id, i.id, m.title, m.host, i.start_at, i.end_at, m.link, m.publish_at, m.series_id
    from meetings m, unnest(
      ${again.map((one) => one.id)}::uuid[], ${again.map((one) => one.start_at)}::timestamptz[],
      ${again.map((one) => one.end_at)}::timestamptz[]) as i (id, start_at, end_at)
    where m.course_id = ${courseId} and m.id = ${id}`.execute(trx)

/** The meetings that follow in its series, by its place before the change. */
const following = (courseId: string, { id, series_id, start_at }: MeetingRow) => sql`
  m.course_id = ${courseId} and m.series_id = ${series_id} and m.id <> ${id} and m.start_at >= ${start_at}
  and m.deleted_at is null`

interface Edited {
  /** The columns that change for all of them. */
  columns: { title?: string; host?: string; link?: string; publish_at?: Date | null }
  /** The start of the first one, before and after: the others move as far by the clock of `zone`. */
  from: Date
  to: Date
  zone: string
  /** In ms, the new length; null: without an end; undefined: the length stays. */
  length: number | null | undefined
}

export async function editFollowing(trx: Db, courseId: string, before: MeetingRow, edited: Edited): Promise<void> {
  const { columns, from, to, zone, length } = edited
  const local = (time: ReturnType<typeof sql>) => sql`(${time} at time zone ${zone}::text)`
  const at = (time: Date) => local(sql`${time}::timestamptz`)
  const start =
    from.getTime() === to.getTime()
      ? sql`m.start_at`
      : sql`((${local(sql`m.start_at`)} + (${at(to)} - ${at(from)})) at time zone ${zone}::text)`
  const end =
    length === undefined
      ? sql`${start} + (m.end_at - m.start_at)`
      : length === null
        ? sql`null`
        : sql`${start} + ${length}::float8 * interval '1 millisecond'`
  // What is out stays out: a later time would take it away from students.
  const valueFor = (name: string, value: string | Date | null) =>
    name === 'publish_at' && value ? sql`case when ${isOut('m')} then m.publish_at else ${value} end` : sql`${value}`
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${valueFor(name, value)}`)
  await sql`
    update meetings m set ${sql.join([sql`start_at = ${start}`, sql`end_at = ${end}`, ...sets])}
    where ${following(courseId, before)}`.execute(trx)
}

export const removeFollowing = (trx: Db, courseId: string, before: MeetingRow, now: Date) =>
  sql`update meetings m set deleted_at = ${now} where ${following(courseId, before)}`.execute(trx)
