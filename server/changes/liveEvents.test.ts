import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { partsOf } from '../../contract/parts.ts'
import { createLive, type LiveEvent } from '../live.ts'
import { concerns, staffOf } from '../notifications/streams.ts'
import { afterwards } from '../testing/afterwards.ts'
import { addressOf, requestOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { staffCalls } from '../testing/staffCalls.ts'
import { enrol, makeAssignment, makeCourse, makeSchedule, submit } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

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
/** The calls of staff about a course, or an assignment or a class in it, besides the history of everything. */
const ofStaff = reads.filter(
  ({ title, endpoint: { access }, params }) =>
    title !== 'changes.list' &&
    ['staff', 'author', 'people', 'grade'].includes(access) &&
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
  if (event.kind === 'course_changed') return event.parts.some((part) => partsOf(segments).includes(part))
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

test.each(staffCalls)('$title tells everybody whose answers it changes', async ({ title: call, endpoint, example }) => {
  const course = await makeCourse(db)
  const author = await server.person()
  await enrol(db, course, author, 'instructor')
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
  const { form, ...input } = await example({ server, course, person: author })
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
  const answer = await author.raw(
    endpoint.method,
    addressOf(endpoint, input.params, input.query),
    form ? formOf([form]) : requestOf(input),
  )
  expect(answer.statusCode, answer.body).toBe(endpoint.status ?? 200)
  for (const [nth, { who, ids, ...reader }] of readers.entries()) {
    const after = await answersOf(reader)
    const untold = () =>
      after
        .filter(({ body }, i) => body !== before[nth]?.[i]?.body)
        .filter(({ address }) => !events.some((event) => concerns(event, ids) && renews(event, address)))
        .map(({ title }) => `${who}: ${title}`)
        .filter((answer) => !(call.startsWith('roster.') && listsOfAll.includes(answer)))
    await expect.poll(untold, { message: 'a follower of server/changes/follow.ts tells too few' }).toEqual([])
  }
})
