import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changes } from '../../contract/changes.ts'
import { addressOf, requestOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { staffCalls } from '../testing/staffCalls.ts'
import { enrol, makeCourse, setCourse, type Thing } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

/*
 * Undoes every call that writes for staff, alone and after all others: the course then has its first rows again. An
 * assistant does it where the history offers it to them, and is refused elsewhere.
 */

const server = await useServer()
const { db } = server

/** These calls have nothing to undo. */
const besides = [
  'attendance.closeCode',
  'attendance.openCode',
  'copies.make',
  'jobs.exportHistory',
  'meetings.upload',
  'offline.prepare',
  'playlists.look',
  'presence.at',
  'savedComments.remove',
  'savedComments.save',
  'submissions.keepDraft',
]

const { rows: authored } = await sql<{ name: string }>`
  select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'record_change'::regproc order by name`.execute(
  db,
)

/** The rows of a course in every authored table, without how often each was changed. */
async function stateOf(course: Thing): Promise<Record<string, unknown[]>> {
  const tables = await Promise.all(
    authored.map(async ({ name }) => {
      const key = name === 'courses' ? 'id' : 'course_id'
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(t) - 'revision' as row from ${sql.table(name)} t where ${sql.ref(key)} = ${course.id}
        order by 1`.execute(db)
      return [name, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(tables)
}

type Call = (typeof staffCalls)[number]
type Example = Awaited<ReturnType<Call['example']>>

/** Makes the call of an example. Returns the id of the change; undefined: there is none. */
async function send({ endpoint }: Call, input: Example, person: SignedIn): Promise<string | undefined> {
  const address = addressOf(endpoint, input.params, input.query)
  const answer = await person.raw(endpoint.method, address, input.form ? formOf([input.form]) : requestOf(input))
  expect(answer.statusCode, answer.body).toBe(endpoint.status ?? 200)
  return answer.headers['change-id'] as string | undefined
}

describe.each(staffCalls)('$title', (call) => {
  test('is taken back with one call', async () => {
    const course = await makeCourse(db)
    const person = await server.person()
    await enrol(db, course, person, 'instructor')
    const assistant = await server.person()
    await enrol(db, course, assistant, 'assistant')
    await setCourse(db, course, { assistants_may: ['author', 'people', 'grade', 'settings'] })
    const input = await call.example({ server, course, person })
    const before = await stateOf(course)
    const change_id = await send(call, input, person)
    const words = 'what staff write is a change (`write` of server/changes/write.ts); what is none stands in `besides`'
    expect(change_id === undefined, words).toBe(besides.includes(call.title))
    if (change_id === undefined) return
    expect(await stateOf(course), 'the call of server/testing/examples.ts changes something').not.toEqual(before)
    const undo = { params: { course_id: course.id, change_id } }
    const { items } = await assistant.call(changes.list, { params: { course_id: course.id } })
    const isOffered = items.find(({ _id }) => _id === change_id)?.can.undo
    if (!isOffered) expect((await assistant.refused(changes.undo, undo)).status).toBe(403)
    await (isOffered ? assistant : person).call(changes.undo, undo)
    expect(await stateOf(course)).toEqual(before)
  })
})

test('all of them in one course are taken back, the last one first', async () => {
  const course = await makeCourse(db)
  const person = await server.person()
  await enrol(db, course, person, 'instructor')
  const calls: [Call, Example][] = []
  for (const call of staffCalls) calls.push([call, await call.example({ server, course, person })])
  const before = await stateOf(course)
  const done: { title: string; change_id: string }[] = []
  for (const [call, input] of calls) {
    const change_id = await send(call, input, person)
    if (change_id !== undefined) done.push({ title: call.title, change_id })
  }
  for (const { title, change_id } of done.toReversed())
    await person
      .call(changes.undo, { params: { course_id: course.id, change_id } })
      .catch((error: Error) => expect.fail(`${title}: ${error.message}`))
  expect(await stateOf(course)).toEqual(before)
})
