/* `npm run demo:reset`: empties the demo school and fills it anew. */
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { storageOf } from '../uploads/store.ts'
import { clearDemoSchool, fillDemoSchool } from './school/fill.ts'

const config = readConfig(process.env)
if (!config.demo) {
  console.error('Here people sign in with a real provider: there is no demo school to reset.')
  process.exit(1)
}
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, { maxConnections: 20 })
const connection = embedded?.connection ?? { connectionString: config.databaseUrl }
const db = openDatabase(connection, { connections: 2, prepare: false })
try {
  await migrate(db)
  const storage = storageOf(config)
  await clearDemoSchool(db, storage)
  await fillDemoSchool(db, { now: new Date(), storage })
  console.log('The demo school is as on its first day.')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await db.destroy()
  await embedded?.stop()
}
