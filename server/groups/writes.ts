import { type RawBuilder, sql } from 'kysely'
import { type AllowanceRow, allowancesOf, termsFor } from '../assignments/allowances.ts'
import { dates } from '../assignments/queries.ts'
import type { Dates } from '../assignments/terms.ts'
import type { RowChange } from '../changes/putBackMany.ts'
import type { Db } from '../db/database.ts'
import { found, Refusal } from '../errors.ts'
import { hasWorked, hasWorkedTogether } from './queries.ts'

/* Staff's writes to the groups of a grouping, each in the transaction of a change. */

interface Place {
  courseId: string
  groupingId: string
}

/** The names of an existing grouping and its groups. Throws not_found. */
export async function namesOf(db: Db, { courseId, groupingId }: Place) {
  const { rows } = await sql<{ name: string; groups: string[] }>`
    select k.name, array(select g.name from groups g where g.course_id = k.course_id and g.grouping_id = k.id) as groups
    from groupings k where k.course_id = ${courseId} and k.id = ${groupingId} and k.deleted_at is null`.execute(db)
  return found(rows[0])
}

/** The students without a group of the grouping, in a random order. */
export async function findUngrouped(db: Db, { courseId, groupingId }: Place) {
  const { rows } = await sql<{ id: string; section: string }>`
    select r.person_id as id, r.section from roster r join people p on p.id = r.person_id
    where r.course_id = ${courseId} and r.role = 'student' and p.removed_at is null and not exists (
      select from group_members m
      where m.course_id = r.course_id and m.grouping_id = ${groupingId} and m.person_id = r.person_id)
    order by random()`.execute(db)
  return rows
}

interface NewGroup {
  id: string
  name: string
  members: string[]
}

/** Two people who make groups of many students do so one after the other. */
export const lockGrouping = (trx: Db, { courseId, groupingId }: Place) =>
  sql`select from groupings where course_id = ${courseId} and id = ${groupingId} for no key update`.execute(trx)

/** Makes groups of people who are in none; a person who has just joined one stays there. */
export async function makeGroups(
  trx: Db,
  { courseId, groupingId, actorId, now }: Place & { actorId: string; now: Date },
  groups: NewGroup[],
): Promise<void> {
  await sql`
    insert into groups (course_id, grouping_id, id, name, created_by, created_at)
    select ${courseId}, ${groupingId}, i.id, i.name, ${actorId}, ${now}::timestamptz + i.place * interval '1 microsecond'
    from unnest(${groups.map((one) => one.id)}::uuid[], ${groups.map((one) => one.name)}::text[])
      with ordinality as i (id, name, place)`.execute(trx)
  const members = groups.flatMap(({ id, members }) => members.map((person_id) => ({ person_id, group_id: id })))
  await sql`
    insert into group_members (course_id, grouping_id, group_id, person_id)
    select ${courseId}, ${groupingId}, i.group_id, i.person_id
    from unnest(${members.map((m) => m.person_id)}::uuid[], ${members.map((m) => m.group_id)}::uuid[])
      as i (person_id, group_id)
    order by i.person_id on conflict do nothing`.execute(trx)
}

interface Move {
  person_id: string
  /** Null: out of their group. */
  group_id: string | null
}

/**
 * Moves students into groups. A student who leaves a group keeps its draft and the submissions from their time in it.
 * Returns the timed assignments that they may begin again by that. Throws invalid for a person who is no student of the
 * course, and for a group of another grouping.
 */
export async function moveMembers(trx: Db, place: Place & { now: Date }, moves: Move[]): Promise<string[]> {
  const { courseId, groupingId } = place
  const people = moves.map(({ person_id }) => person_id)
  const wanted = [...new Set(moves.flatMap(({ group_id }) => group_id ?? []))]
  // First the members, then the groups, each in one order: everyone locks them so, and nobody waits in a circle.
  await sql`
    select from group_members where course_id = ${courseId} and grouping_id = ${groupingId}
      and person_id = any(${people}::uuid[]) order by person_id for update`.execute(trx)
  const { rows: there } = await sql<{ id: string }>`
    select id from groups where course_id = ${courseId} and grouping_id = ${groupingId} and id = any(${wanted}::uuid[])
    order by id for key share`.execute(trx)
  if (there.length < wanted.length) throw invalid('group_id', 'is not a group of this grouping')
  const begun = await findBegun(trx, place, moves)
  await keepTypedOf(
    trx,
    place,
    sql`m.person_id = any(${people}::uuid[]) and m.group_id is distinct from (
    select i.group_id from unnest(${people}::uuid[], ${moves.map(({ group_id }) => group_id)}::uuid[])
      as i (person_id, group_id) where i.person_id = m.person_id)`,
  )
  const out = moves.filter(({ group_id }) => group_id === null).map(({ person_id }) => person_id)
  if (out.length > 0)
    await sql`
      delete from group_members where course_id = ${courseId} and grouping_id = ${groupingId}
        and person_id = any(${out}::uuid[])`.execute(trx)
  const into = moves.flatMap(({ person_id, group_id }) => (group_id === null ? [] : [{ person_id, group_id }]))
  if (into.length > 0) await putInto(trx, place, into)
  return begun
}

/**
 * The names of the timed assignments that groups have begun, and their members may begin again after these moves: until the
 * latest closing date of those who are moved and of whom they are put together with.
 */
async function findBegun(
  db: Db,
  { courseId, groupingId, now }: Place & { now: Date },
  moves: Move[],
): Promise<string[]> {
  const people = sql`${moves.map(({ person_id }) => person_id)}::uuid[]`
  const groups = sql`${moves.map(({ group_id }) => group_id)}::uuid[]`
  const together = sql`
    select null::uuid as grouping_id, i.group_id, r.person_id, r.section
    from unnest(${people}, ${groups}) as i (person_id, group_id)
    join roster r on r.course_id = ${courseId} and r.person_id = i.person_id
    union all
    select null, m.group_id, r.person_id, r.section
    from group_members m join roster r on r.course_id = m.course_id and r.person_id = m.person_id
    where m.course_id = ${courseId} and m.group_id = any(${groups})`
  const { rows } = await sql<Dates & { name: string; allowances: AllowanceRow[] | null }>`
    select a.name, ${dates}, ${allowancesOf(sql`a.course_id`, together, sql`a.id`)} as allowances
    from assignments a join courses c on c.id = a.course_id
    where a.course_id = ${courseId} and a.grouping_id = ${groupingId} and a.deleted_at is null
      and a.time_limit is not null and exists (
        select from unnest(${people}, ${groups}) as i (person_id, group_id)
        join group_members m on m.course_id = a.course_id and m.grouping_id = a.grouping_id
          and m.person_id = i.person_id and m.group_id is distinct from i.group_id
        join attempt_starts b on b.course_id = a.course_id and b.assignment_id = a.id and b.owner_id = m.group_id
        where not exists (
          select from attempt_starts t where t.course_id = a.course_id and t.assignment_id = a.id
            and t.owner_id = i.group_id and t.attempt = b.attempt))
    order by a.due_at nulls last, a.id`.execute(db)
  return rows.filter((a) => (termsFor(a, a.allowances).closes ?? now) >= now).map(({ name }) => name)
}

/** The scores of some students for what the groups of a grouping hand in. */
export async function findScores(db: Db, { courseId, groupingId }: Place, people: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ score: string }>`
    select concat_ws(' ', w.person_id, w.assignment_id, w.score) as score from graded_works w
    join assignments a on a.course_id = w.course_id and a.id = w.assignment_id and a.deleted_at is null
    where w.course_id = ${courseId} and a.grouping_id = ${groupingId} and w.person_id = any(${people}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ score }) => score))
}

async function putInto(
  trx: Db,
  { courseId, groupingId }: Place,
  members: { person_id: string; group_id: string }[],
): Promise<void> {
  const { rows } = await sql<{ students: number }>`
    with asked as (
      select r.person_id, i.group_id
      from unnest(${members.map((m) => m.person_id)}::uuid[], ${members.map((m) => m.group_id)}::uuid[])
        as i (person_id, group_id)
      join roster r on r.course_id = ${courseId} and r.person_id = i.person_id and r.role = 'student'
      join people p on p.id = r.person_id and p.removed_at is null),
    put as (
      insert into group_members (course_id, grouping_id, group_id, person_id)
      select ${courseId}, ${groupingId}, group_id, person_id from asked order by person_id
      on conflict (course_id, grouping_id, person_id) do update
        set group_id = excluded.group_id, accepted_at = now()
        where group_members.group_id <> excluded.group_id or group_members.accepted_at is null)
    select count(*)::int as students from asked`.execute(trx)
  if (rows[0]?.students !== members.length) throw invalid('person_id', 'must all be students of the course')
}

/**
 * A person who typed with a group and leaves it finds the group's draft among their own earlier versions. Nobody saves it
 * until the transaction ends, and a save that waits for that finds another row then, and asks again whose draft it is: it
 * is not in the copy. `left`: person_id, group_id, whose members are locked, so that no draft begins meanwhile.
 */
export const keepTyped = (trx: Db, courseId: string, left: RawBuilder<unknown>) =>
  sql`
  with gone as (${left}),
  there as (
    select d.course_id, d.assignment_id, d.owner_id from drafts d
    where d.course_id = ${courseId} and d.owner_id in (select group_id from gone)
    order by d.assignment_id, d.owner_id for update),
  typed as (
    update drafts d set owner_id = d.owner_id from there t
    where (d.course_id, d.assignment_id, d.owner_id) = (t.course_id, t.assignment_id, t.owner_id) returning d.*)
  insert into draft_versions (course_id, assignment_id, owner_id, id, person_id, kind, fields, created_at)
  select d.course_id, d.assignment_id, m.person_id, gen_random_uuid(), m.person_id, 'aside',
    (select coalesce(jsonb_object_agg(key, value->'value'), '{}') from jsonb_each(d.fields)), d.updated_at
  from gone m join typed d on d.owner_id = m.group_id`.execute(trx)

/**
 * The earlier versions of a group that is removed stay with those who were in it then. After `keepTyped`, so that no save
 * adds one meanwhile.
 */
export const keepVersions = (trx: Db, courseId: string, left: RawBuilder<unknown>) =>
  sql`
  insert into draft_versions (course_id, assignment_id, owner_id, id, person_id, kind, fields, created_at)
  select v.course_id, v.assignment_id, m.person_id, gen_random_uuid(), v.person_id, v.kind, v.fields, v.created_at
  from (${left}) m join draft_versions v
    on v.course_id = ${courseId} and v.owner_id = m.group_id`.execute(trx)

/** Both for those members who have accepted; `keepVersions` for the groups that are `removed`. */
async function keepTypedOf(
  trx: Db,
  { courseId, groupingId }: Place,
  who: RawBuilder<unknown>,
  removed: string[] = [],
): Promise<void> {
  const left = sql`
    select m.person_id, m.group_id from group_members m
    where m.course_id = ${courseId} and m.grouping_id = ${groupingId} and m.accepted_at is not null and ${who}`
  await keepTyped(trx, courseId, left)
  if (removed.length > 0) await keepVersions(trx, courseId, sql`${left} and m.group_id = any(${removed}::uuid[])`)
}

/**
 * Both for whom an undo takes out of a group, by the rows that it puts back. Returns the timed assignments that they may
 * begin again by that.
 */
export async function keepTypedOfRows(
  trx: Db,
  { courseId, now }: { courseId: string; now: Date },
  rows: RowChange[],
): Promise<string[]> {
  const left = rows.flatMap(({ table_name, key, before, after }) =>
    table_name === 'group_members' && after && after.group_id !== before?.group_id
      ? [
          {
            grouping_id: String(key.grouping_id),
            person_id: String(key.person_id),
            from: after.group_id,
            to: before?.group_id,
          },
        ]
      : [],
  )
  const removed = rows.flatMap(({ table_name, key, before }) =>
    table_name === 'groups' && !before ? [String(key.id)] : [],
  )
  if (left.length + removed.length === 0) return []
  await lockLeft(trx, courseId, left, removed)
  const begun: string[] = []
  for (const [groupingId, some] of Map.groupBy(left, ({ grouping_id }) => grouping_id)) {
    const place = { courseId, groupingId }
    const moves = some.map(({ person_id, to }) => ({ person_id, group_id: to === undefined ? null : String(to) }))
    begun.push(...(await findBegun(trx, { ...place, now }, moves)))
    await keepTypedOf(
      trx,
      place,
      sql`
      (m.person_id, m.group_id) in (
        select * from unnest(${some.map(({ person_id }) => person_id)}::uuid[], ${some.map(({ from }) => from)}::uuid[]))`,
      removed,
    )
  }
  if (removed.length > 0) await keepTypedOfAbsent(trx, courseId, removed)
  return begun
}

/** First the members, then the groups, as everybody locks them: no draft of theirs begins until the transaction ends. */
async function lockLeft(
  trx: Db,
  courseId: string,
  left: { grouping_id: string; person_id: string }[],
  removed: string[],
): Promise<void> {
  await sql`
    select from group_members where course_id = ${courseId} and (grouping_id, person_id) in (
      select * from unnest(${left.map((one) => one.grouping_id)}::uuid[], ${left.map((one) => one.person_id)}::uuid[]))
    order by grouping_id, person_id for update`.execute(trx)
  await sql`
    select from groups where course_id = ${courseId} and id = any(${removed}::uuid[]) order by id for update`.execute(
    trx,
  )
}

/**
 * What groups that are removed had typed, and their earlier versions, stay also with those who were members until they
 * left the course and may be back. A version stays with whoever made it, also when they were moved out of the group.
 */
export async function keepTypedOfAbsent(trx: Db, courseId: string, removed: string[]): Promise<void> {
  const absent = sql`
    select w.person_id, (m->>'group_id')::uuid as group_id
    from roster_removed w cross join jsonb_array_elements(w.member_of) m
    where w.course_id = ${courseId} and (m->>'group_id')::uuid = any(${removed}::uuid[])
      and m->>'accepted_at' is not null`
  await keepTyped(trx, courseId, absent)
  await keepVersions(trx, courseId, absent)
  await sql`
    insert into draft_versions (course_id, assignment_id, owner_id, id, person_id, kind, fields, created_at)
    select v.course_id, v.assignment_id, v.person_id, gen_random_uuid(), v.person_id, v.kind, v.fields, v.created_at
    from draft_versions v
    where v.course_id = ${courseId} and v.owner_id = any(${removed}::uuid[]) and v.person_id is not null
      and not exists (
        select from draft_versions o
        where o.course_id = v.course_id and o.assignment_id = v.assignment_id and o.owner_id = v.person_id
          and (o.created_at, o.kind, o.fields) = (v.created_at, v.kind, v.fields))`.execute(trx)
}

interface OneGroup extends Place {
  groupId: string
  revision: number
}

/** Whether the group has that revision, which it then keeps until the end of the transaction. Throws not_found. */
export async function lockGroup(trx: Db, { courseId, groupingId, groupId, revision }: OneGroup): Promise<boolean> {
  const { rows } = await sql<{ revision: number }>`
    select revision from groups where course_id = ${courseId} and grouping_id = ${groupingId} and id = ${groupId}
    for update`.execute(trx)
  return found(rows[0]).revision === revision
}

/** Before the group is locked: whoever works for a group locks their place in it first. */
export const lockMembers = (trx: Db, { courseId, groupId }: OneGroup) =>
  sql`
    select from group_members where course_id = ${courseId} and group_id = ${groupId}
    order by person_id for update`.execute(trx)

export const editGroup = (trx: Db, { courseId, groupId }: OneGroup, asked: { name?: string; description?: string }) =>
  sql`
    update groups set name = coalesce(${asked.name ?? null}, name),
      description = coalesce(${asked.description ?? null}, description)
    where course_id = ${courseId} and id = ${groupId}`.execute(trx)

/** Its members are in none then. Throws in_use for a group that has worked together. */
export async function removeGroup(trx: Db, group: OneGroup): Promise<void> {
  const { courseId, groupId } = group
  if (await hasWorkedTogether(trx, courseId, groupId))
    throw new Refusal('in_use', { message: 'The group has begun or handed in work, so it stays.' })
  await keepTypedOf(trx, group, sql`m.group_id = ${groupId}`, [groupId])
  await keepTypedOfAbsent(trx, courseId, [groupId])
  await sql`delete from group_members where course_id = ${courseId} and group_id = ${groupId}`.execute(trx)
  await sql`delete from groups where course_id = ${courseId} and id = ${groupId}`.execute(trx)
}

/**
 * The groups of a grouping without members that have not worked together. Whoever left the course as a member keeps what
 * the group had typed, and whoever made one of its earlier versions keeps that one.
 */
export async function removeEmptyGroups(trx: Db, { courseId, groupingId }: Place): Promise<void> {
  // Locked by a statement of their own, so that the next one sees whoever was joining one of them.
  await sql`
    select from groups where course_id = ${courseId} and grouping_id = ${groupingId} order by id for update`.execute(
    trx,
  )
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g where g.course_id = ${courseId} and g.grouping_id = ${groupingId}
      and not exists (select from group_members m where m.course_id = g.course_id and m.group_id = g.id)
      and not ${hasWorked}`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await keepTypedOfAbsent(trx, courseId, ids)
  await sql`delete from groups where course_id = ${courseId} and id = any(${ids}::uuid[])`.execute(trx)
}

/** How many assignments an answer names. */
const NAMED = 5

/** Throws in_use with the assignments that its groups hand in. */
export async function refuseIfUsed(trx: Db, { courseId, groupingId }: Place): Promise<void> {
  const { rows } = await sql<{ _id: string; name: string }>`
    select id as _id, name from assignments
    where course_id = ${courseId} and grouping_id = ${groupingId} and deleted_at is null
    order by due_at nulls last, id limit ${NAMED}`.execute(trx)
  if (rows.length > 0)
    throw new Refusal('in_use', { message: 'An assignment is handed in by its groups, so it stays.', current: rows })
}

const invalid = (field: string, message: string) => new Refusal('invalid', { fields: { [field]: message } })
