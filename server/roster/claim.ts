import { sql, type Transaction } from 'kysely'
import { setChange } from '../changes/change.ts'
import type { RowChange } from '../changes/putBackMany.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import type { LiveEvent } from '../live.ts'
import { rosterChanged } from './follow.ts'
import { forgetRemoved } from './places.ts'

interface Waiting {
  course_id: string
  change_id: string
  /** Whether staff can still undo the change that added them. */
  recent: boolean
}

/**
 * Adds a person to the courses where staff have added their address, if their provider vouches for it. This belongs to
 * the change that added the address: its undo removes the person again. Returns the live events.
 */
export async function claimPlaces(trx: Transaction<DB>, personId: string, email: string): Promise<LiveEvent[]> {
  const { rows } = await sql<Waiting>`
    select w.course_id, w.change_id, exists (
      select from change_rows c where c.course_id = w.course_id and c.change_id = w.change_id
        and c.created_at > now() - interval '29 days') as recent
    from roster_pending w where w.email = ${email.toLowerCase()} order by w.course_id limit 500`.execute(trx)
  const events: LiveEvent[] = []
  for (const { course_id, change_id, recent } of rows) {
    await setChange(trx, recent ? change_id : 'seed')
    // A person who joined with a password before gets the place that staff gave them; staff lose no role by it.
    await sql`
      with gone as (
        delete from roster_pending where course_id = ${course_id} and email = ${email.toLowerCase()}
        returning role, section)
      insert into roster as r (course_id, person_id, role, section, position)
      select ${course_id}, ${personId}, role, section, case role when 'instructor' then
        (select coalesce(max(o.position), -1) + 1 from roster o where o.course_id = ${course_id} and o.role = role)
        else 0 end
      from gone
      on conflict (course_id, person_id) do update
        set role = excluded.role, section = excluded.section, position = excluded.position
        where r.role = 'student' or (r.role = 'assistant' and excluded.role = 'instructor')`.execute(trx)
    events.push(...rosterChanged(course_id, await forgetRemoved(trx, course_id, [personId])))
  }
  return events
}

/**
 * The rows of a change for its undo: where it gave a section to somebody who waited then and has signed in since, that is
 * the section of their place on the roster. A role does not go to whoever has the address by now.
 */
export async function asClaimed<Row extends RowChange>(trx: Db, courseId: string, rows: Row[]): Promise<Row[]> {
  const edited = rows.filter(
    ({ table_name, before, after }) => table_name === 'roster_pending' && before && after && before.role === after.role,
  )
  if (edited.length === 0) return rows
  const { rows: claimed } = await sql<{ id: string; person_id: string }>`
    select i.id, min(r.person_id::text) as person_id
    from unnest(${edited.map(({ key }) => key.id)}::uuid[], ${edited.map(({ after }) => after?.email)}::text[])
      as i (id, email)
    join people p on lower(p.email) = i.email and p.removed_at is null
    join roster r on r.course_id = ${courseId} and r.person_id = p.id
    where not exists (select from roster_pending w where w.course_id = ${courseId} and w.id = i.id)
    group by i.id having count(*) = 1`.execute(trx)
  const personOf = new Map(claimed.map(({ id, person_id }) => [id, person_id]))
  return rows.map((row) => {
    const person_id = edited.includes(row) && personOf.get(String(row.key.id))
    if (!person_id) return row
    const key = { course_id: courseId, person_id }
    // With the key, by which many rows are put back at once.
    const section = (of: RowChange['before']) => of && { ...key, section: of.section }
    return { ...row, table_name: 'roster', key, before: section(row.before), after: section(row.after) }
  })
}
