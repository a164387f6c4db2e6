import { type KyselyPlugin, type Logger, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './db/database.ts'
import { createLive, type Live, type LiveEvent } from './live.ts'
import { afterwards } from './testing/afterwards.ts'
import { isNotify } from './testing/background.ts'
import { useDatabase } from './testing/database.ts'
import { useTcpProxy } from './testing/tcpProxy.ts'

const { db, connection } = await useDatabase()
const opened: Live[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})

/** The live events that one process gets, and its errors. */
async function listen() {
  const errors: unknown[] = []
  const live = await createLive({ connection, db, onError: (error) => errors.push(error) })
  opened.push(live)
  const waiting: ((event: LiveEvent) => void)[] = []
  const heard: LiveEvent[] = []
  live.subscribe((event) => {
    heard.push(event)
    waiting.shift()?.(event)
  })
  return { live, heard, errors, next: () => new Promise<LiveEvent>((got) => waiting.push(got)) }
}

const lines = () =>
  sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'raintree live' and datname = current_database()`
    .execute(db)
    .then(({ rows }) => rows.map((row) => row.pid))

const event = (course_id: string): LiveEvent => ({ kind: 'course_changed', parts: ['work'], course_id })

test('a message that is no live event is reported as an error, and what comes after it is heard', async () => {
  const { live, heard, errors, next } = await listen()
  const last = next()
  for (const payload of ['', '{', 'null', '7']) {
    await sql`select pg_notify('raintree', ${payload})`.execute(db)
  }
  await live.publish(event('1'))
  expect(await last).toEqual(event('1'))
  expect(heard).toEqual([event('1')])
  expect(errors).toHaveLength(4)
})

test('a listener that fails keeps nobody else from hearing', async () => {
  const errors: unknown[] = []
  const live = await createLive({ connection, db, onError: (error) => errors.push(error) })
  opened.push(live)
  live.subscribe(() => {
    throw new Error('deaf')
  })
  const heard = new Promise<LiveEvent>((got) => live.subscribe(got))
  await live.publish(event('1'))
  expect(await heard).toEqual(event('1'))
  expect(errors).toEqual([new Error('deaf')])
})

test('a line that is cut comes back, as one line', async () => {
  const { live, next } = await listen()
  const [first] = await lines()
  await sql`select pg_terminate_backend(${first})`.execute(db)
  await expect.poll(async () => (await lines()).filter((pid) => pid !== first)).toHaveLength(1)
  const heard = next()
  // Its listening begins a moment after its connection.
  const publishAgain = async () => {
    await live.publish(event('2'))
    const none = new Promise((later) => setImmediate(later))
    return Promise.race([heard, none])
  }
  await expect.poll(publishAgain).toEqual(event('2'))
  expect(await lines()).toHaveLength(1)
})

test('a line that is closed leaves nothing behind', async () => {
  const { live } = await listen()
  await live.close()
  await expect.poll(lines).toEqual([])
})

test('a line that is kept and silent is lost, and comes back', async () => {
  const proxy = await useTcpProxy(connection)
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const live = await createLive({ connection: proxy.connection, db, onError, askMs: 2_000 })
  opened.push(live)
  const states: boolean[] = []
  const heard: LiveEvent[] = []
  live.subscribe(
    (one) => heard.push(one),
    () => states.push(live.listening()),
  )
  proxy.swallow()
  await live.publish(event('1'))
  await expect.poll(() => live.listening()).toBe(false)
  await expect.poll(() => states).toEqual([true])
  await live.publish(event('2'))
  await expect.poll(() => heard).toEqual([event('2')])
  expect(errors).toEqual([new Error('Query read timeout')])
})

test('a line that is silent is closed all the same', async () => {
  const proxy = await useTcpProxy(connection)
  const live = await createLive({ connection: proxy.connection, db, onError: () => {} })
  proxy.swallow()
  await live.close()
  expect(live.listening()).toBe(false)
})

test('a line is closed although the database does not take the last event', async () => {
  const proxy = await useTcpProxy(connection)
  let sent = 0
  const silent = openDatabase(proxy.connection, { connections: 1, prepare: false, log: () => void sent++ })
  await sql`select 1`.execute(silent)
  sent = 0
  const live = await createLive({ connection, db: silent, onError: () => {} })
  proxy.swallow()
  live.tell(event('1'))
  await live.close()
  // Logged once the call is answered, or given up.
  expect([live.listening(), sent]).toEqual([false, 0])
})

test('what is told within a while goes together, and before the line is closed', async () => {
  let messages = 0
  const log: Logger = ({ query }) => {
    if (isNotify(query.sql)) messages++
  }
  const counting = openDatabase(connection, { connections: 1, prepare: false, log })
  afterwards(() => counting.destroy())
  const { heard } = await listen()
  const writer = await createLive({ connection, db: counting, onError: () => {}, gatherMs: 1_000 })
  opened.push(writer)
  for (const id of ['1', '2', '3', '4']) {
    writer.tell(event(id))
    await new Promise((later) => setImmediate(later))
  }
  await writer.close()
  expect(messages).toBe(2)
  await expect.poll(() => heard).toEqual(['1', '2', '3', '4'].map(event))
})

test('what cannot be sent is tried once more', async () => {
  let failures = 0
  const failsOnce: KyselyPlugin = {
    transformQuery({ node }) {
      if (failures++ === 0) throw new Error('not now')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { next } = await listen()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const writer = await createLive({ connection, db: db.withPlugin(failsOnce), onError })
  opened.push(writer)
  const heard = next()
  writer.tell(event('1'))
  expect(await heard).toEqual(event('1'))
  expect(errors).toEqual([])
})

test('who only tells is spared that it cannot be sent, which is reported once', async () => {
  const { live, errors, heard, next } = await listen()
  // Longer than PostgreSQL takes.
  const tooLong: LiveEvent = { kind: 'session_ended', hash: 'x'.repeat(9_000) }
  live.tell(tooLong, tooLong)
  await expect.poll(() => errors).toHaveLength(1)
  expect(errors).toEqual([expect.objectContaining({ message: 'payload string too long' })])
  const last = next()
  live.tell(event('1'))
  await last
  expect(heard).toEqual([event('1')])
  expect(errors).toHaveLength(1)
})

test('what is published at one moment is heard in that order, and who waits for what cannot be sent is told', async () => {
  const { live, heard } = await listen()
  const events = Array.from({ length: 50 }, (_, n): LiveEvent => ({ kind: 'session_ended', hash: String(n) }))
  await Promise.all(events.map((one) => live.publish(one)))
  // Longer than PostgreSQL takes.
  await expect(live.publish({ kind: 'session_ended', hash: 'x'.repeat(9_000) })).rejects.toThrow()
  await live.publish({ kind: 'session_ended', hash: 'last' })
  await expect.poll(() => heard.at(-1)).toEqual({ kind: 'session_ended', hash: 'last' })
  expect(heard.slice(0, -1)).toEqual(events)
})
