import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Migration, Migrator, sql } from 'kysely'
import { prepareQueues } from '../jobs/boss.ts'
import { type Connection, openDatabase } from './database.ts'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Migrates the schema, however long that takes: an index of millions of rows takes longer than a request may. Safe when
 * several servers start at once: the migrator holds a lock, for which the others wait.
 */
export async function migrate(connection: Connection): Promise<void> {
  const db = openDatabase(connection, { connections: 1, prepare: false, unhurried: true })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
  await prepareQueues(connection)
}

/** `001_people.sql` and so on; all new files run in one transaction. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((n) => n.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, name), 'utf8')
    return [name.slice(0, -4), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
