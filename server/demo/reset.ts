/* `npm run demo:reset`: empties the demo school and fills it anew. */
import { ConfigError, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openStore } from '../db/store.ts'
import { wordsOf } from '../process/startErrors.ts'
import { prepareStorage } from '../uploads/store.ts'
import { clearDemoSchool, fillDemoSchool } from './school/fill.ts'

async function reset(): Promise<void> {
  const config = readConfig(process.env)
  if (!config.demo) {
    throw new ConfigError('Here people sign in with a real provider: there is no demo school to reset.')
  }
  const store = await openStore(config, { maxConnections: 20 })
  const db = openDatabase(store.direct, { connections: 2, prepare: false })
  try {
    await migrate(store.direct)
    const storage = await prepareStorage(config)
    await clearDemoSchool(db, storage)
    await fillDemoSchool(db, { now: new Date(), storage })
  } finally {
    await db.destroy()
    await store.stop()
  }
  console.log('The demo school is as on its first day.')
}

reset().catch((error: unknown) => {
  console.error(`\n${wordsOf(error)}\n`)
  process.exitCode = 1
})
