import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { useEmptyDatabase } from './database.ts'

const folder = join(import.meta.dirname, '../db/migrations')
const names = readdirSync(folder).sort()

/**
 * A database from before a migration, to test how the migration moves its rows. Its tables differ from the schema's
 * types. `migrate` runs the migration.
 */
export async function useDatabaseBefore(migration: string) {
  // biome-ignore lint/suspicious/noExplicitAny: of an earlier schema
  const db = (await useEmptyDatabase()) as Kysely<any>
  const apply = (name: string) => sql.raw(readFileSync(join(folder, name), 'utf8')).execute(db)
  for (const name of names.filter((n) => n < migration)) await apply(name)
  return { db, migrate: () => apply(`${migration}.sql`) }
}
