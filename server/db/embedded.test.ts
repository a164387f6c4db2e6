import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { databaseOf, isAlive, type Program, start, temporaryFolder } from '../testing/processes.ts'
import type { Connection } from './database.ts'
import { startEmbedded } from './embedded.ts'

const options = { maxConnections: 10 }

async function query<Row>(connection: Connection, text: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A process that runs the database of a DATA_DIR. */
async function serve(dataDir: string): Promise<Program & { connection: Connection }> {
  const program = start('server/testing/embedded-server.ts', [dataDir], {})
  const [, connection = ''] = await program.until(/^ready (.+)$/m)
  return { ...program, connection: JSON.parse(connection) }
}

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const dataDir = await temporaryFolder()

describe('the database of a DATA_DIR', () => {
  test('is made on the first start, keeps its data over restarts, and stops when told to', async () => {
    const first = await startEmbedded(dataDir, options)
    await query(first.connection, "create table notes as select 'kept' as words")
    const pid = await databaseOf(dataDir)
    expect(pid && isAlive(pid)).toBe(true)
    await first.stop()
    await first.exited
    expect(await databaseOf(dataDir)).toBeUndefined()

    const second = await startEmbedded(dataDir, options)
    expect(await query(second.connection, 'select words from notes')).toEqual([{ words: 'kept' }])
    await second.stop()
  })

  test('is a safe one: durable, of UTF-8 and UTC, and reached with its password alone, from this machine alone', async () => {
    const { connection, stop } = await startEmbedded(dataDir, options)
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'server_encoding',
      'TimeZone',
      'listen_addresses',
    ]
    const settings = await Promise.all(names.map((name) => query<Record<string, string>>(connection, `show ${name}`)))
    expect(settings.map(([row]) => Object.values(row ?? {})[0])).toEqual(['on', 'on', 'on', 'on', 'UTF8', 'UTC', ''])
    await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    )
    const password = join(dataDir, 'postgres.password')
    expect((await stat(password)).mode & 0o777).toBe(0o600)
    expect((await readFile(password, 'utf8')).length).toBeGreaterThanOrEqual(32)
    await stop()
  })

  test('is the product’s to change, and nothing else of PostgreSQL is', async () => {
    const { connection, superuser, stop } = await startEmbedded(dataDir, options)
    expect(connection.password).not.toBe(superuser.password)
    const [role] = await query(
      connection,
      'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    })
    await query(connection, 'create table made as select 1 as one; alter table made add two int; drop table made')
    for (const statement of [
      "copy notes to program 'cat'",
      "select pg_read_file('/etc/passwd')",
      'create database x',
    ]) {
      await expect(query(connection, statement), statement).rejects.toThrow(/permission denied/)
    }
    await stop()
  })

  test('of an earlier version, which worked in it as the superuser, is handed over with all that is in it', async () => {
    const folder = await temporaryFolder()
    const before = await startEmbedded(folder, options)
    const owner = String(before.connection.user)
    const asBefore = { ...before.superuser, database: before.connection.database }
    await query(
      asBefore,
      `create table papers (id serial primary key, words text, n bigint generated always as identity);
      create table parted (id int) partition by range (id);
      create table parted_1 partition of parted for values from (0) to (9);
      create sequence loose; create view seen as select words from papers; create type mood as enum ('good');
      create function twice(n int) returns int language sql as 'select n * 2';
      insert into papers (words) values ('kept');
      alter database raintree owner to raintree; reassign owned by ${owner} to raintree; drop role ${owner}`,
    )
    await before.stop()

    for (const start of ['the first', 'the next']) {
      const { connection, stop } = await startEmbedded(folder, options)
      expect(await query(connection, 'select words from seen'), start).toEqual([{ words: 'kept' }])
      const changes = `alter table papers add more int; alter table papers drop more; alter table parted_1 rename to p;
        alter table p rename to parted_1; alter sequence loose restart; alter type mood add value if not exists 'bad';
        create or replace function twice(n int) returns int language sql as 'select 2 * n';
        create or replace view seen as select words from papers; insert into papers (words) select 'x' where false`
      for (const change of changes.split(/;\s*/)) await query(connection, change)
      await stop()
    }
  })

  test('outlives a server that was killed, and the next one takes over with nothing lost', async () => {
    const first = await serve(dataDir)
    await query(first.connection, "insert into notes values ('kept too')")
    const orphan = (await databaseOf(dataDir)) ?? 0
    await first.kill('SIGKILL')
    expect(isAlive(orphan)).toBe(true)

    const second = await serve(dataDir)
    expect(await query(second.connection, 'select words from notes')).toEqual([
      { words: 'kept' },
      { words: 'kept too' },
    ])
    expect(await databaseOf(dataDir)).not.toBe(orphan)
    expect(await second.kill('SIGTERM')).toBe(0)
    expect(await databaseOf(dataDir)).toBeUndefined()
  })

  test('that was killed together with its server has all that was committed', async () => {
    const first = await serve(dataDir)
    await query(first.connection, "insert into notes values ('kept as well')")
    const database = (await databaseOf(dataDir)) ?? 0
    await first.kill('SIGKILL')
    process.kill(database, 'SIGKILL')
    const second = await serve(dataDir)
    expect(await query(second.connection, 'select words from notes')).toHaveLength(3)
    expect(await second.kill('SIGTERM')).toBe(0)
  })

  test('is waited for while it recovers from a crash, however long, also by a server that finds it so', async () => {
    const folder = await temporaryFolder()
    await (await startEmbedded(folder, options)).stop()
    const inside = (name: string) => join(folder, 'postgres', name)
    const log = () => readFile(join(folder, 'postgres.log'), 'utf8')
    // Recovers from an archive that has nothing and answers only once there is a file `go`.
    const archive = "restore_command = 'while [ ! -e go ]; do sleep 0.05; done; false'"
    await appendFile(inside('postgresql.auto.conf'), `${archive}\nhot_standby = off\n`)
    const mustRecover = () => writeFile(inside('recovery.signal'), '')
    /**
     * Starts a database, lets minutes pass at each look at the clock while it recovers, and lets it recover once
     * `start` has reported that.
     */
    async function startLate() {
      const said = vi.spyOn(console, 'error').mockImplementation(() => {})
      vi.useFakeTimers({ toFake: ['Date'] })
      try {
        const starting = startEmbedded(folder, options)
        starting.catch(() => {})
        const before = (await log()).length
        const isTurnedAway = async () => (await log()).slice(before).includes('the database system is starting up')
        await vi.waitUntil(isTurnedAway, { timeout: 30_000 })
        const passes = () => vi.setSystemTime(Date.now() + 120_000)
        await vi.waitUntil(() => passes() && said.mock.calls.length > 0, { timeout: 30_000 })
        await writeFile(inside('go'), '')
        return await starting
      } finally {
        vi.useRealTimers()
        said.mockRestore()
      }
    }
    await mustRecover()
    await (await startLate()).stop()

    await rm(inside('go'))
    await mustRecover()
    const killed = start('server/testing/embedded-server.ts', [folder], {})
    const hasBegun = async () => (await log()).match(/database system was shut down at/g)?.length === 3
    await vi.waitUntil(hasBegun, { timeout: 30_000 })
    await killed.kill('SIGKILL')
    const second = await startLate()
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(await log(), 'it was let be').not.toMatch(/was interrupted/)
  })

  test('is not mistaken for a process that has its number now', async () => {
    const first = await serve(dataDir)
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    const written = await readFile(pidFile, 'utf8')
    expect(await first.kill('SIGTERM')).toBe(0)
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
    await writeFile(pidFile, written.replace(/^\d+/, String(other.pid)))
    const second = await serve(dataDir)
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await second.kill('SIGTERM')).toBe(0)
    expect(other.exitCode ?? other.signalCode, 'it was left alone').toBeNull()
    other.kill('SIGKILL')
  })

  test('is refused with words to a second server, and the first goes on', async () => {
    const first = await serve(dataDir)
    const second = start('server/testing/embedded-server.ts', [dataDir], {})
    expect(await second.exited).toBe(1)
    expect(second.said()).toBe(
      `Another Raintree server is running on ${dataDir}.\nStop it first, or give this one a DATA_DIR and PORT of its own.`,
    )
    expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await first.kill('SIGTERM')).toBe(0)
  })
})

describe('a DATA_DIR', () => {
  test('may be private, in a private folder, and so deep that no socket has room in it', async () => {
    const folder = join(await temporaryFolder(), ...Array.from({ length: 12 }, (_, i) => `a-rather-deep-folder-${i}`))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    expect(folder.length).toBeGreaterThan(250)
    const { connection, stop } = await startEmbedded(folder, options)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(connection.host ?? '')).toBe(true)
    await stop()
    expect(existsSync(connection.host ?? ''), 'the folder of the socket is gone').toBe(false)
    expect((await stat(folder)).mode & 0o007, 'others still have no way in').toBe(0)
  })

  test('may be named in Thai, of which each letter takes three bytes of a socket’s name', async () => {
    const folder = join(await temporaryFolder(), 'ข้อมูลของระบบรายวิชาออนไลน์')
    expect(folder.length).toBeLessThan(70)
    expect(Buffer.byteLength(folder)).toBeGreaterThan(100)
    const { connection, stop } = await startEmbedded(folder, options)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('is made anew when the first start was cut short', async () => {
    const folder = await temporaryFolder()
    // No process has such a number.
    await mkdir(join(folder, 'postgres.new-4194305'))
    await writeFile(join(folder, 'postgres.new-4194305/half'), 'made')
    const { connection, stop } = await startEmbedded(folder, options)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
    expect((await readdir(folder)).filter((name) => name.includes('new'))).toEqual([])
  })

  test('holds its password once, whenever its first start is cut short', async () => {
    const folder = await temporaryFolder()
    const password = join(folder, 'postgres.password')
    const killed = start('server/testing/embedded-server.ts', [folder], {})
    const isBeingMade = async () =>
      (await readdir(folder)).some(
        (name) => name.startsWith('postgres.new-') && existsSync(join(folder, name, 'PG_VERSION')),
      )
    await vi.waitUntil(isBeingMade, { timeout: 30_000, interval: 1 })
    await killed.kill('SIGKILL')
    const copies = async () => {
      const secret = await readFile(password, 'utf8')
      const files = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isFile())
      const texts = await Promise.all(files.map(({ name }) => readFile(join(folder, name), 'utf8')))
      return texts.filter((text) => text.includes(secret)).length
    }
    expect(await copies(), 'of a start that was killed').toBe(1)

    // Leftovers of an earlier version's starts beside a newer database.
    await (await startEmbedded(folder, options)).stop()
    const secret = await readFile(password, 'utf8')
    for (const name of ['secret-4194305', 'password-4194305', 'password-0123456789abcdef'])
      await writeFile(join(folder, `postgres.${name}`), secret)
    await (await startEmbedded(folder, options)).stop()
    expect(await copies(), 'of earlier starts').toBe(1)
    expect((await stat(password)).mode & 0o777).toBe(0o600)
  })

  test('that is empty and given to two servers at the same moment is served by one, and refused to the other with words', async () => {
    const folder = await temporaryFolder()
    const both = [0, 1].map(() => start('server/testing/embedded-server.ts', [folder], {}))
    const outcomes = await Promise.all(
      both.map((p) => Promise.race([p.until(/^ready/m).then(() => 'serves'), p.exited.then(() => p.said())])),
    )
    expect(outcomes.sort()).toEqual([expect.stringContaining('Another Raintree server is running'), 'serves'])
  })
})
