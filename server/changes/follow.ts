import { sql, type Transaction } from 'kysely'
import { followAnnouncements } from '../announcements/activity.ts'
import type { DB } from '../db/schema.ts'
import type { LiveEvent } from '../live.ts'

/** Does what follows from a change of these rows, in its transaction. Answers the live events to publish after it. */
export type Follow = (
  trx: Transaction<DB>,
  changed: { courseId: string; changeId: string; ids: string[]; now: Date },
) => Promise<LiveEvent[]>

/** By table, what follows from a change of its rows, also from one that takes another back. */
const follows: Record<string, Follow> = { announcements: followAnnouncements }

/** What follows from a change, by the rows that it touched. Undefined: it touched none. */
export async function followUp(
  trx: Transaction<DB>,
  { courseId, changeId, now }: { courseId: string; changeId: string; now: Date },
): Promise<LiveEvent[] | undefined> {
  const { rows } = await sql<{ table_name: string; ids: string[] }>`
    select table_name, array_agg(distinct key->>'id') as ids
    from change_rows where course_id = ${courseId} and change_id = ${changeId}
    group by table_name order by table_name`.execute(trx)
  if (rows.length === 0) return undefined
  const events: LiveEvent[] = []
  for (const { table_name, ids } of rows) {
    const follow = follows[table_name]
    if (follow) events.push(...(await follow(trx, { courseId, changeId, ids, now })))
  }
  return events
}
