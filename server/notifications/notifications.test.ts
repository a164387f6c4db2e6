import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { mostNotifications } from '../../contract/notifications.ts'
import { giveFeedback } from '../assignments/testing.ts'
import { newId } from '../ids.ts'
import { ago, start } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, leaveCourse, makeActivity, makeAssignment, makeCourse, submit, type Thing } from '../testing/world.ts'
import { sweepReads } from './queries.ts'

const server = await useServer()
const { db } = server
const { list, unread: count, readAll, readOne } = contract.notifications

let course: Thing
let ploy: SignedIn
let nat: SignedIn
let arthit: SignedIn

/** Ploy and Nat are students of a course that Arthit teaches. */
beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db, { name: 'Programming' })
  ;[ploy, nat, arthit] = [
    await server.person({ first: 'Ploy' }),
    await server.person({ first: 'Nat' }),
    await server.person({ first: 'Arthit' }),
  ]
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  await enrol(db, course, arthit, 'instructor')
})

const titles = async (person: SignedIn) => (await person.call(list)).notifications.map((n) => n.message.message)
/** The number of unread notifications by the list, and by the count alone. */
async function unread(person: SignedIn) {
  const { unread_notifications } = await person.call(list)
  expect(await person.call(count)).toEqual({ unread_notifications })
  return unread_notifications
}

describe('the list', () => {
  test('is empty at first', async () => {
    expect(await ploy.call(list)).toEqual({ notifications: [], unread_notifications: 0 })
  })

  test('says what is new, where, in which course and when', async () => {
    const { id: subject_id } = await makeAssignment(db, course, { name: 'Quiz 1' })
    const kind = 'assignment_posted' as const
    const { id } = await makeActivity(db, course, { kind, subject_id, created_at: ago({ days: 2 }) })
    const link = `/course/${course.id}/assignments/${subject_id}/preview`
    const params = { name: 'Quiz 1' }
    expect(await ploy.call(list)).toEqual({
      notifications: [
        {
          _id: id,
          timestamp: ago({ days: 2 }).toISOString(),
          read: false,
          message: { link, type: 'assignment', course_name: 'Programming', message: 'Quiz 1', kind, params },
        },
      ],
      unread_notifications: 1,
    })
  })

  test('reaches back 14 days, not a millisecond more', async () => {
    await makeActivity(db, course, { title: 'on the edge', created_at: ago({ days: 14 }) })
    await makeActivity(db, course, { title: 'inside', created_at: ago({ days: 14, ms: -1 }) })
    expect(await titles(ploy)).toEqual(['inside'])
    expect(await unread(ploy)).toBe(1)
    server.clock.pass({ ms: 1 })
    expect(await ploy.call(list)).toEqual({ notifications: [], unread_notifications: 0 })
  })

  test('is newest first over all courses, and of two at one moment the later made first', async () => {
    const other = await makeCourse(db, { name: 'Physics' })
    await enrol(db, other, ploy)
    await makeActivity(db, course, { title: 'second', created_at: ago({ hours: 2 }) })
    await makeActivity(db, other, { title: 'third', created_at: ago({ hours: 3 }) })
    await makeActivity(db, other, { title: 'first', created_at: ago({ hours: 1 }) })
    await makeActivity(db, course, { title: 'fourth, made early', created_at: ago({ hours: 4 }) })
    await makeActivity(db, course, { title: 'fourth, made late', created_at: ago({ hours: 4 }) })
    expect(await titles(ploy)).toEqual(['first', 'second', 'third', 'fourth, made late', 'fourth, made early'])
    expect(await titles(nat)).not.toContain('first')
  })

  test('leaves out what the person did themselves, and others see it', async () => {
    await makeActivity(db, course, { title: 'Homework is set', actor_id: arthit.id })
    expect(await titles(arthit)).toEqual([])
    expect(await unread(arthit)).toBe(0)
    expect(await titles(ploy)).toEqual(['Homework is set'])
  })

  test('has what is addressed to one person for that person alone', async () => {
    await makeActivity(db, course, {
      title: 'Your grade is out',
      person_id: ploy.id,
      actor_id: arthit.id,
    })
    expect(await titles(ploy)).toEqual(['Your grade is out'])
    expect([await titles(nat), await titles(arthit)]).toEqual([[], []])
    expect([await unread(nat), await unread(arthit)]).toEqual([0, 0])
  })

  test('is of the courses that the person is on now', async () => {
    await makeActivity(db, course, { title: 'for all' })
    await makeActivity(db, course, { title: 'for Ploy', person_id: ploy.id })
    await leaveCourse(db, ploy)
    expect(await ploy.call(list)).toEqual({ notifications: [], unread_notifications: 0 })
    expect(await titles(nat)).toEqual(['for all'])
  })

  test(`ends after ${mostNotifications}, and counts the unread ones beyond`, async () => {
    for (let i = 0; i <= mostNotifications; i++)
      await makeActivity(db, course, { title: String(i), created_at: ago({ seconds: i }) })
    const { notifications } = await ploy.call(list)
    expect(notifications.map((n) => n.message.message)).toEqual(
      Array.from({ length: mostNotifications }, (_, i) => String(i)),
    )
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    await makeActivity(db, other, { title: 'old', created_at: ago({ days: 13 }) })
    expect(await unread(ploy)).toBe(mostNotifications + 1)
  })
})

describe('reading all', () => {
  test('leaves nothing unread for the person, and everything for the others', async () => {
    await makeActivity(db, course)
    await makeActivity(db, course, { person_id: ploy.id })
    expect(await ploy.call(readAll)).toEqual({ unread_notifications: 0 })
    const { notifications, unread_notifications } = await ploy.call(list)
    expect([notifications.map((n) => n.read), unread_notifications]).toEqual([[true, true], 0])
    expect(await unread(nat)).toBe(1)
  })

  test('does not read what comes afterwards', async () => {
    await makeActivity(db, course, { title: 'before', created_at: start })
    await ploy.call(readAll)
    server.clock.pass({ minutes: 1 })
    await makeActivity(db, course, { title: 'after', created_at: server.clock.now() })
    const { notifications } = await ploy.call(list)
    expect(notifications.map((n) => [n.message.message, n.read])).toEqual([
      ['after', false],
      ['before', true],
    ])
    expect(await unread(ploy)).toBe(1)
  })

  test('up to what the person has seen leaves what came meanwhile, and nothing of later on is read', async () => {
    await makeActivity(db, course, { title: 'seen', created_at: start })
    const until = (await ploy.call(list)).notifications[0]?.timestamp ?? ''
    server.clock.pass({ minutes: 1 })
    await makeActivity(db, course, { title: 'new', created_at: server.clock.now() })
    expect(await ploy.call(readAll, { query: { until } })).toEqual({ unread_notifications: 1 })
    const { notifications } = await ploy.call(list)
    expect(notifications.map((n) => [n.message.message, n.read])).toEqual([
      ['new', false],
      ['seen', true],
    ])
    expect(await unread(ploy)).toBe(1)
    const later = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
    expect(await ploy.call(readAll, { query: { until: later } })).toEqual({ unread_notifications: 0 })
    server.clock.pass({ minutes: 1 })
    await makeActivity(db, course, { title: 'newer', created_at: server.clock.now() })
    expect(await unread(ploy)).toBe(1)
  })

  test('by a server whose clock is late does not unread anything', async () => {
    await makeActivity(db, course, { created_at: start })
    await ploy.call(readAll)
    server.clock.pass({ minutes: -5 })
    await ploy.call(readAll)
    server.clock.reset()
    expect(await unread(ploy)).toBe(0)
  })
})

describe('reading one', () => {
  test('leaves the others unread, for the person and for everyone else', async () => {
    const one = await makeActivity(db, course, { title: 'one', created_at: ago({ hours: 1 }) })
    await makeActivity(db, course, { title: 'two', created_at: ago({ hours: 2 }) })
    expect(await ploy.call(readOne, { params: { notification_id: one.id } })).toEqual({ unread_notifications: 1 })
    expect((await ploy.call(list)).notifications.map((n) => n.read)).toEqual([true, false])
    expect(await unread(nat)).toBe(2)
  })

  test('of a person alone counts while it is unread, and a grade while it is shown', async () => {
    const work = await submit(db, course, await makeAssignment(db, course), ploy)
    await giveFeedback(db, course, { _id: work.id }, { score: 7, show: false })
    await makeActivity(db, course, { kind: 'graded', subject_id: work.id, person_id: ploy.id })
    const one = await makeActivity(db, course, { person_id: ploy.id })
    expect(await unread(ploy)).toBe(1)
    await ploy.call(readOne, { params: { notification_id: one.id } })
    expect([await unread(ploy), await unread(nat)]).toEqual([0, 0])
  })

  test('twice is the same as once', async () => {
    const { id } = await makeActivity(db, course)
    for (let time = 0; time < 2; time++) {
      expect(await ploy.call(readOne, { params: { notification_id: id } })).toEqual({ unread_notifications: 0 })
    }
  })

  test('of somebody else, of another course or of nothing does nothing', async () => {
    const other = await makeCourse(db)
    const ids = [
      (await makeActivity(db, course, { person_id: nat.id })).id,
      (await makeActivity(db, other)).id,
      (await makeActivity(db, course, { actor_id: ploy.id })).id,
      newId(),
    ]
    await makeActivity(db, course)
    for (const notification_id of ids) {
      expect(await ploy.call(readOne, { params: { notification_id } })).toEqual({ unread_notifications: 1 })
    }
    expect(await db.selectFrom('notification_reads').selectAll().where('person_id', '=', ploy.id).execute()).toEqual([])
    expect(await unread(nat)).toBe(3)
  })
})

test('marks are swept when what they mark is not shown any more, and not before', async () => {
  const one = await makeActivity(db, course)
  await ploy.call(readOne, { params: { notification_id: one.id } })
  const marks = () => db.selectFrom('notification_reads').selectAll().where('person_id', '=', ploy.id).execute()
  await sweepReads(db, server.clock.now())
  expect(await marks()).toHaveLength(1)
  server.clock.pass({ days: 14, ms: 1 })
  await sweepReads(db, server.clock.now())
  expect(await marks()).toEqual([])
})

test('the list and the count take one statement, reading all one and reading one two', async () => {
  const { id } = await makeActivity(db, course)
  await ploy.call(list)
  for (const one of [list, count]) expect(await server.statementsOf(() => ploy.call(one))).toHaveLength(1)
  expect(await server.statementsOf(() => ploy.call(readOne, { params: { notification_id: id } }))).toHaveLength(2)
  expect(await server.statementsOf(() => ploy.call(readAll))).toHaveLength(1)
})
