import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { ago, ahead, start } from '../testing/clock.ts'
import { openEventsFromNow } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, makeTopic as makeTopicIn, type Thing } from '../testing/world.ts'
import { sweepSeen } from './seen.ts'

const server = await useServer()
const { db } = server
const { list, seen, post, comment } = contract.discussions

let course: Thing
let topic: Thing
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  topic = await makeTopic()
})

const makeTopic = (of = course) => makeTopicIn(db, of, { title: 'Week 1', created_at: ago({ days: 30 }) })

const place = () => ({ course_id: course.id, discussion_id: topic.id })
/** Writes a minute later than anything before. */
async function say(person: SignedIn, under?: { _id: string }) {
  server.clock.pass({ minutes: 1 })
  const body = { content: 'Hello' }
  return under
    ? person.call(comment, { params: { ...place(), post_id: under._id }, body })
    : person.call(post, { params: place(), body })
}
const topicFor = async (person: SignedIn) => {
  const [one] = await person.call(list, { params: { course_id: course.id } })
  return { last: one?.last?.user.first, unseen: one?.unseen }
}
const see = (person: SignedIn, until: string) => person.call(seen, { params: place(), body: { until } })
const rows = () => db.selectFrom('topic_seen').select('person_id').where('course_id', '=', course.id).execute()

describe('who answered last in a topic', () => {
  test('is told, and that it is new to those who did not see it and did not write it', async () => {
    expect(await topicFor(ploy)).toEqual({ last: undefined, unseen: false })
    const first = await say(nat)
    expect(await topicFor(ploy)).toEqual({ last: 'Nat', unseen: true })
    expect(await topicFor(nat)).toEqual({ last: 'Nat', unseen: false })
    await see(ploy, first.datetime)
    expect(await topicFor(ploy)).toEqual({ last: 'Nat', unseen: false })
    await say(ploy, first)
    expect(await topicFor(ploy)).toEqual({ last: 'Ploy', unseen: false })
    expect(await topicFor(nat)).toEqual({ last: 'Ploy', unseen: true })
  })

  test('may be the reader, and what another wrote just before is new all the same', async () => {
    const first = await say(nat)
    await see(ploy, first.datetime)
    await say(nat, first)
    await say(ploy, first)
    expect(await topicFor(ploy)).toEqual({ last: 'Ploy', unseen: true })
  })

  test('is nobody whose text was removed, or hangs on what was removed', async () => {
    const kept = await say(nat)
    const gone = await say(ploy)
    await say(ploy, gone)
    await db.updateTable('posts').set({ deleted_at: start }).where('id', '=', gone._id).execute()
    expect(await topicFor(nat)).toEqual({ last: 'Nat', unseen: false })
    const answer = await say(ploy, kept)
    const under = { course_id: course.id, topic_id: topic.id, post_id: kept._id, parent_id: answer._id }
    const said = { author_id: ploy.id, content: 'Reply', created_at: ahead({ days: 1 }) }
    await db
      .insertInto('comments')
      .values({ ...under, id: newId(), ...said })
      .execute()
    await db.updateTable('comments').set({ deleted_at: start }).where('id', '=', answer._id).execute()
    expect(await topicFor(nat)).toEqual({ last: 'Nat', unseen: false })
  })

  test('is a placeholder when the account was removed, and as new as before', async () => {
    await say(nat)
    await db.updateTable('people').set({ removed_at: start }).where('id', '=', nat.id).execute()
    expect(await topicFor(ploy)).toEqual({ last: 'Removed', unseen: true })
  })

  test('is new for 14 days, not a millisecond more', async () => {
    const said = { author_id: nat.id, content: 'Hello', created_at: ago({ days: 14 }) }
    await db
      .insertInto('posts')
      .values({ course_id: course.id, topic_id: topic.id, id: newId(), ...said })
      .execute()
    expect((await topicFor(ploy)).unseen).toBe(true)
    server.clock.pass({ ms: 1 })
    expect((await topicFor(ploy)).unseen).toBe(false)
  })
})

describe('seeing a topic', () => {
  test('answers since when it was new to the person, and never goes back', async () => {
    const never = () => ({ since: new Date(server.clock.now().getTime() - 14 * 86_400_000).toISOString() })
    const first = await say(nat)
    expect(await see(ploy, first.datetime)).toEqual(never())
    const second = await say(nat)
    expect(await see(ploy, second.datetime)).toEqual({ since: first.datetime })
    expect(await see(ploy, first.datetime)).toEqual({ since: second.datetime })
    expect(await see(ploy, second.datetime)).toEqual({ since: second.datetime })
    expect(await see(nat, second.datetime), 'each for themselves').toEqual(never())
  })

  test('reaches no further than now, whatever a clock says, and remembers nothing that is new to nobody', async () => {
    for (const until of ['0000-01-01T00:00:00Z', ago({ days: 14 }).toISOString()]) await see(ploy, until)
    expect(await rows()).toEqual([])
    await say(nat)
    await see(ploy, '9999-12-31T23:59:59Z')
    await say(nat)
    expect((await topicFor(ploy)).unseen).toBe(true)
    for (const until of ['yesterday', ''])
      expect(await ploy.refused(seen, { params: place(), body: { until } })).toMatchObject({ status: 400 })
  })

  test('is told once to the person’s other devices, and to nobody else', async () => {
    const { datetime } = await say(nat)
    const elsewhere = (await (await server.another()).listen()) + contract.notifications.stream.path
    // The event of nat's text may still be on its way.
    const hers = await openEventsFromNow(elsewhere, await server.signIn(ploy))
    const his = await openEventsFromNow(elsewhere, nat)
    for (const until of [datetime, datetime]) await see(ploy, until)
    // This event comes after all earlier ones.
    for (const person of [ploy, nat]) await person.call(contract.notifications.readAll)
    const read = { event: 'changed', data: { courses: [], parts: ['activity'] } }
    expect(await hers.next()).toEqual({ event: 'seen', data: place() })
    expect(await hers.next()).toEqual(read)
    expect(await his.next()).toEqual(read)
    for (const events of [hers, his]) await events.close()
  })

  test('where there is none, or of another course, is not found', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    const elsewhere = await makeTopic(other)
    const until = start.toISOString()
    for (const discussion_id of [newId(), elsewhere.id]) {
      const params = { course_id: course.id, discussion_id }
      expect(await ploy.refused(seen, { params, body: { until } })).toEqual({ status: 404, code: 'not_found' })
    }
  })

  test('takes two statements', async () => {
    const { datetime } = await say(nat)
    await ploy.call(contract.users.me)
    expect(await server.statementsOf(() => see(ploy, datetime))).toHaveLength(2)
  })
})

test('what was seen is swept when nothing older is new to anybody, and not before', async () => {
  const { datetime } = await say(nat)
  await see(ploy, datetime)
  server.clock.pass({ days: 14 })
  await sweepSeen(db, server.clock.now())
  expect(await rows()).toHaveLength(1)
  server.clock.pass({ ms: 1 })
  await sweepSeen(db, server.clock.now())
  expect(await rows()).toEqual([])
})
