import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { build } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { Connection } from '../server/db/database.ts'
import type { DB } from '../server/db/schema.ts'
import { isBackground } from '../server/testing/background.ts'
import type { Ask } from './day.ts'

/** A statement as the product sends it. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export interface Recorder {
  /**
   * What the product sends to the database for requests that come at once, transactions included, of people whose sessions
   * it has just seen or, with `strange`, has not; without live events, which go afterwards and together.
   */
  statementsOf(asks: Ask[], options?: { strange: boolean }): Promise<Statement[]>
  close(): Promise<void>
}

/** The whole product in this process, on a database, writing down its SQL. */
export async function openRecorder(connection: Connection, dataDir: string): Promise<Recorder> {
  const sent: Statement[] = []
  const pool = new pg.Pool({ ...connection, max: 2, options: '-c timezone=UTC', application_name: 'raintree bench' })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log({ query: { sql, parameters } }) {
      if (!isBackground(sql)) sent.push({ sql, parameters })
    },
  })
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const app = await build({ config, db, connection })
  return {
    async statementsOf(asks, { strange } = { strange: false }) {
      if (!strange) for (const { token } of asks) await inject(app, { method: 'GET', path: '/api/users/me', token })
      sent.length = 0
      await Promise.all(asks.map((ask) => inject(app, ask)))
      return sent.splice(0)
    },
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}

async function inject(app: FastifyInstance, { method, path, token, body, headers }: Ask): Promise<void> {
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { payload: body }),
  })
  if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
}
