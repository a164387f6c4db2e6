import { sql } from 'kysely'
import type { Group, Grouping, Invitation } from '../../contract/groups.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { byName, fullName } from '../users/name.ts'
import { personJson, staffRole } from '../users/person.ts'

/**
 * Whether students see grouping `k`: once it is published, or once an assignment is that its groups hand in, because
 * that shows the names of the groups. Scalar queries, because PostgreSQL would read whole tables for an `or` of
 * `exists`.
 */
export const isShown = sql<boolean>`(k.deleted_at is null and coalesce(
  (select true from groupings o where o.course_id = k.course_id and o.id = k.id and ${isOut('o')}),
  (select true from assignments w
    where w.course_id = k.course_id and w.grouping_id = k.id and ${isOut('w')} limit 1), false))`

const MOST_GROUPINGS = 100
/** A course of 2,000 in groups of one has 2,000. */
const MOST_GROUPS = 5_000
const MOST_SUBMITTED = 20

interface GroupRow extends Omit<Group, 'can' | 'invitation'> {
  /** Null: the person is not in it. */
  own: { leave: boolean; invitation: Invitation | null } | null
}

/** A grouping as everyone of its audience sees it. */
export interface CommonGrouping {
  id: string
  name: string
  revision: number
  publish_at: Date | null
  min_size: number | null
  max_size: number | null
  students_make: boolean
  made_until: Date | null
  groups: Omit<GroupRow, 'own' | 'submitted'>[]
}

/** The person's own part of a grouping, and the part that changes all the time. */
interface OwnGrouping {
  id: string
  /** Students may make groups now. */
  open: boolean
  /** The groups that the person left before accepting. */
  left: string[]
  /** The person's group. */
  group_id: string | null
  own: GroupRow['own']
  /** The groups with a submission; for staff. */
  submitted: string[]
}

/** The reader, and the time of reading. */
export interface Reader {
  courseId: string
  personId: string
  audience: MemberGrant['audience']
  now: Date
}

/** Whether students may make and leave groups of grouping `k`. */
export const isOpen = (now: Date) => sql<boolean>`(k.students_make and (k.made_until is null or k.made_until > ${now}))`

const shown = ({ own, ...group }: GroupRow, mayComeBack = false): Group => ({
  ...group,
  ...(own?.invitation && { invitation: own.invitation }),
  can: { leave: own?.leave ?? false, accept: own ? own.invitation !== null : mayComeBack },
})

function shownGrouping(row: CommonGrouping, mine: OwnGrouping, { audience }: Reader): Grouping {
  const { id, name, max_size, min_size, students_make, made_until, revision, publish_at } = row
  const { left, open, group_id } = mine
  const submitted = new Set(mine.submitted)
  const groups = row.groups.map((group) => ({
    ...group,
    ...(audience === 'staff' && { submitted: submitted.has(group._id) }),
    own: group._id === group_id ? mine.own : null,
  }))
  const isFree = open && group_id === null
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

/** The members of group `g` with an account, by name. */
const members = sql`(
  select coalesce(json_agg(${personJson(sql`'accepted', m.accepted_at is not null, 'role', ${staffRole}`)}
    order by ${byName('u')}), '[]')
  from group_members m join people u on u.id = m.person_id
  left join roster r on r.course_id = m.course_id and r.person_id = m.person_id
  where m.course_id = g.course_id and m.group_id = g.id and u.removed_at is null)`

/** The group `g` as a person sees it who has yet to accept. */
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

/** Group `g` has handed in, or began an attempt with a time limit, which another group could begin anew. */
export const hasWorked = sql`(${handedIn} or exists (
  select from assignments w join attempt_starts b on b.course_id = w.course_id and b.assignment_id = w.id
  where w.course_id = g.course_id and w.grouping_id = g.grouping_id and b.owner_id = g.id))`

export async function hasWorkedTogether(db: Db, courseId: string, groupId: string): Promise<boolean> {
  const { rows } = await sql`
    select from groups g where g.course_id = ${courseId} and g.id = ${groupId} and ${hasWorked}`.execute(db)
  return rows.length > 0
}

/** The own data of member `m` of group `g`. */
const own = (now: Date) => sql`json_build_object(
  'leave', m.accepted_at is null or not ${hasWorked} and exists (
    select from groupings k where k.course_id = g.course_id and k.id = g.grouping_id and ${isOpen(now)}),
  'invitation', case when m.accepted_at is null then ${invitation} end)`

const commonGroup = ({ audience }: Pick<Reader, 'audience'>) => sql`
  '_id', g.id, 'name', g.name, 'description', g.description, 'img', g.img, 'members', ${members}
  ${audience === 'staff' ? sql`, 'revision', g.revision` : sql``}`

/** The groupings `k` that the reader sees, or one of them. */
const seen = ({ courseId, audience }: Pick<Reader, 'courseId' | 'audience'>, id?: string) => sql`
  groupings k where k.course_id = ${courseId} and k.deleted_at is null
    and ${audience === 'student' ? isShown : sql`true`} ${id ? sql`and k.id = ${id}` : sql``}`

export async function findCommon(
  db: Db,
  reader: Pick<Reader, 'courseId' | 'audience'>,
  id?: string,
): Promise<CommonGrouping[]> {
  const { rows } = await sql<CommonGrouping>`
    select k.id, k.name, k.revision, k.publish_at, k.min_size, k.max_size, k.students_make, k.made_until, (
      select coalesce(json_agg(json_build_object(${commonGroup(reader)}) order by g.created_at, g.id), '[]') from (
        select * from groups g where g.course_id = k.course_id and g.grouping_id = k.id
        order by g.created_at, g.id limit ${MOST_GROUPS}) g) as groups
    from ${seen(reader, id)} order by k.created_at, k.id limit ${MOST_GROUPINGS}`.execute(db)
  return rows
}

async function findOwn(db: Db, reader: Reader, id?: string): Promise<Map<string, OwnGrouping>> {
  const { personId, audience, now } = reader
  const submitted = sql`(
    select coalesce(json_agg(g.id), '[]') from (
      select g.id from groups g where g.course_id = k.course_id and g.grouping_id = k.id and ${handedIn}
      limit ${MOST_GROUPS}) g)`
  const { rows } = await sql<OwnGrouping>`
    select k.id, ${isOpen(now)} as open, ${audience === 'staff' ? submitted : sql`'[]'::json`} as submitted,
      mine.group_id, mine.own, (
      select coalesce(json_agg(l.group_id), '[]') from group_leavers l
      where l.course_id = k.course_id and l.person_id = ${personId}) as left
    from (select k.* from ${seen(reader, id)} order by k.created_at, k.id limit ${MOST_GROUPINGS}) k
    left join lateral (
      select g.id as group_id, ${own(now)} as own
      from group_members m join groups g on g.course_id = m.course_id and g.id = m.group_id
      where m.course_id = k.course_id and m.grouping_id = k.id and m.person_id = ${personId}) mine on true`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** `common`: the kept part of the groupings, if there is one. */
export async function findGroupings(
  db: Db,
  reader: Reader,
  common: Promise<CommonGrouping[]> = findCommon(db, reader),
  id?: string,
): Promise<Grouping[]> {
  const [rows, own] = await Promise.all([common, findOwn(db, reader, id)])
  return rows.flatMap((row) => {
    const mine = own.get(row.id)
    return mine ? [shownGrouping(row, mine, reader)] : []
  })
}

export const getGrouping = async (
  db: Db,
  reader: Reader,
  id: string,
  common: Promise<CommonGrouping[]> = findCommon(db, reader, id),
): Promise<Grouping> => found((await findGroupings(db, reader, common, id))[0])

const group = (reader: Reader) => sql`json_build_object(${commonGroup(reader)}
  ${reader.audience === 'staff' ? sql`, 'submitted', ${handedIn}` : sql``}, 'own', (
    select ${own(reader.now)} from group_members m
    where m.course_id = g.course_id and m.grouping_id = g.grouping_id and m.person_id = ${reader.personId}
      and m.group_id = g.id))`

export const getGroup = async (db: Db, reader: Reader, id: string): Promise<Group> => {
  const { rows } = await sql<{ group: GroupRow }>`
    select ${group(reader)} as group from groups g where g.course_id = ${reader.courseId} and g.id = ${id}`.execute(db)
  return shown(found(rows[0]).group)
}
