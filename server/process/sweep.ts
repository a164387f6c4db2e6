import { type Kysely, sql } from 'kysely'
import { sweepVersions } from '../assignments/draftVersions.ts'
import { sweepChanges } from '../changes/change.ts'
import type { Config } from '../config.ts'
import type { DB } from '../db/schema.ts'
import { sweepDemoProvider } from '../demo/adapter.ts'
import { sweepSeen } from '../discussions/seen.ts'
import { sweepReads } from '../notifications/queries.ts'
import { sweepPresence } from '../presence/queries.ts'
import { sweepSessions } from '../session/sessions.ts'
import { sweepUploads } from '../uploads/queries.ts'
import type { Storage } from '../uploads/storage.ts'

const EVERY_MS = 10 * 60_000

interface Options {
  db: Kysely<DB>
  storage: Storage
  config: Pick<Config, 'sessionIdleMs'>
  /** Hears why something could not be removed; the next round tries again. */
  onTrouble: (error: unknown) => void
}

/** Removes, now and then, what nobody can use any more. Harmless when several servers do it. */
export const startSweeping = (options: Options): NodeJS.Timeout =>
  setInterval(() => void sweep(options), EVERY_MS).unref()

/** One round. Whatever of it fails, the rest is done. */
export async function sweep({ db, storage, config, onTrouble }: Options): Promise<void> {
  const rounds = [
    () => sweepSessions(db, config.sessionIdleMs),
    () => sweepReads(db, new Date()),
    () => sweepSeen(db, new Date()),
    () => sweepVersions(db, new Date()),
    () => sweepChanges(db, new Date()),
    () => sweepPresence(db, new Date()),
    () => sweepDemoProvider(db),
    () => sweepUploads(db, storage, new Date()),
    () => sql`delete from rate_limits where resets_at < now()`.execute(db),
  ]
  for (const round of rounds) {
    try {
      await round()
    } catch (error) {
      onTrouble(error)
    }
  }
}
