import type { Config } from '../config.ts'
import { type Connection, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { fillDemoSchool } from '../demo/school/fill.ts'
import { startJobs } from '../jobs/worker.ts'
import { prepareStorage } from '../uploads/store.ts'

/** The first process migrates the data, and does jobs for as long as it runs. */
export async function keepHouse(config: Config, connection: Connection) {
  await migrate(connection)
  const db = openDatabase(connection, { connections: 4, prepare: config.databasePrepare })
  const storage = await prepareStorage(config)
  if (config.demo) await fillDemoSchool(db, { now: new Date(), storage })
  const onError = (what: string, error: unknown) => console.error(`${what}:`, error)
  const jobs = config.jobs === 'off' ? undefined : await startJobs({ connection, db, storage, config, onError })
  return {
    async close(): Promise<void> {
      await jobs?.close()
      await db.destroy()
    },
  }
}
