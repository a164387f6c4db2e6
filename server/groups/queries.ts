import { type Kysely, sql } from 'kysely'
import type { Group, Grouping, Invitation } from '../../contract/groups.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { fullName } from '../users/name.ts'
import { personJson, staffRole } from '../users/person.ts'
import { isShown } from './shown.ts'

const MOST_GROUPINGS = 100
/** A course of 2,000 in groups of one has 2,000. */
const MOST_GROUPS = 5_000
const MOST_SUBMITTED = 20

interface GroupRow extends Omit<Group, 'can' | 'invitation'> {
  /** Null: the person is not in it. */
  own: { leave: boolean; invitation: Invitation | null } | null
}

interface GroupingRow {
  id: string
  name: string
  revision: number
  publish_at: Date | null
  min_size: number | null
  max_size: number | null
  students_make: boolean
  made_until: Date | null
  /** Students make groups now. */
  open: boolean
  groups: GroupRow[]
  /** The groups that the person left before they accepted. */
  left: string[]
}

/** For whom it is read, and when. */
export interface Reader {
  courseId: string
  personId: string
  audience: MemberGrant['audience']
  now: Date
}

/** Whether students make groups of grouping `k`, and leave theirs. */
export const isOpen = (now: Date) => sql<boolean>`(k.students_make and (k.made_until is null or k.made_until > ${now}))`

const shown = ({ own, ...group }: GroupRow, mayComeBack = false): Group => ({
  ...group,
  ...(own?.invitation && { invitation: own.invitation }),
  can: { leave: own?.leave ?? false, accept: own ? own.invitation !== null : mayComeBack },
})

function shownGrouping(row: GroupingRow, { audience }: Reader): Grouping {
  const { id, name, groups, left, open, max_size, min_size, students_make, made_until, revision, publish_at } = row
  const isFree = open && groups.every(({ own }) => !own)
  const hasRoom = (group: GroupRow) => max_size === null || group.members.length < max_size
  const hasRules = max_size !== null || min_size !== null || !students_make || made_until !== null
  return {
    _id: id,
    grouping_name: name,
    groups: groups.map((group) => shown(group, isFree && hasRoom(group) && left.includes(group._id))),
    ...((audience === 'staff' || hasRules) && {
      rules: { min_size, max_size, students_make, made_until: made_until?.toISOString() ?? null },
    }),
    ...(audience === 'staff' && { revision, publish_at: publish_at?.toISOString() ?? null }),
  }
}

/** The members of group `g` whose accounts are there, by name. */
const members = sql`(
  select coalesce(json_agg(${personJson(sql`'accepted', m.accepted_at is not null, 'role', ${staffRole}`)}
    order by lower(u.first || u.last), u.id), '[]')
  from group_members m join people u on u.id = m.person_id
  left join roster r on r.course_id = m.course_id and r.person_id = m.person_id
  where m.course_id = g.course_id and m.group_id = g.id and u.removed_at is null)`

/** What a person sees whose acceptance group `g` waits for. */
export const invitation = sql`json_build_object(
  'grouping_id', g.grouping_id, 'group_id', g.id, 'group_name', g.name,
  'invited_by', coalesce((select ${fullName(sql`u`)} from people u where u.id = g.created_by), ''),
  'submitted', (
    select coalesce(json_agg(json_build_object('assignment_name', d.name, 'datetime', d.at) order by d.at, d.id), '[]')
    from (
      select a.id, a.name, max(s.submitted_at) as at
      from submissions s join assignments a on a.course_id = s.course_id and a.id = s.assignment_id
      where s.course_id = g.course_id and s.owner_id = g.id and ${isOut('a')}
      group by a.id, a.name order by at desc limit ${MOST_SUBMITTED}::integer) d))`

const handedIn = sql`exists (select from submissions s where s.course_id = g.course_id and s.owner_id = g.id)`

/**
 * What is the person's own of group `g`: null when it is not theirs. Looked for in their own group only, not in each of
 * thousands.
 */
const own = (personId: string, now: Date) => sql`(
  select json_build_object(
    'leave', m.accepted_at is null or not ${handedIn} and exists (
      select from groupings k where k.course_id = g.course_id and k.id = g.grouping_id and ${isOpen(now)}),
    'invitation', case when m.accepted_at is null then ${invitation} end)
  from group_members m
  where m.course_id = g.course_id and m.grouping_id = g.grouping_id and m.person_id = ${personId} and m.group_id = g.id)`

const group = ({ personId, audience, now }: Reader) => sql`json_build_object(
  '_id', g.id, 'name', g.name, 'description', g.description, 'img', g.img, 'members', ${members},
  ${audience === 'staff' ? sql`'revision', g.revision, 'submitted', ${handedIn},` : sql``}
  'own', ${own(personId, now)})`

const groupings = (reader: Reader) => sql`
  select k.id, k.name, k.revision, k.publish_at, k.min_size, k.max_size, k.students_make, k.made_until, ${isOpen(reader.now)} as open, (
    select coalesce(json_agg(${group(reader)} order by g.created_at, g.id), '[]') from (
      select * from groups g where g.course_id = k.course_id and g.grouping_id = k.id
      order by g.created_at, g.id limit ${MOST_GROUPS}) g) as groups, (
    select coalesce(json_agg(l.group_id), '[]') from group_leavers l
    where l.course_id = k.course_id and l.person_id = ${reader.personId}) as left
  from groupings k where k.course_id = ${reader.courseId} and k.deleted_at is null
    and ${reader.audience === 'student' ? isShown : sql`true`}`

export async function findGroupings(db: Kysely<DB>, reader: Reader): Promise<Grouping[]> {
  const { rows } = await sql<GroupingRow>`
    ${groupings(reader)} order by k.created_at, k.id limit ${MOST_GROUPINGS}`.execute(db)
  return rows.map((row) => shownGrouping(row, reader))
}

export async function getGrouping(db: Db, reader: Reader, id: string): Promise<Grouping> {
  const { rows } = await sql<GroupingRow>`${groupings(reader)} and k.id = ${id}`.execute(db)
  return shownGrouping(found(rows[0]), reader)
}

export const getGroup = async (db: Db, reader: Reader, id: string): Promise<Group> => {
  const { rows } = await sql<{ group: GroupRow }>`
    select ${group(reader)} as group from groups g where g.course_id = ${reader.courseId} and g.id = ${id}`.execute(db)
  return shown(found(rows[0]).group)
}
