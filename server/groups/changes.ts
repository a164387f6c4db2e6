import { type Kysely, sql } from 'kysely'
import { abilitiesOf } from '../access/abilities.ts'
import type { Role } from '../access/rules.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, notFound, Refusal } from '../errors.ts'
import type { LiveEvent } from '../live.ts'
import type { Viewer } from '../session/sessions.ts'
import { fullNameOf } from '../users/name.ts'
import { hasWorkedTogether, isOpen, isShown } from './queries.ts'
import { keepTyped, keepTypedOfAbsent, keepVersions } from './writes.ts'

/** Groups consist of students. */
const isInGroups = (role: Role): boolean => abilitiesOf(role).work

interface Change {
  viewer: Viewer
  courseId: string
  groupingId: string
  now: Date
}

interface NewGroup extends Change {
  role: Role
  id: string
  name: string
  description: string
  /** Ids; a student who asks is a member without being named. */
  members: string[]
}

/**
 * Makes a group of students, once, in the caller's transaction: a repeat with the same id changes nothing. A student
 * whom another student names has yet to accept; one whom staff name is a member at once, and the rules of the grouping
 * do not bind staff. Returns the live events to publish. Throws not_found for the grouping, invalid for a person who is
 * no student of the course, already_in_group, and to students groups_closed and group_full.
 */
export async function createGroup(
  trx: Db,
  { viewer, role, courseId, groupingId, now, id, name, description, members }: NewGroup,
): Promise<LiveEvent[]> {
  const { rows } = await sql<{ made: string | null; open: boolean; max_size: number | null }>`
    with made as (
      insert into groups (course_id, grouping_id, id, name, description, created_by, created_at)
      select k.course_id, k.id, ${id}, ${name}, ${description}, ${viewer._id}, ${now}
      from groupings k where course_id = ${courseId} and id = ${groupingId} and deleted_at is null
        and ${isInGroups(role) ? isShown : sql`true`}
      on conflict do nothing returning id)
    select (select id from made) as made, ${isOpen(now)} as open, k.max_size
    from groupings k where k.course_id = ${courseId} and k.id = ${groupingId} and k.deleted_at is null
      and ${isInGroups(role) ? isShown : sql`true`}`.execute(trx)
  const { made, open, max_size } = found(rows[0])
  if (!made) return []
  const isStudent = isInGroups(role)
  if (isStudent && !open) throw new Refusal('groups_closed')
  const own = isStudent ? [viewer._id] : []
  const people = [...new Set([...own, ...members.map((member) => member.toLowerCase())])]
  if (isStudent && max_size !== null && people.length > max_size) throw new Refusal('group_full')
  const others = people.filter((person) => person !== viewer._id)
  const waitsFor = isStudent ? others : []
  if (people.length > 0) await addMembers(trx, { courseId, groupingId, groupId: id, people, waitsFor })
  // The follow-up of a staff change notifies the people in it.
  if (!isStudent) return []
  return record(trx, { viewer, courseId, groupId: id, now, kind: 'added_to_group' }, others)
}

interface Members {
  courseId: string
  groupingId: string
  groupId: string
  people: string[]
  /** The people who have yet to accept. */
  waitsFor: string[]
}

async function addMembers(trx: Db, { courseId, groupingId, groupId, people, waitsFor }: Members): Promise<void> {
  // In one order, so that two groups with the same people do not wait for each other in a circle.
  const { rows } = await sql`
    insert into group_members (course_id, grouping_id, group_id, person_id, accepted_at)
    select r.course_id, ${groupingId}, ${groupId}, r.person_id, case when r.person_id <> all(${waitsFor}) then now() end
    from roster r join people p on p.id = r.person_id
    where r.course_id = ${courseId} and r.person_id = any(${people}) and r.role = 'student' and p.removed_at is null
    order by r.person_id
    returning person_id`.execute(trx)
  if (rows.length < people.length) {
    throw new Refusal('invalid', { fields: { members: 'must all be students of the course' } })
  }
}

interface OfGroup extends Change {
  groupId: string
}

/**
 * Accepts the group into which another student put the person, also after they had left it before accepting. Returns
 * the live events to publish. Throws not_found for a person whom nobody put into it, and already_in_group.
 */
export async function acceptGroup(db: Kysely<DB>, change: OfGroup): Promise<LiveEvent[]> {
  const { courseId, groupId } = change
  const { rows } = await sql`
    update group_members set accepted_at = coalesce(accepted_at, now())
    where ${isMember(change)}
    returning person_id`.execute(db)
  if (rows.length === 0) await db.transaction().execute((trx) => comeBack(trx, change))
  const members = await membersOf(db, courseId, groupId)
  return members.map((person_id) => ({ kind: 'course_changed', course_id: courseId, person_id, parts: ['work'] }))
}

/** Whether a row of `group_members` is the person's place in the group, which students see. */
const isMember = ({ viewer, courseId, groupingId, groupId }: OfGroup) => sql`
  course_id = ${courseId} and grouping_id = ${groupingId} and group_id = ${groupId} and person_id = ${viewer._id}
  and exists (select from groupings k where k.course_id = group_members.course_id
    and k.id = group_members.grouping_id and ${isShown})`

async function comeBack(trx: Db, change: OfGroup): Promise<void> {
  const { viewer, courseId, groupingId, groupId, now } = change
  // Of two who come back at the same moment, the second one sees the first among the members.
  await sql`select from groups where course_id = ${courseId} and id = ${groupId} for update`.execute(trx)
  const { rows: back } = await sql`
    select from group_members where ${isMember(change)} and accepted_at is not null`.execute(trx)
  // The same person came back at this moment, such as by a second press.
  if (back.length > 0) return
  const { rows } = await sql`
    insert into group_members (course_id, grouping_id, group_id, person_id)
    select g.course_id, g.grouping_id, g.id, l.person_id
    from group_leavers l
    join groups g on g.course_id = l.course_id and g.id = l.group_id and g.grouping_id = ${groupingId}
    join roster r on r.course_id = l.course_id and r.person_id = l.person_id and r.role = 'student'
    join groupings k on k.course_id = g.course_id and k.id = g.grouping_id and ${isShown}
      and ${isOpen(now)} and (k.max_size is null or k.max_size > (
        select count(*) from group_members o where o.course_id = g.course_id and o.group_id = g.id))
    where l.course_id = ${courseId} and l.group_id = ${groupId} and l.person_id = ${viewer._id}
    returning person_id`.execute(trx)
  if (rows.length === 0) await refuseToComeBack(trx, change)
}

/**
 * Throws why the person does not come back into a group: groups_closed, group_full, or not_found if they were never in
 * it.
 */
async function refuseToComeBack(db: Db, { viewer, courseId, groupingId, groupId, now }: OfGroup) {
  const { rows } = await sql<{ open: boolean; full: boolean }>`
    select ${isOpen(now)} as open, coalesce(k.max_size <= (
      select count(*) from group_members o where o.course_id = g.course_id and o.group_id = g.id), false) as full
    from group_leavers l
    join groups g on g.course_id = l.course_id and g.id = l.group_id and g.grouping_id = ${groupingId}
    join groupings k on k.course_id = g.course_id and k.id = g.grouping_id and ${isShown}
    join roster r on r.course_id = l.course_id and r.person_id = l.person_id and r.role = 'student'
    where l.course_id = ${courseId} and l.group_id = ${groupId} and l.person_id = ${viewer._id}`.execute(db)
  const { open, full } = found(rows[0])
  if (!open) throw new Refusal('groups_closed')
  if (full) throw new Refusal('group_full')
  // They have left at this moment.
  throw notFound()
}

/**
 * Takes the person out of a group; the group goes with its last member, unless it has handed something in. A person who
 * has accepted cannot leave a group that has handed something in: its submissions stay theirs, and another group would
 * give them its attempts again, or the time of one that they have begun; nor can they leave when students make no
 * groups any more. Returns the live events to publish. Throws not_found for a person who is not in the group, conflict,
 * and groups_closed.
 */
export const leaveGroup = (db: Kysely<DB>, change: OfGroup) =>
  db.transaction().execute(async (trx): Promise<LiveEvent[]> => {
    const { viewer, courseId, groupId, now } = change
    // First the member, then the group: everyone locks them in this order, so nobody waits in a circle.
    const { rows: left } = await sql<{ accepted: boolean }>`
      delete from group_members where ${isMember(change)}
      returning accepted_at is not null as accepted`.execute(trx)
    const { accepted } = found(left[0])
    // Locked, so that one of the last two members to leave is the last.
    const { rows } = await sql<{ open: boolean }>`
      select ${isOpen(now)} as open from groups g
      join groupings k on k.course_id = g.course_id and k.id = g.grouping_id
      where g.course_id = ${courseId} and g.id = ${groupId} for update of g`.execute(trx)
    const { open } = found(rows[0])
    if (accepted && !open) throw new Refusal('groups_closed')
    // Now that they have left, an attempt of theirs that was on its way has finished, and a later one is refused.
    const isBound = await hasWorkedTogether(trx, courseId, groupId)
    if (accepted && isBound) {
      throw new Refusal('conflict', { message: 'The group has begun or handed in work, so its members stay in it.' })
    }
    const others = await membersOf(trx, courseId, groupId)
    const goes = others.length === 0 && !isBound
    const typed = sql`select ${viewer._id}::uuid as person_id, ${groupId}::uuid as group_id`
    if (accepted) await keepTyped(trx, courseId, typed)
    if (accepted && goes) await keepVersions(trx, courseId, typed)
    if (goes) {
      await keepTypedOfAbsent(trx, courseId, [groupId])
      await trx.deleteFrom('groups').where('course_id', '=', courseId).where('id', '=', groupId).execute()
    } else if (!accepted) {
      const leaver = { course_id: courseId, person_id: viewer._id, group_id: groupId }
      await trx
        .insertInto('group_leavers')
        .values(leaver)
        .onConflict((c) => c.doNothing())
        .execute()
    }
    return record(trx, { viewer, courseId, groupId, now, kind: 'left_group' }, others)
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

interface Said extends Omit<OfGroup, 'groupingId'> {
  kind: 'added_to_group' | 'left_group'
}

/** The others get a notification. The person's own devices renew themselves. */
async function record(trx: Db, { viewer, courseId, groupId, now, kind }: Said, people: string[]): Promise<LiveEvent[]> {
  const activity = { course_id: courseId, kind, subject_id: groupId, params: { person: fullNameOf(viewer) } }
  const own: LiveEvent = {
    kind: 'course_changed',
    course_id: courseId,
    person_id: viewer._id,
    parts: ['work', 'activity'],
  }
  return [own, ...(await recordActivity(trx, { ...activity, actor_id: viewer._id, created_at: now, people }))]
}
