import { type Kysely, sql } from 'kysely'
import type { Config } from './config.ts'
import type { DB } from './db/schema.ts'
import { sweepDemoProvider } from './demo/adapter.ts'
import { sweepReads } from './notifications/queries.ts'
import { sweepSessions } from './session/sessions.ts'
import { sweepUploads } from './uploads/queries.ts'
import type { Storage } from './uploads/storage.ts'

const EVERY_MS = 10 * 60_000

/** Removes, now and then, what nobody can use any more. Harmless when several servers do it. */
export function startSweeping(db: Kysely<DB>, storage: Storage, config: Config): NodeJS.Timeout {
  const sweep = async () => {
    await sweepSessions(db, config.sessionIdleMs)
    await sweepReads(db, new Date())
    await sweepDemoProvider(db)
    await sweepUploads(db, storage, new Date())
    await sql`delete from rate_limits where resets_at < now()`.execute(db)
  }
  // A database that is away for a moment is the requests' trouble; the next round comes.
  return setInterval(() => void sweep().catch(() => {}), EVERY_MS).unref()
}
