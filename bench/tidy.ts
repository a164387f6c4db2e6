import pg from 'pg'
import type { Connection } from '../server/db/database.ts'
import type { Storage } from '../server/uploads/storage.ts'
import { firstAttempt } from './pgbench.ts'

const authored = [
  ['announcements', 'created_at'],
  ['contents', 'uploaded_at'],
  ['activity', 'created_at'],
  ['changes', 'created_at'],
] as const

/**
 * Deletes everything that a run of the bench has handed in, uploaded, posted and published since `began`, so that the
 * next run finds the same data.
 */
export async function tidy(connection: Connection, storage: Storage, began: Date): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('delete from submissions where submitted_at >= $1 or attempt >= $2', [began, firstAttempt])
    const { rows } = await client.query<{ storage_key: string }>(
      `with named as (
        delete from draft_files f using uploads u where u.id = f.upload_id and u.created_at >= $1)
      delete from uploads where created_at >= $1 returning storage_key`,
      [began],
    )
    for (const { storage_key } of rows) await storage.remove(storage_key)
    // Things of instructors: deleting authored rows is a change, unless it is seeded.
    await client.query(`select set_config('raintree.change', 'seed', false)`)
    for (const [table, column] of authored) await client.query(`delete from ${table} where ${column} >= $1`, [began])
    await client.query('delete from posts where created_at >= $1', [began])
    await client.query(`delete from rate_limits where key like any (array['upload/%', 'discussion/%'])`)
    await client.query('delete from drafts where updated_at >= $1', [began])
    await client.query('delete from draft_versions where created_at >= $1', [began])
    await client.query('delete from topic_seen where seen_at >= $1', [began])
    await client.query('delete from presence')
    const submitting = 'submissions, submission_people, submission_files, uploads'
    const writing = 'drafts, draft_files, draft_versions, presence, posts, topic_seen'
    const publishing = authored.map(([table]) => table).join()
    await client.query(`vacuum (analyze) ${submitting}, ${writing}, ${publishing}, rate_limits`)
  } finally {
    await client.end()
  }
}
