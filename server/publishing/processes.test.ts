import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { announcements } from '../../contract/announcements.ts'
import { notifications } from '../../contract/notifications.ts'
import { announcementWrites } from '../../contract/staff/announcements.ts'
import { seed } from '../changes/change.ts'
import { tellWithin } from '../live.ts'
import { addressOf } from '../testing/client.ts'
import { useDatabase } from '../testing/database.ts'
import { openEvents } from '../testing/events.ts'
import { type Server, send, useServers } from '../testing/servers.ts'
import { enrol, makeCourse, makePerson, type Thing } from '../testing/world.ts'

/* A scheduled thing goes out once, whichever processes die. They all use the database's clock. */

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const own = await useDatabase()
const { db } = own
const { database, open, serve } = await useServers(own)

let course: Thing
let tokens: Record<'arthit' | 'ploy', string>
beforeEach(async () => {
  course = await makeCourse(db)
  const arthit = await makePerson(db, { first: 'Arthit' })
  const ploy = await makePerson(db, { first: 'Ploy' })
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy)
  tokens = { arthit: await open(arthit.id), ploy: await open(ploy.id) }
})

async function ask(server: Server, who: keyof typeof tokens, method: string, path: string, body?: unknown) {
  const { status, data } = await send(server, tokens[who], method, path, body)
  expect(status).toBe(200)
  return data
}

const inCourse = () => ({ course_id: course.id })

/** Schedules an announcement in so many seconds. */
async function plan(server: Server, seconds: number): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select now() + ${seconds} * interval '1 second' as at`.execute(db)
  const body = { announcement_title: 'Exam', publish_at: rows[0]?.at }
  await ask(server, 'arthit', 'POST', addressOf(announcementWrites.create, inCourse()), body)
}

/** What a student sees of it, and their number of unread notifications. */
async function seen(server: Server) {
  const list = (await ask(server, 'ploy', 'GET', addressOf(announcements.list, inCourse()))) as unknown[]
  const notified = (await ask(server, 'ploy', 'GET', notifications.list.path)) as { unread_notifications: number }
  return [list.length, notified.unread_notifications]
}

const planned = () => db.selectFrom('publications').select('publish_at').where('course_id', '=', course.id).execute()
const isPast = async () => {
  const { rows } = await sql<{ past: boolean }>`
    select publish_at < now() as past from publications where course_id = ${course.id}`.execute(db)
  return rows[0]?.past
}
const wait = { timeout: 30_000 }

const oneChange = () => expect.objectContaining({ courses: [course.id], parts: ['materials', 'activity'] })

/** The events in a student's stream up to one that they cause themselves. */
async function listen({ origin }: Server) {
  const events = await openEvents(origin + notifications.stream.path, tokens.ploy)
  return async () => {
    const heard: unknown[] = []
    for (;;) {
      const { data } = await events.next()
      if ((data as { courses: string[] }).courses.length === 0) break
      heard.push(data)
    }
    await events.close()
    return heard
  }
}

test('of several servers one lets it go out, and each tells its streams once', async () => {
  const [first, second] = await Promise.all([serve(), serve({ WORKERS: '2' })])
  const heard = await Promise.all([first, second, second].map(listen))
  expect(await seen(first)).toEqual([0, 0])
  expect(await seen(second)).toEqual([0, 0])
  await plan(first, 1)
  await expect.poll(() => seen(second), wait).toEqual([1, 1])
  expect(await seen(first)).toEqual([1, 1])
  await ask(first, 'ploy', 'POST', notifications.readAll.path)
  for (const events of heard) expect(await events()).toEqual([oneChange()])
  await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')])
})

test('killed before its time and down over it, a server lets it go out when it is back, and not again after that', async () => {
  const killed = await serve()
  await plan(killed, 1)
  await killed.kill('SIGKILL')
  await expect.poll(isPast, wait).toBe(true)
  const back = await serve()
  await expect.poll(() => seen(back), wait).toEqual([1, 1])
  // The process is killed after the publication, so nothing is left to do.
  await back.kill('SIGKILL')
  const last = await serve()
  const heard = await listen(last)
  await ask(last, 'ploy', 'POST', notifications.readAll.path)
  expect(await heard()).toEqual([])
  expect(await seen(last)).toEqual([1, 0])
  expect(await planned()).toEqual([])
  await last.kill('SIGTERM')
})

test('killed while it lets it go out, a server has let nothing out, and another does', async () => {
  const killed = await serve()
  await plan(killed, 3_600)
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async (trx) => {
    await sql`lock table activity in share mode`.execute(trx)
    held.resolve()
    await holding.promise
  })
  await held.promise
  // Set only now: on a busy machine its time would come before that transaction has the lock.
  await seed(db, async (trx) => {
    const soon = sql<Date>`now() + interval '1 second'`
    await trx.updateTable('announcements').set({ publish_at: soon }).where('course_id', '=', course.id).execute()
    await tellWithin(trx, { kind: 'publication_planned' })
  })
  const inTheAct = sql`
    select from pg_stat_activity where datname = ${database} and wait_event_type = 'Lock' and query like '%publications%'`
  await expect.poll(async () => (await inTheAct.execute(db)).rows.length, wait).toBe(1)
  await killed.kill('SIGKILL')
  const other = await serve()
  expect(await seen(other)).toEqual([0, 0])
  const heard = await listen(other)
  holding.resolve()
  await holder
  await expect.poll(() => seen(other), wait).toEqual([1, 1])
  await ask(other, 'ploy', 'POST', notifications.readAll.path)
  expect(await heard()).toEqual([oneChange()])
  expect(await db.selectFrom('activity').select('id').where('course_id', '=', course.id).execute()).toHaveLength(1)
  await other.kill('SIGTERM')
})
