import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../server/config.ts'
import type { Connection } from '../server/db/database.ts'
import { attachEmbedded, startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { storageOf } from '../server/uploads/store.ts'
import { fillUniversity } from './university/fill.ts'

/* The built product on a database of the bench. */

export const root = join(import.meta.dirname, '..')

export interface Place {
  scale: number
  seed: string
  dataDir: string
  /** Absent: the database is in `dataDir`. */
  databaseUrl?: string
}

/** The data stays beside this file for the next run. */
export function placeOf({ scale, databaseUrl }: { scale: number; databaseUrl?: string }): Place {
  const name = databaseUrl
    ? `external-${createHash('sha1').update(databaseUrl).digest('hex').slice(0, 8)}`
    : `scale-${scale}`
  return { scale, seed: 'raintree', dataDir: join(import.meta.dirname, '.data', name), databaseUrl }
}

/** In ms: with older data, future due dates would have passed, so it is made again. */
const FRESH_MS = 2 * 86_400_000

interface Made {
  scale: number
  seed: string
  /** The code that makes the university. */
  source: string
  at: number
  /** How long it took. */
  seconds: number
  rows: number
}

/** Fills the database unless it is there and fresh. Throws when an external one holds something else. */
export async function prepare(place: Place): Promise<Made> {
  const path = join(place.dataDir, 'university.json')
  const made = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Made) : undefined
  const source = sourceHash()
  const same = made && made.scale === place.scale && made.seed === place.seed && made.source === source
  if (same && Date.now() - made.at < FRESH_MS) return made
  if (made && place.databaseUrl) throw new Error('The university of this database is out of date: give an empty one.')
  console.log(`Filling a university of scale ${place.scale}…`)
  await rm(place.dataDir, { recursive: true, force: true })
  await mkdir(place.dataDir, { recursive: true })
  const began = Date.now()
  const counts = await fill(place)
  const seconds = Math.round((Date.now() - began) / 1000)
  const rows = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const now: Made = { scale: place.scale, seed: place.seed, source, at: began, seconds, rows }
  await writeFile(path, JSON.stringify(now))
  return now
}

async function fill(place: Place): Promise<Record<string, number>> {
  // An interrupted filling is repeated, so it need not survive a power cut.
  const embedded = place.databaseUrl
    ? undefined
    : await startEmbedded(place.dataDir, { maxConnections: 60, durable: false })
  const connection = embedded?.connection ?? { connectionString: place.databaseUrl }
  try {
    await migrate(connection)
    const storage = storageOf(readConfig(settingsOf(place)))
    return await fillUniversity({ connection, storage }, { seed: place.seed, scale: place.scale, now: new Date() })
  } finally {
    await embedded?.stop()
  }
}

function sourceHash(): string {
  const folder = join(import.meta.dirname, 'university')
  const hash = createHash('sha1')
  for (const name of readdirSync(folder).sort())
    if (!name.includes('.test.')) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

const settingsOf = (place: Place): Record<string, string> => ({
  ...(Object.fromEntries(Object.entries(process.env).filter(([, v]) => v !== undefined)) as Record<string, string>),
  DATA_DIR: place.dataDir,
  LOG_LEVEL: 'error',
  DATABASE_URL: place.databaseUrl ?? '',
})

export interface Product {
  origin: string
  /** Of the outermost process. */
  pid: number
  connection: Connection
  /** In ms, from the command to the first answer that says it is ready. */
  startMs: number
  stop(): Promise<void>
}

/** Starts what `npm start` starts. */
export async function startProduct(place: Place, workers: number): Promise<Product> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...settingsOf(place), PORT: String(port), WORKERS: String(workers) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((done) => server.once('exit', () => done()))
  await untilReady(origin, server)
  const startMs = Math.round(performance.now() - began)
  const connection = place.databaseUrl ? { connectionString: place.databaseUrl } : await attachEmbedded(place.dataDir)
  if (!connection) throw new Error(`There is no database in ${relative(root, place.dataDir)}.`)
  return {
    origin,
    pid: server.pid ?? 0,
    connection,
    startMs,
    async stop() {
      server.kill('SIGTERM')
      await exited
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilReady(origin: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 300_000
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('The server does not start.')
    await pause(10)
  }
}
