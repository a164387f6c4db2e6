import type { Config } from '../config.ts'
import { type Connection, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { fillDemoSchool } from '../demo/school/fill.ts'
import { prepareStorage } from '../uploads/store.ts'
import { startSweeping } from './sweep.ts'

/** What the first process does for all: brings the data up to date, and sweeps for as long as it runs. */
export async function keepHouse(config: Config, connection: Connection) {
  await migrate(connection)
  const db = openDatabase(connection, { connections: 4, prepare: config.databasePrepare })
  const storage = await prepareStorage(config)
  if (config.demo) await fillDemoSchool(db, { now: new Date(), storage })
  const onTrouble = (error: unknown) => console.error('What nobody needs any more could not all be removed:', error)
  const sweeping = startSweeping({ db, storage, config, onTrouble })
  return {
    async close(): Promise<void> {
      clearInterval(sweeping)
      await db.destroy()
    },
  }
}
