import { sql, type Transaction } from 'kysely'
import { setChange } from '../changes/change.ts'
import type { DB } from '../db/schema.ts'
import type { LiveEvent } from '../live.ts'
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
    await forgetRemoved(trx, course_id, [personId])
  }
  return rows.map(({ course_id }) => ({ kind: 'course_changed', course_id, audience: 'staff', parts: ['people'] }))
}
