import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { assignments } from '../../contract/assignments.ts'
import { notifications } from '../../contract/notifications.ts'
import { submissions } from '../../contract/staff/grading.ts'
import { giveFeedback } from '../assignments/testing.ts'
import { setChange } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { tellWithin } from '../live.ts'
import { addressOf } from '../testing/client.ts'
import { useDatabase } from '../testing/database.ts'
import { type Server, send, useServers } from '../testing/servers.ts'
import { enrol, makeAssignment, makeCourse, makePerson, submit, type Thing } from '../testing/world.ts'

/* A planned release is done once, whichever processes die, by the database's clock. */

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const own = await useDatabase()
const { db } = own
const { database, open, serve } = await useServers(own)

let course: Thing
let essay: Thing
let tokens: Record<'arthit' | 'ploy' | 'nat', string>
beforeEach(async () => {
  course = await makeCourse(db)
  const [arthit, ploy, nat] = [await makePerson(db), await makePerson(db), await makePerson(db)]
  await enrol(db, course, arthit, 'instructor')
  essay = await makeAssignment(db, course)
  for (const [person, score] of [
    [ploy, 7],
    [nat, 8],
  ] as const) {
    await enrol(db, course, person)
    const { id } = await submit(db, course, essay, person)
    await giveFeedback(db, course, { _id: id }, { score, show: false })
  }
  tokens = { arthit: await open(arthit.id), ploy: await open(ploy.id), nat: await open(nat.id) }
})

const ofEssay = () => ({ course_id: course.id, asgn_id: essay.id })
async function ask(server: Server, who: keyof typeof tokens, method: string, path: string, body?: unknown) {
  const { status, data } = await send(server, tokens[who], method, path, body)
  expect(status).toBe(200)
  return data
}

const plan = (server: Server) =>
  ask(server, 'arthit', 'POST', addressOf(submissions.release, ofEssay()), {
    ...{ people: 'all', shown: true },
    at: new Date(Date.now() + 3_600_000).toISOString(),
  })

/** Brings its time to now, however long the test took to get here. */
const comeDue = () =>
  db.transaction().execute(async (trx) => {
    const changeId = newId()
    // Writes from a moment when the new time was still to come.
    const change = { course_id: course.id, id: changeId, kind: 'release_moved', created_at: new Date(0) }
    await trx.insertInto('changes').values(change).execute()
    await setChange(trx, changeId)
    const release_at = sql<Date>`now()`
    await trx.updateTable('planned_releases').set({ release_at }).where('course_id', '=', course.id).execute()
    await tellWithin(trx, { kind: 'publication_planned' })
  })

/** Each student's visible score, and how many notifications they have of it. */
const seen = (server: Server) =>
  Promise.all(
    (['ploy', 'nat'] as const).map(async (who) => {
      const mine = (await ask(server, who, 'GET', addressOf(assignments.my, ofEssay()))) as {
        my: { feedback: { score: number | null } }
      }
      const notified = (await ask(server, who, 'GET', notifications.list.path)) as { notifications: unknown[] }
      return [mine.my.feedback.score, notified.notifications.length]
    }),
  )
const unseen = [
  [null, 0],
  [null, 0],
]
const released = [
  [7, 1],
  [8, 1],
]
/** How many releases are done, and how many are still planned. */
async function left() {
  const done = db.selectFrom('changes').select('id').where('course_id', '=', course.id)
  const planned = db.selectFrom('publications').select('subject_id').where('course_id', '=', course.id)
  return [(await done.where('kind', '=', 'grades_released').execute()).length, (await planned.execute()).length]
}
const wait = { timeout: 30_000 }

test('of several servers one releases what is planned, and each student is told once', async () => {
  const [first, second] = await Promise.all([serve(), serve({ WORKERS: '2' })])
  expect(await seen(second)).toEqual(unseen)
  await plan(first)
  await comeDue()
  await expect.poll(() => seen(second), wait).toEqual(released)
  expect([await seen(first), await left()]).toEqual([released, [1, 0]])
  await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')])
})

test('killed before the time and down over it, a server releases when it is back, and not again after that', async () => {
  const killed = await serve()
  await plan(killed)
  await killed.kill('SIGKILL')
  await comeDue()
  const back = await serve()
  await expect.poll(() => seen(back), wait).toEqual(released)
  // The process is killed after the release, so nothing is left to do.
  await back.kill('SIGKILL')
  const last = await serve()
  expect([await seen(last), await left()]).toEqual([released, [1, 0]])
  await last.kill('SIGTERM')
})

test('killed while it releases, a server has shown nothing, and another does it once', async () => {
  const killed = await serve()
  await plan(killed)
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async (trx) => {
    await sql`lock table activity in share mode`.execute(trx)
    held.resolve()
    await holding.promise
  })
  await held.promise
  await comeDue()
  const inTheAct = sql`
    select from pg_stat_activity where datname = ${database} and wait_event_type = 'Lock' and query like '%into activity%'`
  await expect.poll(async () => (await inTheAct.execute(db)).rows.length, wait).toBe(1)
  await killed.kill('SIGKILL')
  const other = await serve()
  expect(await seen(other)).toEqual(unseen)
  holding.resolve()
  await holder
  await expect.poll(() => seen(other), wait).toEqual(released)
  expect(await left()).toEqual([1, 0])
  await other.kill('SIGTERM')
})
