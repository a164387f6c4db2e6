import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createLive, type Live, type News } from './live.ts'
import { useDatabase } from './testing/database.ts'

const { db, connection } = await useDatabase()
const opened: Live[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})

const notify = async (channel: string, payload: string) => {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/** What one process hears, and what troubles it. */
async function listen() {
  const troubles: unknown[] = []
  const live = await createLive({ connection, notify, onTrouble: (error) => troubles.push(error) })
  opened.push(live)
  const waiting: ((news: News) => void)[] = []
  const heard: News[] = []
  live.subscribe((news) => {
    heard.push(news)
    waiting.shift()?.(news)
  })
  return { live, heard, troubles, next: () => new Promise<News>((got) => waiting.push(got)) }
}

const lines = () =>
  sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'raintree live' and datname = current_database()`
    .execute(db)
    .then(({ rows }) => rows.map((row) => row.pid))

const news = (course_id: string): News => ({ kind: 'course_changed', course_id })

test('what is no news is told of as trouble, and what comes after it is heard', async () => {
  const { live, heard, troubles, next } = await listen()
  const last = next()
  for (const payload of ['', '{', 'null', '7']) await notify('raintree', payload)
  await live.publish(news('1'))
  expect(await last).toEqual(news('1'))
  expect(heard).toEqual([news('1')])
  expect(troubles).toHaveLength(4)
})

test('a listener that fails keeps nobody else from hearing', async () => {
  const troubles: unknown[] = []
  const live = await createLive({ connection, notify, onTrouble: (error) => troubles.push(error) })
  opened.push(live)
  live.subscribe(() => {
    throw new Error('deaf')
  })
  const heard = new Promise<News>((got) => live.subscribe(got))
  await live.publish(news('1'))
  expect(await heard).toEqual(news('1'))
  expect(troubles).toEqual([new Error('deaf')])
})

test('a line that is cut comes back, as one line', async () => {
  const { live, next } = await listen()
  const [first] = await lines()
  await sql`select pg_terminate_backend(${first})`.execute(db)
  await vi.waitFor(async () => expect((await lines()).filter((pid) => pid !== first)).toHaveLength(1), {
    timeout: 15_000,
    interval: 50,
  })
  const heard = next()
  // It listens a moment after it is connected.
  await vi.waitFor(async () => {
    await live.publish(news('2'))
    const none = new Promise((later) => setImmediate(later))
    expect(await Promise.race([heard, none])).toEqual(news('2'))
  }, 15_000)
  expect(await lines()).toHaveLength(1)
})

test('a line that is closed leaves nothing behind', async () => {
  const { live } = await listen()
  await live.close()
  await vi.waitFor(async () => expect(await lines()).toEqual([]), 10_000)
})
