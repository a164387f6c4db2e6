import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Kysely, type KyselyPlugin, PostgresQueryCompiler } from 'kysely'
import { build } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { type Connection, openDatabase } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { localOrigin } from '../http/origin.ts'
import { createLive, type LiveEvent } from '../live.ts'
import { createSessions } from '../session/sessions.ts'
import { afterwards } from './afterwards.ts'
import { isBackground, isNotify } from './background.ts'
import { type Client, createClient } from './client.ts'
import { type Clock, createClock } from './clock.ts'
import { type TestDatabase, useDatabase } from './database.ts'
import { makePerson, type PersonData } from './world.ts'

/** A person with a session. */
export interface SignedIn extends Client {
  id: string
  token: string
}

export interface TestServer {
  app: FastifyInstance
  db: Kysely<DB>
  connection: Connection
  config: Config
  /** The server's clock. */
  clock: Clock
  /** Makes calls without a token. */
  nobody: Client
  /** A new person with a session: `const ploy = await server.person({ first: 'Ploy' })`. */
  person(data?: PersonData): Promise<SignedIn>
  /** Another session of a person. */
  signIn(person: { id: string }): Promise<SignedIn>
  /** Makes calls with a token, such as one of another server's. */
  withToken(token: string): Client
  /** Listens on a port of its own and gives its origin. */
  listen(): Promise<string>
  /** Begins a GET over the network, as for an answer that stays open, and leaves after its head. */
  begin(address: string, token?: string): Promise<{ status: number; headers: Headers }>
  /** A second server on the same database and with the same clock, like another process. */
  another(): Promise<TestServer>
  /** Publishes a live event to all servers, as a write does. */
  publish(event: LiveEvent): Promise<void>
  /** The SQL statements that the server sends during `work`, without those of live events. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>
  /** Does `work` while this server cannot send live events. */
  withoutNews<T>(work: () => Promise<T>): Promise<T>
}

/**
 * A whole server on a database of its own: `const server = await useServer()`. Closed after the file's tests.
 * `settings` are environment variables.
 */
export async function useServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'raintree-test-'))
  afterwards(() => rm(DATA_DIR, { recursive: true, force: true }))
  return serverOn(await useDatabase(), createClock(), { DATA_DIR, ...settings })
}

async function serverOn(database: TestDatabase, clock: Clock, settings: Record<string, string>): Promise<TestServer> {
  const { connection, db } = database
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'error', PLAYLIST_OEMBED_URL: 'off', ...settings })
  const pool = openDatabase(connection, { connections: 4, prepare: true })
  const log = new StatementLog()
  const { now } = clock
  const app = await build({ config, db: pool.withPlugin(log), connection, now })
  afterwards(async () => {
    await app.close()
    await pool.destroy()
  })

  const { sessionIdleMs: idleMs, sessionMaxMs: maxMs } = config
  const sessions = createSessions({ db, now, idleMs, maxMs, announceEnd: async () => {} })
  const withToken = (token: string) => createClient(app, token)
  const signIn = async ({ id }: { id: string }) => {
    const token = await sessions.open(id)
    return { id, token, ...withToken(token) }
  }
  async function listen() {
    if (!app.server.listening) {
      await app.listen({ host: config.host, port: 0 })
      config.port = (app.server.address() as { port: number }).port
    }
    return localOrigin(config)
  }
  return {
    app,
    db,
    connection,
    config,
    clock,
    nobody: createClient(app, undefined),
    person: async (data) => signIn(await makePerson(db, data)),
    signIn,
    withToken,
    listen,
    async begin(address, token) {
      const leaving = new AbortController()
      const headers = token === undefined ? undefined : { authorization: token }
      const origin = await listen()
      const { status, headers: head } = await fetch(origin + address, {
        headers,
        signal: leaving.signal,
        redirect: 'manual',
      })
      leaving.abort()
      return { status, headers: head }
    },
    another: () => serverOn(database, clock, settings),
    async publish(event) {
      const live = await createLive({
        connection,
        db,
        onError: (error) => {
          throw error
        },
      })
      await live.publish(event)
      await live.close()
    },
    statementsOf: (work) => log.during(work),
    withoutNews: (work) => log.withoutNews(work),
  }
}

/** Records each statement on its way to PostgreSQL, or stops it. */
class StatementLog implements KyselyPlugin {
  #statements: string[] | undefined
  #keepsLiveEvents = false

  async during(work: () => Promise<unknown>): Promise<string[]> {
    const statements: string[] = []
    this.#statements = statements
    try {
      await work()
    } finally {
      this.#statements = undefined
    }
    return statements
  }

  async withoutNews<T>(work: () => Promise<T>): Promise<T> {
    this.#keepsLiveEvents = true
    try {
      return await work()
    } finally {
      this.#keepsLiveEvents = false
    }
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => {
    // Tests read few statements: the others are not compiled a second time.
    if (!this.#statements && !this.#keepsLiveEvents) return node
    const { sql } = new PostgresQueryCompiler().compileQuery(node, queryId)
    if (!isBackground(sql)) this.#statements?.push(sql)
    else if (this.#keepsLiveEvents && isNotify(sql)) throw new Error('no live events today')
    return node
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}
