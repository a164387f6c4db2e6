import { sql } from 'kysely'
import { expect } from 'vitest'
import { publishDue } from '../publishing/scheduler.ts'
import type { TestServer } from './server.ts'

/** Publishes everything that is due by the tests' clock. No process knows that the test moved the clock on. */
export async function publishDueNow({ db, clock }: Pick<TestServer, 'db' | 'clock'>): Promise<void> {
  const now = sql<Date>`${clock.now()}::timestamptz`
  await publishDue(db, () => now)
  // A process may have heard of it and do the same at the moment.
  const due = db.selectFrom('publications').select('subject_id').where('publish_at', '<=', clock.now())
  await expect.poll(() => due.execute()).toEqual([])
}
