import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'
import { isOut } from '../publishing/out.ts'

/** Up to this many people get a live event each; more, or a section, get one event for the whole course. */
const MOST_ALONE = 20

interface Followed {
  courseId: string
  changeId: string
  now: Date
}

/** The tables whose rows change the terms of some people. */
export const termTables = ['exceptions', 'accommodations']

/**
 * Tells the people whose terms a change made longer or shorter: themselves, everyone who hands in with them, and staff.
 * Each student with an exception gets one notification for each assignment.
 */
export async function followTerms(trx: Db, { courseId, changeId, now }: Followed): Promise<LiveEvent[]> {
  await notifyGiven(trx, { courseId, changeId, now })
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
  const event = { kind: 'course_changed', course_id: courseId, parts: ['work', 'activity'] } as const
  const isForMany = rows.length > MOST_ALONE || rows.some(({ person_id }) => person_id === null)
  if (isForMany) return [event]
  return [
    { ...event, audience: 'staff' },
    ...rows.flatMap(({ person_id }) => (person_id ? [{ ...event, person_id }] : [])),
  ]
}

/**
 * A new exception replaces the earlier activity, so it notifies again; one that only follows a section to another name is
 * no new one. Its reason is for staff alone.
 */
async function notifyGiven(trx: Db, { courseId, changeId, now }: Followed): Promise<void> {
  await sql`
    with given as (
      select r.after as row from change_rows r
      join changes c on c.course_id = r.course_id and c.id = r.change_id and c.undoes is null
        and not c.about ? 'renamed'
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'exceptions'
        and ${ofGift('after')} is not null and ${ofGift('after')} is distinct from ${ofGift('before')}),
    named as (
      select (row->>'assignment_id')::uuid as assignment_id, (row->>'person_id')::uuid as person_id,
        (row->>'group_id')::uuid as group_id, row->>'section' as section
      from given),
    -- One branch for each kind, so that each is a look-up or a hash and not every student with every exception.
    people as (
      select w.assignment_id, r.person_id from (
        select assignment_id, person_id from named
        union select g.assignment_id, m.person_id from named g
          join group_members m on m.course_id = ${courseId} and m.group_id = g.group_id
        union select g.assignment_id, r.person_id from named g
          join roster r on r.course_id = ${courseId} and r.section = g.section) w
      join roster r on r.course_id = ${courseId} and r.person_id = w.person_id and r.role = 'student'),
    notified as (
      delete from activity e using people p
      where e.course_id = ${courseId} and e.subject_id = p.assignment_id and e.kind = 'exception_given'
        and e.person_id = p.person_id)
    insert into activity (course_id, id, kind, subject_id, params, actor_id, created_at, person_id)
    select ${courseId}, gen_random_uuid(), 'exception_given', p.assignment_id, '{}', c.actor_id, ${now}, p.person_id
    from people p join changes c on c.course_id = ${courseId} and c.id = ${changeId}
    join assignments w on w.course_id = ${courseId} and w.id = p.assignment_id and ${isOut('w')}`.execute(trx)
}

/** The columns of a row that students see. */
const ofGift = (row: 'before' | 'after') => {
  const of = sql.ref(`r.${row}`)
  return sql`(case when ${of} is not null then
    jsonb_build_array(${of}->'due_at', ${of}->'closes_at', ${of}->'extra_attempts', ${of}->'extra_minutes') end)`
}
