import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { uploads } from '../../contract/uploads.ts'
import { users } from '../../contract/users.ts'
import { isFull } from '../errors.ts'
import { start, temporaryFolder } from '../testing/processes.ts'
import { usePlainS3 } from '../testing/s3.ts'
import { useServer } from '../testing/server.ts'
import { formOf, sendForm } from '../uploads/testing.ts'

/* The server while the disk is full, and after somebody has made room. */

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const server = await useServer({ LOG_LEVEL: 'silent' })
const { db, connection } = server
const superuser = new pg.Client(inject('superuser'))
await superuser.connect()
afterAll(() => superuser.end())

const readiness = async () => {
  const answer = await server.nobody.raw('GET', '/readyz')
  return { status: answer.statusCode, ...answer.json() }
}

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])('%s is no room', (code) => {
  expect(isFull(Object.assign(new Error('full'), { code }))).toBe(true)
})

test.each([
  ['could not extend file "base/5/16384": Disk quota exceeded', true],
  ['could not extend file "base/5/16384": File too large', true],
  ['unrecognized node type: 7', false],
])('PostgreSQL, which has no code for %j, is understood by its words', (message, full) => {
  expect(isFull(Object.assign(new Error(message), { code: 'XX000' }))).toBe(full)
})

test('whoever writes while the disk of the database is full is told that the server is busy, and is served once it is not', async () => {
  const ploy = await server.person()
  const write = () => sendForm(ploy, { filename: 'a.txt', bytes: 'x' })
  await sql`
    create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = 'disk_full';
    end $$`.execute(db)
  await sql`create trigger no_room before insert on uploads execute function no_room()`.execute(db)
  try {
    const { statusCode, headers, body } = await write()
    expect([statusCode, JSON.parse(body).error.code]).toEqual([503, 'busy'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    await sql`drop trigger no_room on uploads; drop function no_room()`.execute(db)
  }
  expect((await write()).statusCode).toBe(200)
})

test('a server whose database has no room is not ready, says why, and is ready again by itself', async () => {
  expect(await readiness()).toEqual({ status: 200, ok: true })
  const bound = async (size: string) => {
    await superuser.query(`alter database ${connection.database} set temp_file_limit = '${size}'`)
    // The same holds for new sessions.
    await superuser.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
      connection.database,
    ])
  }
  await bound('0')
  const reason = 'The database has no room to write in.'
  await expect.poll(readiness).toEqual({ status: 503, ok: false, reason })
  expect((await server.nobody.raw('GET', '/healthz')).statusCode).toBe(200)
  await bound('-1')
  await expect.poll(readiness).toEqual({ status: 200, ok: true })
})

test('a server that cannot write its files is not ready, says why, and is ready again by itself', async () => {
  const files = join(server.config.dataDir, 'files')
  await mkdir(files, { recursive: true })
  await rename(files, `${files}.aside`)
  await writeFile(files, '')
  const reason = 'The file store has no room, or cannot be written in.'
  await expect.poll(readiness).toEqual({ status: 503, ok: false, reason })
  await rm(files)
  await rename(`${files}.aside`, files)
  await expect.poll(readiness).toEqual({ status: 200, ok: true })
})

test('an upload to an object store that is full is told that the server is busy, and taken once it is not', async () => {
  const store = await usePlainS3()
  const key = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const elsewhere = await useServer({ LOG_LEVEL: 'silent', S3_ENDPOINT: store.endpoint, S3_BUCKET: 'files', ...key })
  const person = await elsewhere.person()
  const file = { filename: 'a.txt', bytes: 'x' }
  store.broken = 507
  const { statusCode, headers } = await sendForm(person, file)
  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([503, true])
  store.broken = undefined
  expect((await sendForm(person, file)).statusCode).toBe(200)
})

/** Without the demo school, which has large files. */
const provider = { OAUTH_ISSUER: 'https://site.example', OAUTH_CLIENT_ID: 'raintree', OAUTH_CLIENT_SECRET: 'secret' }

describe('where the system lets no file grow', () => {
  test('an upload is told that the server is busy, which is not ready; what is only read is answered', async () => {
    const { user, password, host, port, database } = connection
    const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
    const DATA_DIR = await temporaryFolder()
    const settings = { PORT: '0', DATA_DIR, DATABASE_URL, WORKERS: '1', ...provider }
    const program = start('server/main.ts', [], settings, { fileBlocks: 900 })
    const [, origin = ''] = await program.until(/Raintree is ready at (http:\S+)/)
    const { token: authorization } = await server.person()
    // This server uses the real clock.
    const [now, later] = [new Date(), new Date(Date.now() + 3_600_000)]
    await db.updateTable('sessions').set({ created_at: now, seen_at: now, expires_at: later }).execute()
    const { payload, headers } = formOf([{ filename: 'large.txt', bytes: 'x'.repeat(2_000_000) }])
    const request = { method: 'POST', headers: { ...headers, authorization }, body: payload }
    const upload = await fetch(origin + uploads.create.path, request)
    expect([upload.status, Number(upload.headers.get('retry-after')) > 0]).toEqual([503, true])
    const ready = await fetch(`${origin}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { ok: false, reason: /file store/ }])
    expect((await fetch(origin + users.me.path, { headers: { authorization } })).status).toBe(200)
    expect(program.said()).toContain('EFBIG')
    expect(await program.kill('SIGTERM')).toBe(0)
  })
})
