import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { RowChange } from './putBackMany.ts'

/*
 * A thing whose time of publication came while it was removed, withdrawn or postponed comes back as a draft. Students
 * would be told of it at once, and who takes a change back has not said so. See docs/decisions/025-publishing.md.
 */

const hasPassed = (time: unknown, at: Date) => typeof time === 'string' && new Date(time) <= at

/**
 * Marks the rows of a change of the time `since` that would go out with its undo at the time `at`. Those that were out as the
 * change left them are asked again with the present row, because an earlier undo may have left a draft.
 */
export const asDrafts = (rows: RowChange[], since: Date, at: Date): RowChange[] =>
  rows.map((row) => {
    const { before, after } = row
    const wasPlanned =
      before?.deleted_at === null && hasPassed(before.publish_at, at) && !hasPassed(before.publish_at, since)
    const isOut = after?.deleted_at === null && hasPassed(after.publish_at, at)
    return wasPlanned ? { ...row, wasPlanned, draft: !isOut } : row
  })

/** Keeps in the line of an undo which things it brought back as drafts, by id, with the time that they had. */
export async function keepDrafts(
  trx: Transaction<DB>,
  { courseId, changeId }: { courseId: string; changeId: string },
  rows: RowChange[],
): Promise<void> {
  const drafts = rows.filter(({ draft }) => draft).map(({ key, before }) => [key.id, before?.publish_at])
  if (drafts.length === 0) return
  await sql`
    update changes set about = about || ${JSON.stringify({ drafts: Object.fromEntries(drafts) })}::jsonb
    where course_id = ${courseId} and id = ${changeId}`.execute(trx)
}

/**
 * Whether a row that a change left with a time of publication has none only because an undo brought it back as a draft,
 * and nobody has given it another since. The time is in the way of no undo then.
 */
export async function isLeftDraft(trx: Transaction<DB>, { table_name, key, after }: RowChange): Promise<boolean> {
  const { rows } = await sql`
    select from changes c
    where c.course_id = ${key.course_id} and c.undoes is not null
      and c.about->'drafts'->>(${key.id}) = ${after?.publish_at ?? null} and not exists (
        select from change_rows r join changes later on later.course_id = r.course_id and later.id = r.change_id
        where r.course_id = c.course_id and r.table_name = ${table_name} and r.key = ${JSON.stringify(key)}::jsonb
          and r.before->'publish_at' is distinct from r.after->'publish_at' and later.created_at > c.created_at)
    limit 1`.execute(trx)
  return rows.length > 0
}
