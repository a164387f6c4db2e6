import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { parts, partsOf } from '../contract/parts.ts'
import { giveFeedback } from './assignments/testing.ts'
import { seed } from './changes/change.ts'
import { newId } from './ids.ts'
import { addressOf } from './testing/client.ts'
import { ahead } from './testing/clock.ts'
import { type SignedIn, useServer } from './testing/server.ts'
import {
  enrol,
  makeActivity,
  makeAnnouncement,
  makeAssignment,
  makeContent,
  makeCourse,
  makeGroup,
  makeJoinLink,
  makeMeeting,
  makeSchedule,
  makeTopic,
  setCourse,
  submit,
  type Thing,
} from './testing/world.ts'

/*
 * A kept answer is made of the parts that contract/parts.ts names. The test reads the SQL that makes it, for a student
 * and for staff: a trigger of each table in it counts one of these parts.
 */

/** Tables whose changes make no kept answer old, with the reason. */
const neverOld: Record<string, string> = {
  uploads: 'a file stays as it was sent',
  announcement_pictures: 'written together with their announcement',
  assignment_pictures: 'written together with their assignment',
  topic_pictures: 'written together with their topic',
  content_pictures: 'written together with their page',
  posts: 'counted in the version of their topic',
  comments: 'counted in the version of their topic',
  text_versions: 'told by no answer that is kept',
  hidden_texts: 'counted in the version of their topic',
  endorsed_texts: 'counted in the version of their topic',
  course_versions: 'what is counted',
  sheet_versions: 'kept as questions and file slots change',
}

const server = await useServer()
const { db } = server

const course = await makeCourse(db)
const student = await server.person({ first: 'Ploy' })
const instructor = await server.person({ first: 'Arthit' })
await enrol(db, course, student)
await enrol(db, course, instructor, 'instructor')
const inCourse = { course_id: course.id }
await makeActivity(db, course)
await makeSchedule(db, course)
const quiz = { ...inCourse, id: newId(), name: 'Quiz', score: 10 }
await seed(db, (trx) => trx.insertInto('gradables').values(quiz).execute())
const things: Record<string, Thing> = {
  course_id: course,
  announcement_id: await makeAnnouncement(db, course),
  asgn_id: await makeAssignment(db, course, { due_at: ahead({ hours: 2 }) }),
  meeting_id: await makeMeeting(db, course),
  discussion_id: await makeTopic(db, course, { author_id: instructor.id }),
  content_id: await makeContent(db, course),
}
const handedIn = await submit(db, course, things.asgn_id as Thing, student)
await giveFeedback(db, course, { _id: handedIn.id })
const { grouping_id } = await makeGroup(db, course, [student])
const params = {
  grouping_id,
  ...Object.fromEntries(Object.entries(things).map(([name, { id }]) => [name, id])),
}

/** The parts that a change of each table counts, by its triggers. */
const counted = await readCounted()
async function readCounted(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; argument: string }>`
    select distinct tgrelid::regclass::text as name,
      trim(trailing from replace(encode(tgargs, 'escape'), '\\000', ' ')) as argument
    from pg_trigger where tgfoid::regproc::text like 'mark\\_%'`.execute(db)
  const byTable = Map.groupBy(rows, ({ name }) => name)
  return new Map([...byTable].map(([name, all]) => [name, all.flatMap(({ argument }) => argument.split(' '))]))
}

const endpoints = Object.values(contract)
  .flatMap((noun) => Object.values(noun) as Endpoint[])
  .filter(({ method, path, reply }) => method === 'GET' && reply !== undefined && /^.api.(courses|users)/.test(path))
  .filter(({ path }) => (path.match(/:\w+/g) ?? []).every((name) => name.slice(1) in params))

const { token: link } = await makeJoinLink(db, course)
const queries = new Map<Endpoint, Record<string, string>>([
  [contract.courses.find, { search: '2110' }],
  [contract.copies.dates, { first_day: '2026-08-10', new_first_day: '2027-08-09' }],
  [contract.courses.invited, { course: course.id, link }],
])

/** Staff have no work of their own. */
const ofOwnWork: Endpoint[] = [contract.feedback.shown]

/**
 * The statements that make a kept answer: the first call after a change of all parts sends them, the second does not.
 */
async function making(endpoint: Endpoint, person: SignedIn): Promise<string[]> {
  const address = addressOf(endpoint, params, queries.get(endpoint))
  const call = () =>
    server.statementsOf(async () =>
      expect((await person.raw('GET', address)).statusCode, address).toBeOneOf(
        ofOwnWork.includes(endpoint) && person === instructor ? [404] : [200],
      ),
    )
  await setCourse(db, course, { name: endpoint.path })
  const first = await call()
  const second = await call()
  return first.filter((statement) => !second.includes(statement))
}

const tablesIn = (statement: string): string[] => {
  const named = [...statement.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, name = '']) => name)
  return [...new Set(named)].filter((name) => everyTable.has(name))
}
const everyTable = new Set(
  (
    await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  ).rows.map(({ name }) => name),
)

// Now the server knows their sessions.
for (const person of [student, instructor]) await person.call(contract.users.me)
const kept: string[] = []
for (const endpoint of endpoints) {
  const { path } = endpoint
  const own = partsOf(path.split('/').slice(2))
  const ofStudents = ['signedIn', 'member', 'student'].includes(endpoint.access)
  const statements = [
    ...(ofStudents ? await making(endpoint, student) : []),
    ...(endpoint.access === 'student' ? [] : await making(endpoint, instructor)),
  ]
  // Its answers are not kept.
  if (statements.length === 0) continue
  kept.push(path)
  test(`${path} is read again whenever a table that it reads changes`, () => {
    const missing = statements
      .flatMap(tablesIn)
      .filter((table) => !(table in neverOld) && !counted.get(table)?.some((part) => own.includes(part as never)))
    expect(missing, `count each in a migration: call count_table(…) for one of ${own}`).toEqual([])
  })
}

test('what is kept was found by its statements', () => {
  const { courses, announcements, notifications, assignments, discussions } = contract
  for (const { path } of [courses.one, announcements.list, notifications.list, assignments.my, discussions.one]) {
    expect(kept).toContain(path)
  }
})

test('each part is counted by a table, and a change of the course itself counts in all', () => {
  expect(new Set([...counted.values()].flat())).toEqual(new Set(parts))
  expect(counted.get('courses')).toEqual([...parts])
})
