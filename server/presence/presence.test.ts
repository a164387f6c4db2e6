import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { presentMost } from '../../contract/staff/presence.ts'
import { newId } from '../ids.ts'
import { type Events, openEvents } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, makePerson, setPlace, type Thing } from '../testing/world.ts'

/* Two servers on one database: each shows the people on the other. */

const server = await useServer()
const { db } = server
const other = await server.another()
const { path } = contract.notifications.stream
const [here, there] = [(await server.listen()) + path, (await other.listen()) + path]

let course: Thing
let arthit: SignedIn
let mali: SignedIn
const opened: Events[] = []

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  arthit = await server.person({ first: 'Arthit' })
  mali = await other.person({ first: 'Mali' })
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
})
afterEach(async () => {
  for (const events of opened.splice(0)) await events.close()
})

const thing = newId()
type Doing = 'looking' | 'editing' | null
const at = async (person: SignedIn, doing: Doing, thing_id = thing) => {
  const params = { course_id: course.id, thing_id }
  const others = await person.call(contract.presence.at, { params, body: { doing } })
  return others.map((one) => [one.first, one.doing])
}
async function open(address: string, person: SignedIn): Promise<Events> {
  const events = await openEvents(address, person.token)
  opened.push(events)
  return events
}
const presenceEvent = () => ({ event: 'presence', data: { course_id: course.id, thing_id: thing } })

describe('who is at a thing', () => {
  test('is seen by the others who are at it, with what they do, and not by who is at another', async () => {
    expect(await at(arthit, 'looking')).toEqual([])
    expect(await at(mali, 'editing')).toEqual([['Arthit', 'looking']])
    expect(await at(arthit, 'editing')).toEqual([['Mali', 'editing']])
    expect(await at(mali, 'looking')).toEqual([['Arthit', 'editing']])
    expect(await at(mali, 'looking', newId())).toEqual([])
  })

  test('is seen with the place in it, which is told when it changes', async () => {
    const params = { course_id: course.id, thing_id: thing }
    const put = (person: SignedIn, place: string) =>
      person.call(contract.presence.at, { params, body: { doing: 'editing', place } })
    await put(arthit, 'first')
    expect(await put(mali, 'second')).toMatchObject([{ first: 'Arthit', place: 'first' }])
    const hers = await open(there, mali)
    await put(arthit, 'first')
    await put(arthit, 'third')
    expect(await hers.next()).toEqual(presenceEvent())
    expect(await put(mali, 'second')).toMatchObject([{ place: 'third' }])
  })

  test('has left when they say so, or when nothing is heard of them', async () => {
    await at(mali, 'editing')
    await at(mali, null)
    expect(await at(arthit, 'looking')).toEqual([])
    await at(mali, 'editing')
    server.clock.pass({ seconds: 44 })
    expect(await at(arthit, 'looking')).toEqual([['Mali', 'editing']])
    server.clock.pass({ seconds: 2 })
    expect(await at(arthit, 'looking')).toEqual([])
  })

  test('is there once in several tabs, edits if one of them does, and leaves with the last one', async () => {
    const params = { course_id: course.id, thing_id: thing }
    const report = (tab: string, doing: Doing, place = '') =>
      mali.call(contract.presence.at, { params, body: { doing, place, tab } })
    const his = await open(here, arthit)
    await report('one', 'editing', 'a')
    expect(await his.next()).toEqual(presenceEvent())
    // What each of them says again is no difference, or they would ask one another for ever.
    for (const _again of [1, 2]) {
      await report('two', 'looking')
      await report('one', 'editing', 'a')
    }
    await server.publish({ kind: 'course_changed', course_id: course.id, parts: ['people'] })
    expect(await his.next()).toMatchObject({ event: 'changed' })
    expect(await at(arthit, 'looking')).toEqual([['Mali', 'editing']])
    expect(await his.next()).toEqual(presenceEvent())
    await report('one', null)
    expect(await his.next()).toEqual(presenceEvent())
    expect(await at(arthit, 'looking')).toEqual([['Mali', 'looking']])
    await report('two', null)
    expect(await his.next()).toEqual(presenceEvent())
    expect(await at(arthit, 'looking')).toEqual([])
  })

  test('is not seen any more once they are not of its staff', async () => {
    await at(mali, 'editing')
    await setPlace(db, mali, { role: 'student' })
    expect(await at(arthit, 'looking')).toEqual([])
  })

  test('is told to the staff of the course when it changes, whichever server they read from, and to no student', async () => {
    const ploy = await server.person()
    await enrol(db, course, ploy)
    const [his, hers, student] = [await open(here, arthit), await open(there, mali), await open(there, ploy)]
    const hear = async () => {
      for (const events of [his, hers]) expect(await events.next()).toEqual(presenceEvent())
    }
    await at(mali, 'editing')
    await hear()
    // A repeated report sends no event.
    await at(mali, 'editing')
    await at(mali, 'looking')
    await hear()
    await at(mali, null)
    await hear()
    await arthit.call(contract.session.end)
    expect(await his.rest()).toEqual([])
    await server.publish({ kind: 'course_changed', course_id: course.id, parts: ['people'] })
    expect(await student.next()).toEqual({ event: 'changed', data: { courses: [course.id], parts: ['people'] } })
  })

  test('is named up to a number, those who edit first', async () => {
    for (let n = 0; n < presentMost; n++) {
      const person = await server.signIn(await makePerson(db, { first: 'A' }))
      await enrol(db, course, person, 'assistant')
      await at(person, 'looking')
    }
    await at(mali, 'editing')
    const others = await at(arthit, 'looking')
    expect([others.length, others[0]]).toEqual([presentMost, ['Mali', 'editing']])
  })

  test('of a malformed id is not found', async () => {
    const params = { course_id: course.id, thing_id: 'home' }
    expect(await arthit.refused(contract.presence.at, { params, body: { doing: 'looking' } })).toMatchObject({
      status: 404,
    })
  })
})
