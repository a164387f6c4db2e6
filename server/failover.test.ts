import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { users } from '../contract/users.ts'
import { build } from './app.ts'
import { openDatabase } from './db/database.ts'
import { isPassing } from './errors.ts'
import { createLive, type News } from './live.ts'
import { useLine } from './testing/line.ts'
import { useServer } from './testing/server.ts'

/* What happens while the database is away, and when it is back. */

test('while the database is away a request is told that the server is busy, and served again once it is back', async () => {
  const server = await useServer()
  const line = await useLine(server.connection)
  const db = openDatabase(line.connection, { connections: 2, prepare: true })
  const app = await build({ config: server.config, db, connection: line.connection, now: server.clock.now })
  const ploy = await server.person({ first: 'Ploy' })
  const me = () => app.inject({ url: users.me.path, headers: { authorization: ploy.token } })
  expect((await me()).statusCode).toBe(200)
  // Known people are remembered for some seconds.
  const nat = await server.person({ first: 'Nat' })

  line.cut()
  const away = await app.inject({ url: users.me.path, headers: { authorization: nat.token } })
  expect(away.statusCode).toBe(503)
  expect(away.json()).toMatchObject({ error: { code: 'busy' } })
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)

  line.mend()
  const back = await app.inject({ url: users.me.path, headers: { authorization: nat.token } })
  expect(back.json()).toMatchObject({ data: { first: 'Nat' } })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  await app.close()
  await db.destroy()
})

test('a database that is lost in the middle of a statement fails that statement alone', async () => {
  const { connection, db: direct } = await useServer()
  const line = await useLine(connection)
  const db = openDatabase(line.connection, { connections: 1, prepare: true })
  const slow = sql`select pg_sleep(600)`.execute(db).catch((error: unknown) => error)
  const running = sql`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'`
  await vi.waitFor(async () => expect((await running.execute(direct)).rows).toHaveLength(1))
  line.cut()
  expect(isPassing(await slow)).toBe(true)
  line.mend()
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a process that lost the line for news hears them again by itself', async () => {
  const server = await useServer()
  const line = await useLine(server.connection)
  const live = await createLive({ connection: line.connection, db: server.db, onTrouble: () => {} })
  const heard: News[] = []
  live.subscribe((news) => heard.push(news))
  expect(live.listening()).toBe(true)
  line.cut()
  await vi.waitFor(() => expect(live.listening()).toBe(false))
  line.mend()
  await vi.waitFor(() => expect(live.listening()).toBe(true), { timeout: 15_000 })
  const news: News = { kind: 'person_changed', person_id: crypto.randomUUID() }
  await live.publish(news)
  await vi.waitFor(() => expect(heard).toEqual([news]))
  await live.close()
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
