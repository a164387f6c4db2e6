import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { SentMessage } from '../../contract/staff/messages.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import { falling, pageOf } from '../db/page.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { byName } from '../users/name.ts'
import { personJson, staffRole } from '../users/person.ts'

/** How many recipients a reply names. */
const NAMED = 5

const newest = falling([
  [sql`m.sent_at`, 'timestamptz'],
  [sql`m.id`, 'uuid'],
])

const messagesOf = (courseId: string, where: RawBuilder<unknown>, more = sql``) => sql<SentMessage>`
  select m.id as _id, m.title, m.content, m.sent_at, cardinality(m.people) as count${more},
    case when u.id is not null then ${personJson(sql`'role', ${staffRole}`)} end as author,
    (select coalesce(json_agg(${personJson()} order by ${byName('u')}), '[]') from people u
      where u.id = any(m.people[1:${sql.lit(NAMED)}]) and u.removed_at is null) as people
  from messages m
  left join people u on u.id = m.author_id and u.removed_at is null
  left join roster r on r.course_id = m.course_id and r.person_id = u.id
  where m.course_id = ${courseId} and ${where}`

export async function findMessages(db: Db, courseId: string, { limit, after }: { limit: number; after?: string }) {
  const { rows } = await sql<SentMessage & { cursor: string }>`
    ${messagesOf(courseId, newest.after(after), sql`, ${newest.cursor} as cursor`)}
    order by ${newest.order} limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit)
}

/** For the recipients and for staff. Throws not_found. */
export async function getMessage(
  db: Db,
  { courseId, audience, viewer }: Pick<MemberGrant, 'courseId' | 'audience' | 'viewer'>,
  id: string,
): Promise<SentMessage> {
  const theirs = audience === 'staff' ? sql`true` : sql`(m.people is null or ${viewer._id}::uuid = any(m.people))`
  return found((await messagesOf(courseId, sql`m.id = ${id} and ${theirs}`).execute(db)).rows[0])
}

/** Whether all of them are on the course. */
export async function areOnCourse(db: Db, courseId: string, people: string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from roster r join people p on p.id = r.person_id and p.removed_at is null
    where r.course_id = ${courseId} and r.person_id = any(${people}::uuid[])`.execute(db)
  return rows[0]?.count === people.length
}

export const addMessage = (trx: Db, row: Insertable<DB['messages']>) => trx.insertInto('messages').values(row).execute()
