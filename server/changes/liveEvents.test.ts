import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { isMadeOf } from '../../contract/parts.ts'
import { inviteInstructor } from '../courses/invite.ts'
import { hashPassword } from '../courses/passwords.ts'
import { newId } from '../ids.ts'
import { createLive, type LiveEvent } from '../live.ts'
import { concerns, staffOf } from '../notifications/streams.ts'
import { claimPlaces } from '../roster/claim.ts'
import { addPlaces, removePlaces } from '../roster/places.ts'
import { afterwards } from '../testing/afterwards.ts'
import { addressOf, requestOf } from '../testing/client.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { staffCalls } from '../testing/staffCalls.ts'
import {
  enrol,
  makeAssignment,
  makeCourse,
  makeGroup,
  makeJoinLink,
  makeSchedule,
  setCourse,
  submit,
  type Thing,
} from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'
import { change, seed } from './change.ts'

/*
 * What staff write changes answers that others have on their screens: a live event that reaches them names a part of
 * each such answer. A follower that tells staff alone, or another part, leaves students with what was.
 */

const server = await useServer()
const { db, connection } = server

/** The calls that read a course, with the parameters of their addresses. */
const reads = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>)
    .filter(([, { method, path, reply }]) => method === 'GET' && reply && path.startsWith('/api/courses/:course_id'))
    .map(([name, endpoint]) => ({
      title: `${noun}.${name}`,
      endpoint,
      params: endpoint.path.match(/:\w+/g)?.map((param) => param.slice(1)) ?? [],
    })),
)
/** The calls about a whole course that each member may make. */
const ofCourse = reads.filter(({ endpoint, params }) => endpoint.access === 'member' && params.length === 1)
/** The calls of staff about a course, or an assignment or a class in it. */
const ofStaff = reads.filter(
  ({ endpoint: { access }, params }) =>
    ['staff', 'author', 'people', 'grade', 'settings'].includes(access) &&
    params.every((param) => ['course_id', 'asgn_id', 'schedule_id'].includes(param)),
)

/** The nouns that the browser reads again for events that name no part. */
const nounOf: Partial<Record<LiveEvent['kind'], string>> = {
  attendance_changed: 'schedules',
  discussion_changed: 'discussions',
  groups_changed: 'grouping',
}

const renews = (event: LiveEvent, address: string) => {
  const segments = address.split('/').slice(2)
  if (event.kind === 'course_changed') return isMadeOf(segments, event.parts)
  return event.kind === 'person_changed' || nounOf[event.kind] === segments[2]
}

const events: LiveEvent[] = []
const live = await createLive({
  connection,
  db,
  onError: (error) => {
    throw error
  },
})
afterwards(() => live.close())
live.subscribe(
  (event) => events.push(event),
  () => {},
)

/**
 * Students' lists of everybody do not follow who comes and goes: in a large course each open screen would read all its
 * people again.
 */
const listsOfAll = ['a student: courses.one', 'a student: courses.roster']

/**
 * Empties the list once every event of what was written before has come: a late one would pass for one of the next
 * call. The server sends its events in order, so one of another person's is the last of them.
 */
async function forgetEvents(): Promise<void> {
  const { call, id } = await server.person()
  await call(contract.notifications.readAll)
  const isLast = (event: LiveEvent) => event.kind === 'notifications_read' && event.person_id === id
  await expect.poll(() => events.some(isLast)).toBe(true)
  events.length = 0
}

/**
 * Reads a course as an assistant and a student have it on their screens, and again after `write`. No answer may have
 * changed of which they are not told, but those `besides`.
 */
async function expectTold(course: Thing, write: () => Promise<void>, besides: string[] = []): Promise<void> {
  const [assistant, student] = [await server.person(), await server.person()]
  await enrol(db, course, assistant, 'assistant')
  await enrol(db, course, student, 'student', { section: '1' })
  const readers = [
    {
      ...{ who: 'an assistant', person: assistant, calls: [...ofCourse, ...ofStaff] },
      ids: new Set([assistant.id, course.id, staffOf(course.id)]),
    },
    { who: 'a student', person: student, calls: ofCourse, ids: new Set([student.id, course.id]) },
  ]
  const [{ id: asgn_id }, { id: schedule_id }] = [await makeAssignment(db, course), await makeSchedule(db, course)]
  const params = { course_id: course.id, asgn_id, schedule_id }
  const onCourse = db.selectFrom('roster').select('person_id as id').where('course_id', '=', course.id)
  for (const one of await onCourse.where('role', '=', 'student').execute())
    await submit(db, course, { id: asgn_id }, one)
  const answersOf = ({ person, calls }: { person: SignedIn; calls: typeof reads }) =>
    Promise.all(
      calls.map(async ({ title, endpoint: read }) => {
        const address = addressOf(read, params)
        return { title, address, body: (await person.raw('GET', address)).body }
      }),
    )
  const before = await Promise.all(readers.map(answersOf))
  await forgetEvents()
  await write()
  for (const [nth, { who, ids, ...reader }] of readers.entries()) {
    const after = await answersOf(reader)
    const untold = () =>
      after
        .filter(({ body }, i) => body !== before[nth]?.[i]?.body)
        .filter(({ address }) => !events.some((event) => concerns(event, ids) && renews(event, address)))
        .map(({ title }) => `${who}: ${title}`)
        .filter((answer) => !besides.includes(answer))
    await expect.poll(untold, { message: 'a follower of server/changes/follow.ts tells too few' }).toEqual([])
  }
}

test.each(staffCalls)('$title tells everybody whose answers it changes', async ({ title, endpoint, example }) => {
  const course = await makeCourse(db, { assistants_may: ['author', 'people', 'grade', 'settings'] })
  const author = await server.person()
  await enrol(db, course, author, 'instructor')
  const { form, ...input } = await example({ server, course, person: author })
  const write = async () => {
    const sent = form ? formOf([form]) : requestOf(input)
    const answer = await author.raw(endpoint.method, addressOf(endpoint, input.params, input.query), sent)
    expect(answer.statusCode, answer.body).toBe(endpoint.status ?? 200)
  }
  await expectTold(course, write, title.startsWith('roster.') ? listsOfAll : [])
})

describe('whoever comes to a course', () => {
  const password = 'open sesame'
  type Way = (course: Thing, person: SignedIn) => Promise<() => Promise<unknown>>
  const ways: Record<string, Way> = {
    async 'by its password'(course, person) {
      await setCourse(db, course, { join_password_hash: await hashPassword(password) })
      const body = { course_id: course.id, course_password: password }
      return () => person.call(contract.courses.join, { body })
    },
    async 'by a link'(course, person) {
      const { token: link } = await makeJoinLink(db, course)
      return () => person.call(contract.courses.joinByLink, { body: { course_id: course.id, link } })
    },
    async 'by an invitation'({ id: courseId }, person) {
      const body = await inviteInstructor(db, { courseId, expires: ahead({ days: 1 }), uses: 1 })
      return () => person.call(contract.courses.register, { body })
    },
    async 'by an address that staff added'(course, person) {
      const email = `${newId()}@example.org`
      const asked = { id: newId(), courseId: course.id, actorId: person.id, kind: 'people_added' as const, about: {} }
      const added = [{ email, first: '', last: '', role: 'student' as const, section: '' }]
      const place = { courseId: course.id, changeId: asked.id, now: server.clock.now() }
      await change(db, { ...asked, at: place.now }, (trx) => addPlaces(trx, place, added))
      return async () => {
        const told = await db.transaction().execute((trx) => claimPlaces(trx, person.id, email))
        for (const event of told) await server.publish(event)
      }
    },
  }

  test.each(Object.entries(ways))('%s is told to everybody whose answers change', async (_, prepare) => {
    const course = await makeCourse(db)
    const person = await server.person()
    await enrol(db, course, person)
    await makeGroup(db, course, [person])
    await seed(db, (trx) => removePlaces(trx, course.id, [person.id], server.clock.now()))
    const come = await prepare(course, person)
    await expectTold(course, async () => void (await come()), listsOfAll)
  })
})
