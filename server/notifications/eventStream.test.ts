import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import type { LiveEvent } from '../live.ts'
import { type Events, openEvents } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, leaveCourse, makeActivity, makeCourse, type Thing } from '../testing/world.ts'
import { mostStreams } from './eventStream.ts'

/* Two servers on one database: readers of one hear events from the other. */

const server = await useServer()
const other = await server.another()
const { path } = contract.notifications.stream
const here = (await server.listen()) + path
const there = (await other.listen()) + path

let course: Thing
let ploy: SignedIn
let nat: SignedIn
const opened: Events[] = []

beforeEach(async () => {
  course = await makeCourse(server.db)
  ploy = await server.person({ first: 'Ploy' })
  nat = await server.person({ first: 'Nat' })
  await enrol(server.db, course, ploy)
  await enrol(server.db, course, nat)
})
afterEach(async () => {
  for (const events of opened.splice(0)) await events.close()
})

async function open(address: string, person: SignedIn): Promise<Events> {
  const events = await openEvents(address, person.token)
  opened.push(events)
  return events
}

const changed = (...courses: string[]) => ({
  event: 'changed',
  data: { courses, parts: courses.length > 0 ? ['work'] : ['activity'] },
})

describe('something new in a course', () => {
  test('is told to everyone on it, whichever server they read from', async () => {
    const streams = [await open(here, ploy), await open(there, ploy), await open(there, nat)]
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    for (const events of streams) expect(await events.next()).toEqual(changed(course.id))
  })

  test('is not told to a stranger of the course', async () => {
    const stranger = await server.person()
    const theirs = await makeCourse(server.db)
    await enrol(server.db, theirs, stranger)
    const events = await open(there, stranger)
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: theirs.id })
    // Events come in order: the first one would have come by now.
    expect(await events.next()).toEqual(changed(theirs.id))
  })

  test('for one person is told to that person alone', async () => {
    const [hers, his] = [await open(here, ploy), await open(here, nat)]
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id, person_id: ploy.id })
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id, person_id: nat.id })
    await ploy.call(contract.session.end)
    await nat.call(contract.session.end)
    expect([await hers.rest(), await his.rest()]).toEqual([[changed(course.id)], [changed(course.id)]])
  })
})

describe('reading notifications', () => {
  const { readAll, readOne } = contract.notifications

  test('all of them, is told to the person’s other tabs and devices, on whichever server, and to nobody else', async () => {
    const streams = [await open(here, ploy), await open(there, await server.signIn(ploy))]
    const his = await open(there, nat)
    await ploy.call(readAll)
    for (const events of streams) expect(await events.next()).toEqual(changed())
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    expect(await his.next(), 'the first that he hears').toEqual(changed(course.id))
  })

  test('one of them, is told once, and not when nothing was read', async () => {
    const { id } = await makeActivity(server.db, course)
    const events = await open(there, ploy)
    for (const notification_id of [newId(), id, id]) await ploy.call(readOne, { params: { notification_id } })
    await ploy.call(contract.session.end)
    expect(await events.rest()).toEqual([changed()])
  })
})

test('what is told twice in one transaction is heard twice, in its order', async () => {
  const events = await open(there, ploy)
  const other = await makeCourse(server.db)
  await server.db.transaction().execute(async (trx) => {
    for (const course_id of [course.id, other.id]) {
      const event = JSON.stringify({
        kind: 'course_changed',
        parts: ['work'],
        course_id,
        person_id: ploy.id,
      } satisfies LiveEvent)
      await sql`select pg_notify('raintree', ${event})`.execute(trx)
    }
  })
  expect(await events.next()).toEqual(changed(course.id))
  expect(await events.next()).toEqual(changed(other.id))
})

describe('the stream', () => {
  test('ends when the person signs out, on whichever server, and not when somebody else does', async () => {
    const streams = [await open(here, ploy), await open(there, ploy)]
    const his = await open(there, nat)
    await ploy.call(contract.session.end)
    for (const events of streams) expect(await events.rest()).toEqual([])
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    expect(await his.next()).toEqual(changed(course.id))
  })

  test('of another session of the person goes on', async () => {
    const elsewhere = await server.signIn(ploy)
    const events = await open(there, elsewhere)
    await ploy.call(contract.session.end)
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    expect(await events.next()).toEqual(changed(course.id))
  })

  test('ends when the server does, which does not wait for its readers', async () => {
    const third = await server.another()
    const events = await open((await third.listen()) + path, ploy)
    await third.app.close()
    expect(await events.rest()).toEqual([])
  })

  test('is one of so many of a person, and of them alone', async () => {
    await Promise.all(Array.from({ length: mostStreams }, () => open(here, ploy)))
    await expect(open(here, ploy)).rejects.toThrow('answered 429')
    await open(here, nat)
    await opened[0]?.close()
    await expect.poll(() => open(here, ploy).catch(() => undefined)).toBeDefined()
  })

  test('of somebody who left while it was being opened is none', async () => {
    // A server of its own, so that nobody else is connected.
    const third = await server.another()
    const address = (await third.listen()) + path
    const connections = promisify(third.app.server.getConnections.bind(third.app.server))
    await server.db.transaction().execute(async (trx) => {
      await sql`lock table roster in access exclusive mode`.execute(trx)
      const leaving = new AbortController()
      const headers = { authorization: ploy.token }
      const asked = Array.from({ length: mostStreams }, () => fetch(address, { headers, signal: leaving.signal }))
      await expect.poll(connections).toBe(mostStreams)
      leaving.abort()
      await Promise.allSettled(asked)
      await expect.poll(connections).toBe(0)
    })
    await open(address, ploy)
  })

  test('is kept by nobody on the way', async () => {
    const { status, headers } = await server.begin(path, ploy.token)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-accel-buffering')).toBe('no')
  })

  test('tells first what happened since its reader began to read, if they say when, and only what concerns them', async () => {
    const stranger = await server.person()
    const earlier = [await open(here, ploy), await open(there, ploy)]
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    for (const events of earlier) expect(await events.next()).toEqual(changed(course.id))
    const since = '?since_ms=19000'
    for (const address of [here, there]) {
      expect(await (await open(address + since, ploy)).next()).toEqual(changed(course.id))
      const others = [
        await open(address, ploy),
        await open(`${address}?since_ms=0`, ploy),
        await open(address + since, stranger),
      ]
      await server.publish({ kind: 'notifications_read', person_id: ploy.id })
      await server.publish({ kind: 'notifications_read', person_id: stranger.id })
      for (const events of others) expect(await events.next(), 'the first that is heard').toEqual(changed())
    }
  })

  test('tells of a text that only some may read nobody else, also not when it was sent while the page loaded', async () => {
    const [topic_id, earlier] = [newId(), await open(here, nat)]
    await server.publish({ kind: 'discussion_changed', course_id: course.id, topic_id, to: [nat.id] })
    const told = { event: 'discussion', data: { course_id: course.id, discussion_id: topic_id } }
    expect(await earlier.next()).toEqual(told)
    const [hers, his] = [await open(`${here}?since_ms=19000`, ploy), await open(`${here}?since_ms=19000`, nat)]
    expect(await his.next()).toEqual(told)
    await server.publish({ kind: 'notifications_read', person_id: ploy.id })
    expect(await hers.next()).toEqual(changed())
  })

  /** Opens a stream that has to wait while it reads the person's courses; `meanwhile` runs then. */
  async function openSlowly(person: SignedIn, meanwhile: () => Promise<unknown>): Promise<Events> {
    const { opening } = await server.db.transaction().execute(async (trx) => {
      await sql`lock table roster in access exclusive mode`.execute(trx)
      const opening = open(here, person)
      const waiting = sql`select from pg_locks where relation = 'roster'::regclass and not granted`
      await expect.poll(async () => (await waiting.execute(trx)).rows.length).toBe(1)
      await meanwhile()
      return { opening }
    })
    return opening
  }

  test('ends when the person signed out while it was being opened', async () => {
    const his = await open(here, nat)
    const events = await openSlowly(ploy, async () => {
      await ploy.call(contract.session.end)
      await server.publish({ kind: 'notifications_read', person_id: nat.id })
      // By then the server has heard that she left.
      await his.next()
    })
    expect(await events.rest()).toEqual([])
  })

  test('of a removed account ends at once, on whichever server, and not that of somebody else', async () => {
    const streams = [await open(here, ploy), await open(there, ploy)]
    const his = await open(there, nat)
    await server.db.updateTable('people').set({ removed_at: new Date() }).where('id', '=', ploy.id).execute()
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    for (const events of streams) expect(await events.rest()).toEqual([])
    expect(await his.next()).toEqual(changed(course.id))
  })

  test('ends when the account was removed while it was being opened, and opens again once it is back', async () => {
    const his = await open(here, nat)
    const setRemoved = (removed_at: Date | null) =>
      server.db.updateTable('people').set({ removed_at }).where('id', '=', ploy.id).execute()
    const events = await openSlowly(ploy, async () => {
      // Not the account itself: its trigger would wait for the locked roster.
      await server.db.deleteFrom('sessions').where('person_id', '=', ploy.id).execute()
      await server.publish({ kind: 'person_removed', person_id: ploy.id })
      await server.publish({ kind: 'notifications_read', person_id: nat.id })
      await his.next()
    })
    expect(await events.rest()).toEqual([])
    await setRemoved(new Date())
    await setRemoved(null)
    // Events come in order: the removal does not end a stream that opens after this one.
    await server.publish({ kind: 'notifications_read', person_id: nat.id })
    await his.next()
    const again = await open(here, await server.signIn(ploy))
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    expect(await again.next()).toEqual(changed(course.id))
  })

  test('tells nothing more of a course to one who was removed from it, and goes on with their others', async () => {
    const mine = await makeCourse(server.db)
    await enrol(server.db, mine, ploy)
    const streams = [await open(here, ploy), await open(there, ploy)]
    const his = await open(there, nat)
    await leaveCourse(server.db, ploy, course)
    for (const { id } of [course, mine])
      await server.publish({ kind: 'course_changed', parts: ['work'], course_id: id })
    for (const events of streams) expect(await events.next()).toEqual(changed(mine.id))
    expect(await his.next()).toEqual(changed(course.id))
  })

  test('tells what happened while it was being opened', async () => {
    const his = await open(here, nat)
    const events = await openSlowly(ploy, async () => {
      await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
      await his.next()
    })
    expect(await events.next()).toEqual(changed(course.id))
  })

  test('takes one statement to open', async () => {
    await ploy.call(contract.users.me)
    expect(await server.statementsOf(() => open(here, ploy))).toHaveLength(1)
  })
})
