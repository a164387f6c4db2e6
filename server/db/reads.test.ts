import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { found } from '../errors.ts'
import { createLive, type News } from '../live.ts'
import { useDatabase } from '../testing/database.ts'
import { makeCourse } from '../testing/world.ts'
import { openDatabase } from './database.ts'
import { behindBy, createReads } from './reads.ts'

/* Two databases that say which they are, as a primary and a replica that is behind would by their rows. */

const { db: primary, connection } = await useDatabase()
const { db: copy, connection: copyConnection } = await useDatabase()
const course = (await makeCourse(primary, { name: 'primary' })).id
await makeCourse(copy, { id: course, name: 'replica' })

/** Past the time in which a process does not know what was told before it began. */
const LATER = 60_000

async function useReads() {
  const replica = openDatabase(copyConnection, { connections: 2, prepare: true })
  const live = await createLive({
    connection,
    db: primary,
    onTrouble: () => {},
  })
  const clock = { ms: 0 }
  const { reads, look, close } = createReads({ primary, replica, live, now: () => clock.ms })
  const which = (about: Parameters<typeof reads>[0] = {}) =>
    reads(
      about,
      async (db) =>
        (await sql<{ name: string }>`select name from courses where id = ${course}`.execute(db)).rows[0]?.name,
    )
  return {
    reads,
    which,
    look,
    clock,
    /** Publishes and waits until it is heard. */
    async tell(news: News) {
      const heard = new Promise<void>((done) => {
        const stop = live.subscribe(() => {
          stop()
          done()
        })
      })
      await live.publish(news)
      await heard
    },
    /** Takes the line for news away, and waits until it is back. */
    async loseLine() {
      const back = new Promise<void>((done) => live.subscribe(() => {}, done))
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'raintree live' and datname = ${connection.database}`.execute(primary)
      await back
    },
    async [Symbol.asyncDispose]() {
      close()
      await live.close()
      await replica.destroy()
    },
  }
}

test('what may be a moment old is read from the replica once it is known to follow', async () => {
  await using it = await useReads()
  it.clock.ms = LATER
  expect(await it.which()).toBe('primary')
  await it.look()
  expect(await it.which()).toBe('replica')
})

test('a process that has just begun does not know what was told before, and asks the primary', async () => {
  await using it = await useReads()
  await it.look()
  expect(await it.which()).toBe('primary')
})

test('a process that lost the line for news does not know what was told meanwhile, and asks the primary for a while', async () => {
  await using it = await useReads()
  it.clock.ms = LATER
  await it.look()
  expect(await it.which()).toBe('replica')
  await it.loseLine()
  expect(await it.which()).toBe('primary')
  it.clock.ms += 5_001
  await it.look()
  expect(await it.which()).toBe('replica')
})

test('after news of a course that course is read from the primary for a while, and others are not', async () => {
  await using it = await useReads()
  it.clock.ms = LATER
  await it.look()
  await it.tell({ kind: 'course_changed', parts: ['work'], course_id: course })
  expect(await it.which({ courseId: course })).toBe('primary')
  expect(await it.which({ courseId: crypto.randomUUID() })).toBe('replica')
  it.clock.ms += 4_999
  expect(await it.which({ courseId: course })).toBe('primary')
  it.clock.ms += 1
  await it.look()
  expect(await it.which({ courseId: course })).toBe('replica')
})

test('after what a person did they read from the primary for a while, and the others of the course do not', async () => {
  await using it = await useReads()
  it.clock.ms = LATER
  await it.look()
  const ploy = { _id: crypto.randomUUID() }
  await it.tell({ kind: 'course_changed', parts: ['work'], course_id: course, person_id: ploy._id })
  expect(await it.which({ courseId: course, viewer: ploy })).toBe('primary')
  expect(await it.which({ courseId: course, viewer: { _id: crypto.randomUUID() } })).toBe('replica')
})

test('a replica that is gone costs nobody an answer, and serves again when it is back', async () => {
  await using it = await useReads()
  it.clock.ms = LATER
  await it.look()
  await sql.raw(`alter database ${copyConnection.database} with allow_connections false`).execute(primary)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${copyConnection.database}`.execute(
    primary,
  )
  expect(await it.which()).toBe('primary')
  await it.look()
  expect(await it.which()).toBe('primary')
  await sql.raw(`alter database ${copyConnection.database} with allow_connections true`).execute(primary)
  await it.look()
  expect(await it.which()).toBe('replica')
})

test('what the replica has not got yet is looked for on the primary', async () => {
  await using it = await useReads()
  it.clock.ms = LATER
  await it.look()
  const { id } = await makeCourse(primary, { name: 'new' })
  const get = (db: typeof primary) => db.selectFrom('courses').select('name').where('id', '=', id).executeTakeFirst()
  expect(await it.reads({}, async (db) => found(await get(db)))).toEqual({ name: 'new' })
  expect(await it.which()).toBe('replica')
})

test('what is asked wrongly is no trouble of the replica, which goes on serving', async () => {
  await using it = await useReads()
  it.clock.ms = LATER
  await it.look()
  const find = (db: typeof primary) => db.selectFrom('courses').select('id').where('name', '=', '\0').execute()
  await expect(it.reads({}, find)).rejects.toMatchObject({ code: '22021' })
  expect(await it.which()).toBe('replica')
})

test('a replica is as far behind as the newest mark of the primary that it has reached', () => {
  const marks = [
    { at: 1_000, position: 10 },
    { at: 2_000, position: 20 },
    { at: 3_000, position: 20 },
    { at: 4_000, position: 30 },
  ]
  expect(behindBy(marks, 30, 4_000)).toBe(0)
  expect(behindBy(marks, 29, 4_000)).toBe(1_000)
  expect(behindBy(marks, 19, 4_000)).toBe(3_000)
  expect(behindBy(marks, 9, 4_000)).toBe(Number.POSITIVE_INFINITY)
})
