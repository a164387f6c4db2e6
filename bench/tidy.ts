import pg from 'pg'
import type { Connection } from '../server/db/database.ts'
import type { Storage } from '../server/uploads/storage.ts'
import { firstAttempt } from './pgbench.ts'

/** Takes away what a run of the bench has handed in, uploaded and posted since `began`, so that the next one finds what this one did. */
export async function tidy(connection: Connection, storage: Storage, began: Date): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('delete from submissions where submitted_at >= $1 or attempt >= $2', [began, firstAttempt])
    const { rows } = await client.query<{ storage_key: string }>(
      'delete from uploads where created_at >= $1 returning storage_key',
      [began],
    )
    for (const { storage_key } of rows) await storage.remove(storage_key)
    await client.query('delete from posts where created_at >= $1', [began])
    await client.query(`delete from rate_limits where key like any (array['upload/%', 'discussion/%'])`)
    await client.query('delete from drafts where updated_at >= $1', [began])
    await client.query('vacuum (analyze) submissions, submission_files, uploads, drafts, rate_limits')
  } finally {
    await client.end()
  }
}
