import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, openDatabase } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { afterwards } from './afterwards.ts'

export interface TestDatabase {
  db: Kysely<DB>
  connection: Connection
}

/** A migrated, empty database of the test file's own: `const { db } = await useDatabase()`. Dropped after its tests. */
export const useDatabase = (): Promise<TestDatabase> => createDatabase(inject('template').database)

/** A database without any table. */
export const useEmptyDatabase = async () => (await createDatabase('template0')).db

async function createDatabase(template: string): Promise<TestDatabase> {
  const of = inject('template')
  const database = `test_${randomBytes(6).toString('hex')}`
  // Copied as files: copying through the log, block by block, costs three times as much.
  await administer(`create database ${database} template ${template} owner ${of.user} strategy file_copy`)
  const connection = { ...of, database }
  const db = openDatabase(connection, { connections: 5, prepare: true })
  afterwards(async () => {
    await db.destroy()
    await administer(`drop database ${database} with (force)`)
  })
  return { db, connection }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('superuser'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
