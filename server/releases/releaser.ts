import { type RawBuilder, sql } from 'kysely'
import { abilitiesOf } from '../access/abilities.ts'
import type { Role } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'

/**
 * Throws `not_allowed` when the person of a change does not release grades, and a row `r` of it `shows` or hides what
 * only those people show and hide.
 */
export async function refuseUnlessReleaser(
  trx: Db,
  { courseId, changeId }: { courseId: string; changeId: string },
  { shows, message }: { shows: RawBuilder<unknown>; message: string },
): Promise<void> {
  const { rows } = await sql<{ role: Role; assistants_may: string[] }>`
    select p.role, c.assistants_may from changes h
    join courses c on c.id = h.course_id
    join roster p on p.course_id = h.course_id and p.person_id = h.actor_id
    where h.course_id = ${courseId} and h.id = ${changeId} and exists (
      select from change_rows r where r.course_id = h.course_id and r.change_id = h.id and ${shows})`.execute(trx)
  if (rows.some(({ role, assistants_may }) => !abilitiesOf(role, assistants_may).release))
    throw new Refusal('not_allowed', { message })
}
