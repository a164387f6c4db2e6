import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

/** Up to this many people get an event each; more, or a section, get one for the whole course. */
const MOST_ALONE = 20

interface Followed {
  courseId: string
  changeId: string
}

/** The tables whose rows say on which terms some hand in. */
export const termTables = ['exceptions', 'accommodations']

/** Who hears that a change gave somebody more or less: they, those with whom they hand in, and the staff. */
export async function followTerms(trx: Db, { courseId, changeId }: Followed): Promise<LiveEvent[]> {
  const { rows } = await sql<{ person_id: string | null }>`
    with touched as (
      select coalesce(after, before) as row from change_rows
      where course_id = ${courseId} and change_id = ${changeId} and table_name = any(${termTables})),
    people as (
      select (row->>'person_id')::uuid as person_id from touched where row->>'person_id' is not null
      union
      select m.person_id from touched join group_members m
        on m.course_id = ${courseId} and m.group_id = (row->>'group_id')::uuid)
    select person_id from people
    union
    select o.person_id from people p
    join group_members m on m.course_id = ${courseId} and m.person_id = p.person_id
    join group_members o on o.course_id = m.course_id and o.group_id = m.group_id
    union
    select null from touched where row->>'section' is not null
    limit ${MOST_ALONE + 1}`.execute(trx)
  const event = { kind: 'course_changed', course_id: courseId, parts: ['work'] } as const
  const isForMany = rows.length > MOST_ALONE || rows.some(({ person_id }) => person_id === null)
  if (isForMany) return [event]
  return [
    { ...event, audience: 'staff' },
    ...rows.flatMap(({ person_id }) => (person_id ? [{ ...event, person_id }] : [])),
  ]
}
