import { type Kysely, sql } from 'kysely'
import { sweepDrafts, sweepVersions } from '../assignments/draftVersions.ts'
import { sweepChanges, undoneSince } from '../changes/change.ts'
import type { Config } from '../config.ts'
import type { DB } from '../db/schema.ts'
import { sweepDemoProvider } from '../demo/adapter.ts'
import { sweepSeen } from '../discussions/seen.ts'
import { sweepReads } from '../notifications/queries.ts'
import { sweepPresence } from '../presence/queries.ts'
import { sweepSessions } from '../session/sessions.ts'
import { sweepUploads } from '../uploads/queries.ts'
import type { Storage } from '../uploads/storage.ts'

interface Options {
  db: Kysely<DB>
  storage: Storage
  config: Pick<Config, 'sessionIdleMs'>
}

/** How long jobs, like the files that they make, stay after the queue has forgotten them. */
const JOB_DAYS = 30

/**
 * Removes rows and files that nobody can use any more. If a part fails, the rest is done; then it throws, and the next
 * round tries again. Several servers may run it at once.
 */
export async function sweep({ db, storage, config }: Options): Promise<void> {
  // One moment for all: drafts are found by the changes that go after them.
  const now = new Date()
  const rounds = [
    () => sweepSessions(db, config.sessionIdleMs),
    () => sweepReads(db, now),
    () => sweepSeen(db, now),
    () => sweepVersions(db, now),
    () => sweepDrafts(db, undoneSince(now)),
    () => sweepChanges(db, now),
    () => sweepPresence(db, now),
    () => sweepDemoProvider(db),
    () => sweepUploads(db, storage, now),
    () => sql`delete from rate_limits where resets_at < now()`.execute(db),
    () => sql`delete from jobs where created_at < now() - ${JOB_DAYS} * interval '1 day'`.execute(db),
  ]
  const failures: unknown[] = []
  for (const round of rounds) {
    try {
      await round()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'What nobody needs any more could not all be removed.')
}
