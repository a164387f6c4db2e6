import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Connection } from '../db/database.ts'
import { kinds } from './kinds.ts'

/** A client of the queue without a schedule of its own. */
export const newBoss = (options: ConstructorOptions): PgBoss =>
  new PgBoss({
    schema: 'pgboss',
    application_name: 'raintree jobs',
    migrate: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
    ...options,
  })

/** Migrates the tables and queues of pg-boss. Safe when several servers start at once. */
export async function prepareQueues(connection: Connection): Promise<void> {
  const boss = newBoss({ ...connection, migrate: true, max: 1 })
  // A failed call also throws where it is awaited.
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const [name, { queue, ...kind }] of Object.entries(kinds)) {
      await boss.createQueue(name, queue)
      // The policy of an existing queue cannot change.
      const { policy, ...options } = { policy: undefined, ...queue }
      await boss.updateQueue(name, options)
      if ('schedule' in kind) await boss.schedule(name, kind.schedule)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
