import { type Kysely, sql } from 'kysely'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, notFound, Refusal } from '../errors.ts'
import type { News } from '../live.ts'
import type { Viewer } from '../session/sessions.ts'

interface Change {
  viewer: Viewer
  courseId: string
  groupingId: string
  now: Date
}

interface NewGroup extends Change {
  id: string
  name: string
  description: string
  /** Ids; the asking person is in without being named. */
  members: string[]
}

/**
 * Makes a group, once: again with the same id changes nothing. Answers the news to publish. Throws not_found for the
 * grouping, invalid for somebody who is not on the roster, and already_in_group.
 */
export const createGroup = (
  db: Kysely<DB>,
  { viewer, courseId, groupingId, now, id, name, description, members }: NewGroup,
) =>
  db.transaction().execute(async (trx): Promise<News[]> => {
    const { rows } = await sql<{ made: string | null }>`
      with made as (
        insert into groups (course_id, grouping_id, id, name, description, created_by, created_at)
        select course_id, id, ${id}, ${name}, ${description}, ${viewer._id}, ${now}
        from groupings where course_id = ${courseId} and id = ${groupingId} and deleted_at is null
        on conflict (course_id, id) do nothing returning id)
      select (select id from made) as made
      from groupings k where k.course_id = ${courseId} and k.id = ${groupingId} and k.deleted_at is null`.execute(trx)
    const { made } = found(rows[0])
    if (!made) return []
    const people = [...new Set([viewer._id, ...members.map((member) => member.toLowerCase())])]
    await addMembers(trx, { courseId, groupingId, groupId: id, people })
    const others = people.filter((person) => person !== viewer._id)
    return record(trx, { viewer, courseId, now, title: `${nameOf(viewer)} added you to the group ${name}` }, others)
  })

interface Members {
  courseId: string
  groupingId: string
  groupId: string
  people: string[]
}

async function addMembers(trx: Db, { courseId, groupingId, groupId, people }: Members): Promise<void> {
  // In one order, so that two groups that want the same people do not wait for each other.
  const { rows } = await sql`
    insert into group_members (course_id, grouping_id, group_id, person_id)
    select r.course_id, ${groupingId}, ${groupId}, r.person_id
    from roster r join people p on p.id = r.person_id
    where r.course_id = ${courseId} and r.person_id = any(${people}) and p.removed_at is null
    order by r.person_id
    returning person_id`.execute(trx)
  if (rows.length < people.length) {
    throw new Refusal('invalid', { fields: { members: 'must all be on the roster of the course' } })
  }
}

interface Leaving extends Change {
  groupId: string
}

/**
 * Takes the person out of a group; with the last one the group goes too. Nobody leaves one that has handed something
 * in: what it handed in stays theirs, and another group would give them its attempts again. Answers the news to
 * publish. Throws not_found for who is not in the group, and conflict.
 */
export const leaveGroup = (db: Kysely<DB>, { viewer, courseId, groupingId, groupId, now }: Leaving) =>
  db.transaction().execute(async (trx): Promise<News[]> => {
    // Locked: of the last two to leave, one is the last.
    const { rows } = await sql<{ name: string }>`
      select name from groups where course_id = ${courseId} and grouping_id = ${groupingId} and id = ${groupId}
      for update`.execute(trx)
    const { name } = found(rows[0])
    const { rows: left } = await sql`
      delete from group_members
      where course_id = ${courseId} and grouping_id = ${groupingId} and group_id = ${groupId}
        and person_id = ${viewer._id} returning person_id`.execute(trx)
    if (left.length === 0) throw notFound()
    // Now that they are out: an attempt of theirs that was on its way has been waited for, and one to come is refused.
    if (await hasHandedIn(trx, courseId, groupId)) {
      throw new Refusal('conflict', { message: 'The group has handed something in, so its members stay in it.' })
    }
    const others = await membersOf(trx, courseId, groupId)
    if (others.length === 0) {
      await trx.deleteFrom('groups').where('course_id', '=', courseId).where('id', '=', groupId).execute()
    }
    return record(trx, { viewer, courseId, now, title: `${nameOf(viewer)} left the group ${name}` }, others)
  })

async function membersOf(trx: Db, courseId: string, groupId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('group_members')
    .select('person_id')
    .where('course_id', '=', courseId)
    .where('group_id', '=', groupId)
    .execute()
  return rows.map((row) => row.person_id)
}

async function hasHandedIn(trx: Db, courseId: string, groupId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('submissions')
    .select('id')
    .where('course_id', '=', courseId)
    .where('owner_id', '=', groupId)
    .limit(1)
    .execute()
  return rows.length > 0
}

const nameOf = ({ first, last }: Viewer) => `${first} ${last}`.trim()

interface Said {
  viewer: Viewer
  courseId: string
  now: Date
  title: string
}

/**
 * The others read it among their notifications, as news of an assignment: groups are formed to hand assignments in
 * together, and announcements are the staff's. The person's own devices learn that something changed.
 */
async function record(trx: Db, { viewer, courseId, now, title }: Said, others: string[]): Promise<News[]> {
  const event = {
    course_id: courseId,
    type: 'assignment' as const,
    title,
    link: `/course/${courseId}/group`,
    actor_id: viewer._id,
    created_at: now,
  }
  const own: News = { kind: 'course_changed', course_id: courseId, person_id: viewer._id }
  return [own, ...(await recordActivity(trx, event, others))]
}
