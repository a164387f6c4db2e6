import { type Kysely, sql } from 'kysely'
import { mostNotifications, windowDays } from '../../contract/notifications.ts'
import type { DB } from '../db/schema.ts'

export const since = (now: Date) => new Date(now.getTime() - windowDays * 86_400_000)

/**
 * What concerns a person in the courses they are on: for all, or addressed to them alone; not what they did
 * themselves. Two index ranges a course, so a busy course costs only its own recent events.
 */
const theirEvents = (personId: string, from: Date) => sql`
  from roster r
  cross join lateral (
    (select id, created_at, type, link, title from activity
      where course_id = r.course_id and person_id is null and created_at > ${from}
        and actor_id is distinct from r.person_id
      order by created_at desc, id desc limit ${mostNotifications})
    union all
    (select id, created_at, type, link, title from activity
      where course_id = r.course_id and person_id = r.person_id and created_at > ${from}
      order by created_at desc, id desc limit ${mostNotifications})
  ) a
  left join notification_marks m on m.person_id = r.person_id
  left join notification_reads d on d.person_id = r.person_id and d.activity_id = a.id
  where r.person_id = ${personId}`

const unread = sql`(a.created_at > coalesce(m.read_at, '-infinity') and d.activity_id is null)`

export interface NotificationRow {
  id: string
  created_at: Date
  type: 'announcement' | 'assignment' | 'schedule' | 'content' | 'grade'
  link: string
  title: string
  course_name: string
  unread: boolean
  unread_count: number
}

export const findNotifications = async (db: Kysely<DB>, personId: string, now: Date): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    select e.*, c.name as course_name from (
      select r.course_id, a.*, ${unread} as unread, (count(*) filter (where ${unread}) over ())::int as unread_count
      ${theirEvents(personId, since(now))}
      order by a.created_at desc, a.id desc limit ${mostNotifications}
    ) e join courses c on c.id = e.course_id
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

export const countUnread = async (db: Kysely<DB>, personId: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${theirEvents(personId, since(now))} and ${unread}`.execute(db)
  return rows[0]?.n ?? 0
}

export const markAllRead = (db: Kysely<DB>, personId: string, now: Date) =>
  db
    .insertInto('notification_marks')
    .values({ person_id: personId, read_at: now })
    .onConflict((c) =>
      c.column('person_id').doUpdateSet({ read_at: sql`greatest(notification_marks.read_at, excluded.read_at)` }),
    )
    .execute()

/** Whether it was marked: not when it was before, nor for an id that is not among the person's events. */
export async function markRead(db: Kysely<DB>, personId: string, activityId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notification_reads (person_id, activity_id, read_at)
    select ${personId}, a.id, ${now} ${theirEvents(personId, since(now))} and a.id = ${activityId}
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Marks older than any notification that is still shown. */
export const sweepReads = (db: Kysely<DB>, now: Date) =>
  db.deleteFrom('notification_reads').where('read_at', '<', since(now)).execute()
