import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../access/rules.ts'
import type { RowChange } from '../changes/putBackMany.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import { type Renamed, rename } from './renamed.ts'

/* Writes of the roster, each in the transaction of a change. One statement for any number of people. */

export interface Added {
  /** Absent: the place is for the person who signs in with the address. */
  personId?: string
  /** In small letters. */
  email: string
  first: string
  last: string
  role: Role
  section: string
}

/** Rows as a table of their columns. */
const table = <Row extends object>(rows: Row[], types: { [Column in keyof Row]: string }): RawBuilder<unknown> => {
  const columns = Object.keys(types) as (keyof Row & string)[]
  const arrays = columns.map((column) => sql`${rows.map((row) => row[column])}::${sql.raw(types[column])}[]`)
  return sql`unnest(${sql.join(arrays)}) with ordinality as i (${sql.join(columns.map((name) => sql.ref(name)))}, n)`
}

/** After the last instructor: the course names them in this order. */
const lastPosition = (courseId: string) => sql`
  (select coalesce(max(o.position), -1) from roster o where o.course_id = ${courseId} and o.role = 'instructor')`

interface Change {
  courseId: string
  changeId: string
  now: Date
}

/** The section of a student who comes back, unless they get one; `x` is their row of `roster_removed`, if any. */
export const earlierSection = sql`case when x.role = 'student' then x.section else '' end`

/**
 * Puts people on the course. Removed people come back with their work, and students into the section that they had; people
 * who are on it stay as they are.
 */
export async function addPlaces(trx: Db, { courseId, changeId, now }: Change, added: Added[]): Promise<void> {
  const known = added.flatMap(({ personId, role, section }) =>
    personId ? [{ person_id: personId, role, section }] : [],
  )
  if (known.length > 0) {
    await sql`
      insert into roster (course_id, person_id, role, section, title, position, joined_at)
      select ${courseId}::uuid, i.person_id, i.role,
        case when i.role = 'student' and i.section = '' then ${earlierSection} else i.section end, coalesce(x.title, ''),
        case i.role when 'instructor' then ${lastPosition(courseId)} + i.n else 0 end, coalesce(x.joined_at, ${now})
      from ${table(known, { person_id: 'uuid', role: 'text', section: 'text' })}
      left join roster_removed x on x.course_id = ${courseId} and x.person_id = i.person_id
      on conflict do nothing`.execute(trx)
    await forgetRemoved(
      trx,
      courseId,
      known.map(({ person_id }) => person_id),
    )
  }
  const unknown = added.flatMap(({ personId, ...one }) => (personId ? [] : [{ id: newId(), ...one }]))
  if (unknown.length > 0) {
    await sql`
      insert into roster_pending (course_id, id, email, first, last, role, section, change_id, added_at)
      select ${courseId}::uuid, i.id, i.email, i.first, i.last, i.role, i.section, ${changeId}::uuid, ${now}
      from ${table(unknown, { id: 'uuid', email: 'text', first: 'text', last: 'text', role: 'text', section: 'text' })}
      on conflict do nothing`.execute(trx)
  }
}

export interface Edited {
  id: string
  role: Role
  section: string
}

/** Changes people on the course, and people who have not signed in yet; what is for a renamed section follows. */
export async function editPlaces(trx: Db, courseId: string, edited: Edited[], renamed: Renamed[]): Promise<void> {
  if (renamed.length > 0) await rename(trx, courseId, renamed)
  const items = table(edited, { id: 'uuid', role: 'text', section: 'text' })
  await sql`
    update roster r set role = i.role, section = i.section,
      position = case when i.role = 'instructor' and r.role <> 'instructor'
        then ${lastPosition(courseId)} + i.n else r.position end
    from ${items}
    where r.course_id = ${courseId} and r.person_id = i.id
      and (r.role, r.section) is distinct from (i.role, i.section)`.execute(trx)
  await sql`
    update roster_pending w set role = i.role, section = i.section from ${items}
    where w.course_id = ${courseId} and w.id = i.id
      and (w.role, w.section) is distinct from (i.role, i.section)`.execute(trx)
}

/** The rows of `group_members` of row `r` of the roster. */
const groupsOf = sql`coalesce((
  select jsonb_agg(to_jsonb(m)) from group_members m
  where m.course_id = r.course_id and m.person_id = r.person_id), '[]')`

export async function removePlaces(trx: Db, courseId: string, ids: string[], now: Date): Promise<void> {
  // Before the roster rows go, because their groups go with them.
  await sql`
    insert into roster_removed
      (course_id, person_id, role, title, position, section, joined_at, member_of, removed_at)
    select r.course_id, r.person_id, r.role, r.title, r.position, r.section, r.joined_at,
      ${groupsOf}, ${now}
    from roster r where r.course_id = ${courseId} and r.person_id = any(${ids}::uuid[])`.execute(trx)
  await sql`delete from roster where course_id = ${courseId} and person_id = any(${ids}::uuid[])`.execute(trx)
  await sql`delete from roster_pending where course_id = ${courseId} and id = any(${ids}::uuid[])`.execute(trx)
}

/** Restores people to the places that they had. */
export async function restorePlaces(trx: Db, courseId: string, ids: string[]): Promise<void> {
  await sql`
    insert into roster (course_id, person_id, role, title, position, section, joined_at)
    select course_id, person_id, role, title, position, section, joined_at
    from roster_removed where course_id = ${courseId} and person_id = any(${ids}::uuid[])
    on conflict do nothing`.execute(trx)
  await forgetRemoved(trx, courseId, ids)
}

/**
 * Once they are on the roster again, because a trigger restores their groups then. Returns whether somebody had been in
 * one.
 */
export async function forgetRemoved(trx: Db, courseId: string, ids: string[]): Promise<boolean> {
  const { rows } = await sql<{ grouped: boolean }>`
    delete from roster_removed where course_id = ${courseId} and person_id = any(${ids}::uuid[])
    returning member_of <> '[]' as grouped`.execute(trx)
  return rows.some(({ grouped }) => grouped)
}

/**
 * The rows of a change for its undo. Whoever the change brought back to the course, and the undo removes again, leaves
 * the groups that they are in by now, and would come back into these.
 */
export async function withPresentGroups<Row extends RowChange>(trx: Db, courseId: string, rows: Row[]): Promise<Row[]> {
  const leaving = rows.filter(({ table_name, before, after }) => table_name === 'roster_removed' && before && !after)
  if (leaving.length === 0) return rows
  const people = leaving.map(({ key }) => String(key.person_id))
  await lockPlaces(trx, courseId, people)
  const { rows: present } = await sql<{ person_id: string; member_of: unknown }>`
    select r.person_id, ${groupsOf} as member_of from roster r
    where r.course_id = ${courseId} and r.person_id = any(${people}::uuid[])`.execute(trx)
  const groups = new Map(present.map(({ person_id, member_of }) => [person_id, member_of]))
  return rows.map((row) => {
    const member_of = leaving.includes(row) && groups.get(String(row.key.person_id))
    return member_of ? { ...row, before: { ...row.before, member_of } } : row
  })
}

/** The revisions of people on the course, who stay locked until the end of the transaction. */
export async function lockPlaces(trx: Db, courseId: string, ids: string[]): Promise<Map<string, number>> {
  // In one order, so that two people who change the same places do not wait for each other in a circle.
  const { rows } = await sql<{ id: string; revision: number }>`
    select person_id as id, revision from roster where course_id = ${courseId} and person_id = any(${ids}::uuid[])
    order by person_id for update`.execute(trx)
  const { rows: waiting } = await sql<{ id: string; revision: number }>`
    select id, revision from roster_pending where course_id = ${courseId} and id = any(${ids}::uuid[])
    order by id for update`.execute(trx)
  return new Map([...rows, ...waiting].map(({ id, revision }) => [id, revision]))
}
