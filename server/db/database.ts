import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Db = Kysely<DB> | Transaction<DB>

export interface Connection {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
}

// numeric and bigint come as numbers (scores and sizes are far below 2^53); instants as Dates.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Names a statement by its text, so that PostgreSQL parses and plans it once a connection. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    // Statements are written in code, so there are few; a stray generated one must not grow the map for ever.
    if (names.size > 2000) names.clear()
    names.set(text, name)
  }
  return name
}

class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; this one is all that Kysely calls
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query({ name: nameOf(text), text, values }, callback)
    }
    return super.query(text, values, callback)
  }
}

/** A pool of connections. `prepare: false` suits a pooler that cannot keep prepared statements. */
export function openDatabase(connection: Connection, options: { connections: number; prepare: boolean }): Kysely<DB> {
  const pool = new pg.Pool({
    ...connection,
    Client: options.prepare ? PreparingClient : pg.Client,
    max: options.connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 15_000,
    options: '-c timezone=UTC',
    application_name: 'raintree',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
