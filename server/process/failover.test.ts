import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { courses } from '../../contract/courses.ts'
import { notifications } from '../../contract/notifications.ts'
import { users } from '../../contract/users.ts'
import { build } from '../app.ts'
import { openDatabase } from '../db/database.ts'
import { isTransient } from '../errors.ts'
import { createLive, type LiveEvent } from '../live.ts'
import { openEvents } from '../testing/events.ts'
import { type TestServer, useServer } from '../testing/server.ts'
import { useTcpProxy } from '../testing/tcpProxy.ts'
import { enrol, makeCourse, setCourse } from '../testing/world.ts'

/* The server while the database is away, and after its return. */

test('while the database is away a request is told that the server is busy, and served again once it is back', async () => {
  const server = await useServer()
  const proxy = await useTcpProxy(server.connection)
  const db = openDatabase(proxy.connection, { connections: 2, prepare: true })
  const app = await build({ config: server.config, db, connection: proxy.connection, now: server.clock.now })
  const ploy = await server.person({ first: 'Ploy' })
  const me = () => app.inject({ url: users.me.path, headers: { authorization: ploy.token } })
  expect((await me()).statusCode).toBe(200)
  // The cache of sessions keeps them for some seconds.
  const nat = await server.person({ first: 'Nat' })

  proxy.cut()
  const away = await app.inject({ url: users.me.path, headers: { authorization: nat.token } })
  expect(away.statusCode).toBe(503)
  expect(away.json()).toMatchObject({ error: { code: 'busy' } })
  expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)

  proxy.mend()
  const back = await app.inject({ url: users.me.path, headers: { authorization: nat.token } })
  expect(back.json()).toMatchObject({ data: { first: 'Nat' } })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  await app.close()
  await db.destroy()
})

test('a database that is lost in the middle of a statement fails that statement alone', async () => {
  const { connection, db: direct } = await useServer()
  const proxy = await useTcpProxy(connection)
  const db = openDatabase(proxy.connection, { connections: 1, prepare: true })
  const slow = sql`select pg_sleep(600)`.execute(db).catch((error: unknown) => error)
  const running = sql`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'`
  await expect.poll(async () => (await running.execute(direct)).rows).toHaveLength(1)
  proxy.cut()
  expect(isTransient(await slow)).toBe(true)
  proxy.mend()
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a process that lost the line for live events hears them again by itself', async () => {
  const server = await useServer()
  const proxy = await useTcpProxy(server.connection)
  const live = await createLive({ connection: proxy.connection, db: server.db, onError: () => {} })
  const heard: LiveEvent[] = []
  let missed = 0
  live.subscribe(
    (event) => heard.push(event),
    () => missed++,
  )
  expect(live.listening()).toBe(true)
  proxy.cut()
  await expect.poll(() => live.listening()).toBe(false)
  expect(missed).toBe(0)
  proxy.mend()
  await expect.poll(() => missed).toBe(1)
  expect(live.listening()).toBe(true)
  const event: LiveEvent = { kind: 'person_changed', person_id: crypto.randomUUID() }
  await live.publish(event)
  await expect.poll(() => heard).toEqual([event])
  await live.close()
})

/** Cuts a server's connection for live events; it reconnects after a second. */
const loseLine = ({ db, connection }: TestServer) =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'raintree live' and datname = ${connection.database}`.execute(db)

describe('a process that has lost the line for live events', () => {
  test('ends its streams, whose readers come back, and does not know a session that has ended meanwhile', async () => {
    const server = await useServer()
    const ploy = await server.person({ first: 'Ploy' })
    const events = await openEvents((await server.listen()) + notifications.stream.path, ploy.token)
    await ploy.call(users.me)
    await loseLine(server)
    await server.db.deleteFrom('sessions').where('person_id', '=', ploy.id).execute()
    expect(await events.rest()).toEqual([])
    expect(await ploy.refused(users.me)).toEqual({ status: 401, code: 'not_signed_in' })
  })

  test('keeps nothing by the versions of a database that may not be the primary any more', async () => {
    const server = await useServer()
    const ploy = await server.person({ first: 'Ploy' })
    const course = await makeCourse(server.db, { name: 'Physics' })
    await enrol(server.db, course, ploy)
    const nameOf = async () => (await ploy.call(courses.one, { params: { course_id: course.id } })).course_name
    expect(await nameOf()).toBe('Physics')
    const versions = await server.db.selectFrom('course_versions').selectAll().executeTakeFirstOrThrow()
    await loseLine(server)
    // Another name under the same versions, as on a replica that never got the change before it.
    await setCourse(server.db, course, { name: 'Chemistry' })
    await server.db.updateTable('course_versions').set(versions).execute()
    await expect.poll(nameOf).toBe('Chemistry')
  })
})

test('a connection to a primary that has become a replica is given up, and what it refused is told to be tried again', async () => {
  const { connection, db: direct } = await useServer()
  const db = openDatabase(connection, { connections: 1, prepare: true })
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const first = await pid()
  const write = () => sql`insert into rate_limits values (${crypto.randomUUID()}, 1, now())`.execute(db)
  await sql`set default_transaction_read_only = on`.execute(db)
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  expect(await pid()).not.toBe(first)
  await write()
  expect(await direct.selectFrom('rate_limits').selectAll().execute()).toHaveLength(1)
  await db.destroy()
})
