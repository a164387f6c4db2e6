import { sql } from 'kysely'
import type { EmptiedSection } from '../../contract/staff/roster.ts'
import type { Db } from '../db/database.ts'
import type { Added, Edited } from './places.ts'
import type { Renamed } from './renamed.ts'

/*
 * Sections that an edit leaves without their students. What is for such a section reaches nobody, so it follows those who
 * all went to the same new section, also where two sections change names; what cannot follow is counted.
 */

/** The sections of students before and after an edit, as pairs; null: none, or no student. */
interface Move {
  from: string | null
  to: string | null
}

interface Left {
  /** The sections that nobody will be in, as far as something is for them. */
  emptied: EmptiedSection[]
  /** The sections that get another name. */
  renamed: Renamed[]
}

/** What an edit does to sections. Reads before anything is written. */
export async function findEmptied(db: Db, courseId: string, edited: Edited[], added: Added[] = []): Promise<Left> {
  if (edited.length === 0) return { emptied: [], renamed: [] }
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
  return {
    emptied: emptied.flatMap((one) => {
      const things = counts.get(one.section)
      return things ? [{ ...one, things }] : []
    }),
    renamed: emptied.flatMap(({ section, to }): Renamed[] => (to === undefined ? [] : [[section, to]])),
  }
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
  const { rows } = await sql<{ section: string; things: number }>`
    select section, count(*)::int as things from (
      select section from announcements where ${where} and deleted_at is null
      union all select section from topics where ${where} and deleted_at is null
      union all select section from exceptions where ${where}) t
    group by section`.execute(db)
  return new Map(rows.map(({ section, things }) => [section, things]))
}
