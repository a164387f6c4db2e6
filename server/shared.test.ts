import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { found } from './errors.ts'
import { newId } from './ids.ts'
import { addressOf } from './testing/client.ts'
import { type SignedIn, useServer } from './testing/server.ts'
import { enrol, makeAnnouncement, makeCourse, type Thing } from './testing/world.ts'

/* What everyone on a course is told alike, by two servers on one database: what the one has kept is right after any change. */

const server = await useServer()
const other = await server.another()
const { db } = server
const { courses, announcements, contents } = contract

let course: Thing
let ploy: SignedIn
let arthit: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  arthit = await server.person({ first: 'Arthit' })
  await enrol(db, course, ploy)
  await enrol(db, course, arthit, 'instructor')
})

const params = () => ({ params: { course_id: course.id } })
const told = async (endpoint: Endpoint, headers = {}) => {
  const path = addressOf(endpoint, params().params)
  const answers = [
    await ploy.raw('GET', path, { headers }),
    await other.withToken(ploy.token).raw('GET', path, { headers }),
  ]
  expect(answers[0]?.body).toBe(answers[1]?.body)
  return answers[0]
}

const link = () => ({ course_id: course.id, id: newId(), name: 'Slides', url: 'https://example.org/' })
const playlist = () => ({ course_id: course.id, id: newId(), provider_id: 'PL1', title: 'Recursion' })
const folder = () => ({ course_id: course.id, id: newId(), name: 'Lectures' })
const everyRow = (table: string, set: string) =>
  sql`update ${sql.table(table)} set ${sql.raw(set)} where course_id = ${course.id}`.execute(db)
const noRow = (table: string) => sql`delete from ${sql.table(table)} where course_id = ${course.id}`.execute(db)

const ofCourse = (set: { name: string }) => db.updateTable('courses').set(set).where('id', '=', course.id).execute()
const ofPerson = ({ id }: Thing, set: { last?: string; img?: string; removed_at?: Date }) =>
  db.updateTable('people').set(set).where('id', '=', id).execute()

const changes: Record<string, [Endpoint, () => Promise<unknown>]> = {
  'another name': [courses.one, () => ofCourse({ name: 'Physics' })],
  'one more on the course': [courses.one, async () => enrol(db, course, await server.person())],
  'another name of the instructor': [courses.one, () => ofPerson(arthit, { last: 'New' })],
  'another title of the instructor': [courses.one, () => everyRow('roster', "title = 'Prof.'")],
  'one more on the roster': [courses.roster, async () => enrol(db, course, await server.person())],
  'another picture': [courses.roster, () => ofPerson(ploy, { img: '/p.png' })],
  'an account removed': [courses.roster, () => ofPerson(arthit, { removed_at: new Date() })],
  'a new announcement': [announcements.list, () => makeAnnouncement(db, course)],
  'another text of it': [announcements.list, () => everyRow('announcements', "content = 'new'")],
  'no announcement left': [announcements.list, () => noRow('announcements')],
  'a new folder': [contents.list, () => db.insertInto('contents').values(folder()).execute()],
  'another name of the folder': [contents.list, () => everyRow('contents', "name = 'new'")],
  'no folder left': [contents.list, () => noRow('contents')],
  'a new link': [contents.links, () => db.insertInto('links').values(link()).execute()],
  'a hidden link': [contents.links, () => everyRow('links', 'deleted_at = now()')],
  'a new playlist': [contents.playlists, () => db.insertInto('playlists').values(playlist()).execute()],
  'another title of the playlist': [contents.playlists, () => everyRow('playlists', "title = 'new'")],
}
const endpoints = [...new Map(Object.values(changes).map(([endpoint]) => [endpoint.path, endpoint]))]

describe('what is told of a course', () => {
  beforeEach(async () => {
    await makeAnnouncement(db, course)
    await db.insertInto('contents').values(folder()).execute()
    await db.insertInto('links').values(link()).execute()
    await db.insertInto('playlists').values(playlist()).execute()
  })

  test.each(Object.keys(changes))('is right after %s', async (what) => {
    const [endpoint, change] = found(changes[what])
    const before = await told(endpoint)
    await change()
    const after = await told(endpoint)
    expect(after?.body).not.toBe(before?.body)
    const { etag } = before?.headers ?? {}
    expect((await told(endpoint, { 'if-none-match': etag }))?.statusCode).toBe(200)
    expect((await told(endpoint, { 'if-none-match': after?.headers.etag }))?.statusCode).toBe(304)
  })

  test.each(endpoints)('costs one statement as long as nothing has changed: %s', async (_path, endpoint) => {
    const call = () => ploy.call(endpoint as typeof courses.one, params())
    const first = await call()
    expect(await server.statementsOf(async () => expect(await call()).toEqual(first))).toHaveLength(1)
    await makeAnnouncement(db, await makeCourse(db))
    expect(await server.statementsOf(call)).toHaveLength(1)
    await makeAnnouncement(db, course)
    expect(await server.statementsOf(call)).toHaveLength(2)
  })

  test('is nobody else’s, however often it was told', async () => {
    await told(courses.roster)
    const stranger = await server.person()
    expect(await stranger.refused(courses.roster, params())).toEqual({ status: 404, code: 'not_found' })
  })

  test('is of its own course and of the page that was asked for', async () => {
    const [newest] = await ploy.call(announcements.list, params())
    const second = await makeCourse(db)
    await enrol(db, second, ploy)
    expect(await ploy.call(announcements.list, { params: { course_id: second.id } })).toEqual([])
    expect(await ploy.call(announcements.list, { ...params(), query: { before: newest?._id ?? '' } })).toEqual([])
    expect(await ploy.call(announcements.list, params())).toEqual([newest])
  })
})

test('what was done by a person who signs in as before makes nothing old', async () => {
  const versionOf = async () =>
    (await db.selectFrom('courses').select('version').where('id', '=', course.id).executeTakeFirstOrThrow()).version
  const before = await versionOf()
  await db.updateTable('people').set({ first: 'Ploy' }).where('id', '=', ploy.id).execute()
  expect(await versionOf()).toBe(before)
})
