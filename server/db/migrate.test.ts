import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const { db, connection } = await useDatabase()

test('the schema may take longer to bring up to date than any statement of a request', async () => {
  // As behind a pooler, where the role has the limit of all its statements.
  await sql.raw(`alter database ${connection.database} set statement_timeout = '1s'`).execute(db)
  const timeout = async (unhurried: boolean) => {
    const own = openDatabase(connection, { connections: 1, prepare: true, unhurried })
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(own)
    await own.destroy()
    return rows[0]?.statement_timeout
  }
  expect(await timeout(false)).toBe('15s')
  expect(await timeout(true)).toBe('0')

  const done = await db.transaction().execute(async (trx) => {
    await sql`lock table kysely_migration in access exclusive mode`.execute(trx)
    const migrating = migrate(connection)
    const waiting = sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > interval '1100 ms'`
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1)
    return { migrating }
  })
  await done.migrating
})
