import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import type { DatabaseDown } from './account.ts'
import type { Connection } from './database.ts'
import { startEmbedded } from './embedded.ts'

/** The database of the settings, for as long as this process runs or uses it. */
export interface Store {
  connection: Connection
  /** Past the pooler, if there is one: for the lock of the migrations, and for long work. */
  direct: Connection
  /** Stops the embedded database; leaves another one running. */
  stop(): Promise<void>
  /** Settles if the embedded database ends by itself, with the reason in words. */
  exited: Promise<DatabaseDown>
}

/** The oldest PostgreSQL with everything that the migrations use. */
const OLDEST = 150_000

/**
 * Starts the embedded database, or checks that the one of DATABASE_URL answers. Throws an EmbeddedError or a
 * ConfigError with words for the operator.
 */
export async function openStore(config: Config, options: { maxConnections: number }): Promise<Store> {
  if (!config.databaseUrl) {
    const embedded = await startEmbedded(config.dataDir, options)
    return { ...embedded, direct: embedded.connection }
  }
  const connection = { connectionString: config.databaseUrl }
  const direct = { connectionString: config.databaseDirectUrl ?? config.databaseUrl }
  await checkExternal('DATABASE_URL', connection)
  if (config.databaseDirectUrl) await checkExternal('DATABASE_DIRECT_URL', direct)
  return { connection, direct, stop: async () => {}, exited: new Promise(() => {}) }
}

/** In ms; long, because a machine that starts everything at once is busy. */
const CONNECT_MS = 30_000

async function checkExternal(setting: string, connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  let version: string
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('server_version_num') as version")
    version = rows[0].version
  } catch (error) {
    throw new ConfigError(`The database of ${setting} does not let us in: ${reasonOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
  if (Number(version) < OLDEST) {
    const major = Math.floor(Number(version) / 10_000)
    throw new ConfigError(`The database of ${setting} is PostgreSQL ${major}; Raintree needs 15 or newer.`)
  }
}

/** A name with several addresses fails with several errors, and none of them in its own message. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error && first.message ? first.message : String(first)
}
