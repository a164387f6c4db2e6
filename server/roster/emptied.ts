import { sql } from 'kysely'
import type { EmptiedSection } from '../../contract/staff/roster.ts'
import type { Db } from '../db/database.ts'
import type { Added, Edited } from './places.ts'

/*
 * Sections that an edit leaves without their students. What is for such a section reaches nobody, so it follows those who
 * all went to the same new section, also where two sections change names; what cannot follow is counted.
 */

/** The sections of students before and after an edit, as pairs; null: none, or no student. */
interface Move {
  from: string | null
  to: string | null
}

/** The sections that nobody will be in, as far as something is for them. Reads before anything is written. */
export async function findEmptied(
  db: Db,
  courseId: string,
  edited: Edited[],
  added: Added[] = [],
): Promise<EmptiedSection[]> {
  if (edited.length === 0) return []
  const column = (name: keyof Edited) => edited.map((one) => one[name])
  const { rows } = await sql<Move>`
    select distinct case when p.role = 'student' then p.section end as from,
      case when coalesce(i.role, p.role) = 'student' then coalesce(i.section, p.section) end as to
    from (
      select r.person_id as id, r.role, r.section from roster r
      join people u on u.id = r.person_id and u.removed_at is null where r.course_id = ${courseId}
      union all
      select w.id, w.role, w.section from roster_pending w where w.course_id = ${courseId}) p
    left join unnest(${column('id')}::uuid[], ${column('role')}::text[], ${column('section')}::text[])
      as i (id, role, section) on i.id = p.id`.execute(db)
  const newcomers = added.filter(({ role }) => role === 'student').map(({ section: to }): Move => ({ from: null, to }))
  const emptied = emptiedBy([...rows, ...newcomers])
  const counts = emptied.length > 0 ? await countThings(db, courseId, emptied) : new Map()
  return emptied.flatMap((one) => {
    const things = counts.get(one.section)
    return things ? [{ ...one, things }] : []
  })
}

type Emptied = Pick<EmptiedSection, 'section' | 'to'>

/**
 * A section whose students all went to one that is new was renamed. New is also a section that was itself renamed, and
 * has no other students than those who came.
 */
function emptiedBy(moves: Move[]): Emptied[] {
  const after = new Set(moves.map(({ to }) => to))
  const before = new Set(moves.flatMap(({ from }) => from || []))
  /** Where all students of a section went, if nobody else but newcomers is there. */
  const wayOf = (section: string) => {
    const [to, another] = new Set(moves.filter(({ from }) => from === section).map((one) => one.to))
    const isTheirs = moves.every((one) => one.to !== to || [section, null].includes(one.from))
    return to && to !== section && another === undefined && isTheirs ? to : undefined
  }
  const ways = new Map([...before].map((section) => [section, wayOf(section)]))
  const isLeft = (section: string) => !after.has(section) || [...ways.values()].includes(section)
  const isRenamed = (section: string, on: string[] = []): boolean => {
    const to = ways.get(section)
    return (
      to !== undefined && isLeft(section) && (!before.has(to) || on.includes(to) || isRenamed(to, [...on, section]))
    )
  }
  return [...before].sort().flatMap((section) => {
    if (isRenamed(section)) return [{ section, to: ways.get(section) }]
    return after.has(section) ? [] : [{ section }]
  })
}

async function countThings(db: Db, courseId: string, emptied: Emptied[]): Promise<Map<string, number>> {
  const where = sql`course_id = ${courseId} and section = any(${emptied.map(({ section }) => section)}::text[])`
  // What was removed follows a new name, because an undo may bring it back; it is not left behind with a section.
  const renamed = emptied.flatMap(({ section, to }) => (to === undefined ? [] : [section]))
  const isThere = sql`(deleted_at is null or section = any(${renamed}::text[]))`
  const { rows } = await sql<{ section: string; things: number }>`
    select section, count(*)::int as things from (
      select section from announcements where ${where} and ${isThere}
      union all select section from topics where ${where} and ${isThere}
      union all select section from exceptions where ${where}) t
    group by section`.execute(db)
  return new Map(rows.map(({ section, things }) => [section, things]))
}

/**
 * Addresses what is for the renamed sections to their new names, in the change that writes their students:
 * `followSections` tells by that a new name from another section.
 */
export async function readdress(trx: Db, courseId: string, emptied: EmptiedSection[]): Promise<void> {
  const renamed = emptied.filter(({ to }) => to !== undefined)
  if (renamed.length === 0) return
  const names = sql`unnest(${renamed.map(({ section }) => section)}::text[], ${renamed.map(({ to }) => to)}::text[])
    as i (section, name)`
  for (const table of ['announcements', 'topics'])
    await sql`
      update ${sql.table(table)} t set section = i.name from ${names}
      where t.course_id = ${courseId} and t.section = i.section`.execute(trx)
  // Of two sections that change names both may have an exception in an assignment: two rows cannot have one section.
  const { rows: crossing } = await sql<{ row: object }>`
    delete from exceptions e using ${names}
    where e.course_id = ${courseId} and e.section = i.section and exists (
      select from exceptions x
      where x.course_id = e.course_id and x.section = i.name and x.assignment_id = e.assignment_id
        and x.section = any(${renamed.map(({ section }) => section)}::text[]))
    returning to_jsonb(e) || jsonb_build_object('section', i.name, 'id', gen_random_uuid()) as row`.execute(trx)
  await sql`
    update exceptions e set section = i.name from ${names}
    where e.course_id = ${courseId} and e.section = i.section and not exists (
      select from exceptions x
      where x.course_id = e.course_id and x.section = i.name and x.assignment_id = e.assignment_id)`.execute(trx)
  await sql`
    insert into exceptions
    select * from jsonb_populate_recordset(null::exceptions, ${JSON.stringify(crossing.map(({ row }) => row))}::jsonb)
    on conflict do nothing`.execute(trx)
}
