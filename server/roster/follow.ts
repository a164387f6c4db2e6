import { sql } from 'kysely'
import { parts } from '../../contract/parts.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import type { LiveEvent } from '../live.ts'

/** The tables of a course's people. */
export const rosterTables = ['roster', 'roster_pending', 'instructor_invitations']

/** Whether a row `r` of a change says who is an instructor; restoring an invitation does, though its role stays. */
export const saysInstructor = sql`r.table_name = any(${rosterTables})
  and 'instructor' in (r.before->>'role', r.after->>'role')
  and (r.table_name = 'instructor_invitations' or r.before->>'role' is distinct from r.after->>'role')`

interface Followed {
  courseId: string
  changeId: string
}

/**
 * In ms: a lecture joins, or signs in for the first time, in some minutes, and open screens of staff read all its people and
 * the gradebook again.
 */
export const ROSTER_EVERY_MS = 10_000

/**
 * For staff, whose lists of works (`work`) and of a class (`materials`) name the students of the course, too; for everybody
 * when somebody left their groups with the course, or came back into them (`inGroups`).
 */
export const rosterChanged = (courseId: string, inGroups: boolean): LiveEvent[] => [
  { kind: 'course_changed', course_id: courseId, audience: 'staff', parts: ['people', 'work', 'materials'] },
  ...(inGroups ? [{ kind: 'groups_changed' as const, course_id: courseId }] : []),
]

/**
 * What follows from a change of the people on a course: new members, staff's screens and those with groups see it at
 * once. (The roster's trigger sends the events of people who leave.) Throws `not_allowed` when a person who is no
 * instructor made or removed an instructor or an invitation for one, and `last_instructor`.
 */
export async function followRoster(trx: Db, { courseId, changeId }: Followed): Promise<LiveEvent[]> {
  const { rows } = await sql<{ person_id: string | null; before: string | null; after: string | null; says: boolean }>`
    select r.key->>'person_id' as person_id, r.before->>'role' as before, r.after->>'role' as after,
      coalesce(${saysInstructor}, false) as says
    from change_rows r where r.course_id = ${courseId} and r.change_id = ${changeId}
      and r.table_name = any(${rosterTables})`.execute(trx)
  if (rows.some(({ says }) => says)) await refuseUnlessMay(trx, { courseId, changeId })
  const events = rows.flatMap(({ person_id, before, after }): LiveEvent[] => {
    if (!person_id || !after) return []
    const changed: LiveEvent = { kind: 'person_changed', person_id }
    return before ? [changed, { kind: 'course_changed', course_id: courseId, person_id, parts }] : [changed]
  })
  return [...events, ...rosterChanged(courseId, await areGroupsChanged(trx, { courseId, changeId }))]
}

/** Whether somebody left their groups with the course, or came back into them: everybody sees who is in a group. */
async function areGroupsChanged(trx: Db, { courseId, changeId }: Followed): Promise<boolean> {
  const { rows } = await sql`
    select from change_rows r where r.course_id = ${courseId} and r.change_id = ${changeId}
      and r.table_name = 'roster_removed' and coalesce(r.after, r.before)->'member_of' <> '[]' limit 1`.execute(trx)
  return rows.length > 0
}

/** Throws `not_allowed` when a person who is no instructor made the change. */
export async function refuseUnlessByInstructor(trx: Db, { courseId, changeId }: Followed, message: string) {
  // The actor's role before the change, which may be about themselves.
  const { rows } = await sql<{ role: string | null }>`
    select coalesce(
      (select r.before->>'role' from change_rows r where r.course_id = c.course_id and r.change_id = c.id
        and r.table_name = 'roster' and r.key->>'person_id' = c.actor_id::text order by r.n limit 1),
      (select r.role from roster r where r.course_id = c.course_id and r.person_id = c.actor_id)) as role
    from changes c where c.course_id = ${courseId} and c.id = ${changeId}`.execute(trx)
  if (rows[0]?.role !== 'instructor') throw new Refusal('not_allowed', { message })
}

async function refuseUnlessMay(trx: Db, { courseId, changeId }: Followed): Promise<void> {
  await refuseUnlessByInstructor(trx, { courseId, changeId }, 'Only an instructor says who is one.')
  // Two people who remove each other wait for each other here, and the second one sees that the first is gone.
  await sql`select from courses where id = ${courseId} for no key update`.execute(trx)
  const { rows: left } = await sql`
    select from roster r join people p on p.id = r.person_id and p.removed_at is null
    where r.course_id = ${courseId} and r.role = 'instructor' limit 1`.execute(trx)
  if (left.length === 0) throw new Refusal('last_instructor')
}
