import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
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

describe('the database of a DATA_DIR', () => {
  test('is made on the first start, keeps its data over restarts, and stops when told to', async () => {
    const dataDir = await temporaryFolder()
    const first = await startEmbedded(dataDir, options)
    await query(first.connection, "create table notes as select 'kept' as words")
    const pid = await databaseOf(dataDir)
    expect(pid && isAlive(pid)).toBe(true)
    await first.stop()
    await first.ended
    expect(await databaseOf(dataDir)).toBeUndefined()

    const second = await startEmbedded(dataDir, options)
    expect(await query(second.connection, 'select words from notes')).toEqual([{ words: 'kept' }])
    await second.stop()
  })

  test('is a safe one: durable, of UTF-8 and UTC, and reached with its password alone, from this machine alone', async () => {
    const dataDir = await temporaryFolder()
    const { connection, stop } = await startEmbedded(dataDir, options)
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding', 'TimeZone', 'listen_addresses', 'data_checksums']
    const settings = await Promise.all(names.map((name) => query<Record<string, string>>(connection, `show ${name}`)))
    expect(settings.map(([row]) => Object.values(row ?? {})[0])).toEqual(['on', 'on', 'on', 'UTF8', 'UTC', '', 'on'])
    await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(/password authentication failed/)
    const password = join(dataDir, 'postgres.password')
    expect((await stat(password)).mode & 0o777).toBe(0o600)
    expect((await readFile(password, 'utf8')).length).toBeGreaterThanOrEqual(32)
    await stop()
  })

  test('works in a folder so deep that no socket has room in it', async () => {
    const dataDir = join(await temporaryFolder(), ...Array.from({ length: 12 }, (_, i) => `a-rather-deep-folder-${i}`))
    const { connection, stop } = await startEmbedded(dataDir, options)
    expect(dataDir.length).toBeGreaterThan(250)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('works in a private folder inside a private folder', async () => {
    const dataDir = join(await temporaryFolder(), 'data')
    await mkdir(dataDir, { mode: 0o700 })
    const { connection, stop } = await startEmbedded(dataDir, options)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
    expect((await stat(dataDir)).mode & 0o007, 'others still have no way in').toBe(0)
  })

  test('is made anew when the first start was cut short', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'postgres.new'))
    await writeFile(join(dataDir, 'postgres.new/half'), 'made')
    const { connection, stop } = await startEmbedded(dataDir, options)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
  })
})

describe('a server that was killed', () => {
  test('leaves a database that the next one takes over, with nothing lost', async () => {
    const dataDir = await temporaryFolder()
    const first = await serve(dataDir)
    await query(first.connection, "create table notes as select 'kept' as words")
    const orphan = await databaseOf(dataDir)
    await first.kill('SIGKILL')
    expect(orphan && isAlive(orphan), 'the database outlives it').toBe(true)

    const second = await serve(dataDir)
    expect(await query(second.connection, 'select words from notes')).toEqual([{ words: 'kept' }])
    expect(orphan && isAlive(orphan)).toBe(false)
    expect(await second.kill('SIGTERM')).toBe(0)
    expect(await databaseOf(dataDir)).toBeUndefined()
  })

  test('together with its database leaves all that was committed', async () => {
    const dataDir = await temporaryFolder()
    const first = await serve(dataDir)
    await query(first.connection, "create table notes as select 'kept' as words")
    const database = (await databaseOf(dataDir)) ?? 0
    await first.kill('SIGKILL')
    process.kill(database, 'SIGKILL')
    const second = await serve(dataDir)
    expect(await query(second.connection, 'select words from notes')).toEqual([{ words: 'kept' }])
    expect(await second.kill('SIGTERM')).toBe(0)
  })

  test('and left the number of its database to another process is not mistaken for it', async () => {
    const dataDir = await temporaryFolder()
    const first = await serve(dataDir)
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    const written = await readFile(pidFile, 'utf8')
    expect(await first.kill('SIGTERM')).toBe(0)
    await writeFile(pidFile, written.replace(/^\d+/, String(process.pid)))
    const second = await serve(dataDir)
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await second.kill('SIGTERM')).toBe(0)
  })
})

test('a second server on the same DATA_DIR is refused with words, and the first goes on', async () => {
  const dataDir = await temporaryFolder()
  const first = await serve(dataDir)
  const second = start('server/testing/embedded-server.ts', [dataDir], {})
  expect(await second.ended).toBe(1)
  expect(second.said()).toBe(
    `Another Raintree server is running on ${dataDir}.\nStop it first, or give this one a DATA_DIR and PORT of its own.`,
  )
  expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.kill('SIGTERM')
})

test('two servers started at the same moment on an empty DATA_DIR: one serves, the other is refused with words', async () => {
  const dataDir = await temporaryFolder()
  const both = [0, 1].map(() => start('server/testing/embedded-server.ts', [dataDir], {}))
  const outcomes = await Promise.all(both.map((p) => Promise.race([p.until(/^ready/m).then(() => 'serves'), p.ended.then(() => p.said())])))
  expect(outcomes).toContain('serves')
  expect(outcomes.filter((o) => o !== 'serves')).toEqual([expect.stringContaining('Another Raintree server')])
})
