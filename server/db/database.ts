import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Kysely, type Logger, PostgresDialect, type Transaction } from 'kysely'
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

/** Names a statement by its text, so that PostgreSQL parses and plans it once for each connection. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    // Statements stand in code, so there are few; a stray generated one must not grow the map for ever.
    if (names.size > 2000) names.clear()
    names.set(text, name)
  }
  return name
}

/** How long a statement may take; the server waits a little longer for the database to end it. */
const STATEMENT_MS = 15_000
const SILENCE_MS = STATEMENT_MS + 2_000

/**
 * Settings of each session. PostgreSQL plans a statement once: by default it plans some anew each time, which takes as
 * long as running them, because it expects more rows when it does not know the parameters. `bench/plans.test.ts` checks
 * the plans that these settings give. Pages are in memory or on an SSD, where a page by index costs about as much as
 * the next one: with its default of four times, PostgreSQL rather reads a whole table of some hundred rows for each
 * look-up. No statement here is worth compiling, whatever its estimated cost.
 */
export const planning = '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1 -c jit=off'
const session = (statementMs: number) => `-c timezone=UTC ${planning} -c statement_timeout=${statementMs}`

/**
 * Settings of every connection of this server, which it gives up when nothing arrives, however the connection was lost.
 */
export const lineSettings = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** The socket of pg's client: to end a connection whose other side says nothing, not even goodbye. */
export const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Gives up a connection whose database is silent, or has become read-only. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // The running statement fails and the pool drops the connection; without a listener the process would end.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; Kysely calls the one with a promise
  override query(text: any, values?: any, callback?: any): any {
    const answer: unknown = super.query(text, values, callback)
    return answer instanceof Promise ? answer.catch((error: unknown) => this.#refused(error)) : answer
  }

  async #refused(error: unknown): Promise<never> {
    const { code, message } = error as { code?: string; message: string }
    if (code === READ_ONLY || message === 'Query read timeout') {
      const stream = socketOf(this)
      if (!stream.closed) {
        const closed = once(stream, 'close')
        stream.destroy()
        await closed
      }
    }
    throw error
  }
}

/** SQLSTATE read_only_sql_transaction: the primary has become a replica. */
const READ_ONLY = '25006'

class PreparingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query({ name: nameOf(text), text, values }, callback)
    }
    return super.query(text, values, callback)
  }
}

interface PoolOptions {
  connections: number
  /** `false` suits a pooler without prepared statements. */
  prepare: boolean
  /** A pooler lends connections for one transaction each. */
  pooled?: boolean
  /** Statements may take any time, whatever limit the role has: only for a direct connection. */
  unhurried?: boolean
  /** The most people that one statement serves (`doBatched`). */
  batch?: number
  /** Called after each statement. */
  log?: Logger
}

const pools = new WeakMap<Kysely<DB>, pg.Pool>()
const batches = new WeakMap<Kysely<DB>, number>()
/** More would save little more, and take longer. */
const BATCH = 32

/** A pool of connections. */
export function openDatabase(connection: Connection, options: PoolOptions): Kysely<DB> {
  const { connections, prepare, pooled, unhurried, batch = BATCH, log } = options
  const pool = new pg.Pool({
    ...connection,
    ...lineSettings,
    Client: prepare ? PreparingClient : Client,
    max: connections,
    idleTimeoutMillis: 60_000,
    ...(!unhurried && { query_timeout: SILENCE_MS }),
    application_name: 'raintree',
    // A pooler refuses or forgets settings of a session: there the role has them.
    ...(!pooled && { options: session(unhurried ? 0 : STATEMENT_MS) }),
  })
  // The pool replaces a broken idle connection; without a listener it would end the process.
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log })
  pools.set(db, pool)
  batches.set(db, batch)
  return db
}

/** The most people that one statement serves (`doBatched`). */
export const batchOf = (db: Kysely<DB>): number => batches.get(db) ?? BATCH

/** How many connections the pool of `db` has, how many of them nobody uses, and how many requests wait for one. */
export function poolUse(db: Kysely<DB>): { open: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}
