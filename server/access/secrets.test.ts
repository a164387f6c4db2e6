import { beforeAll, describe, expect, test } from 'vitest'
import { announcements } from '../../contract/announcements.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { notifications } from '../../contract/notifications.ts'
import { announcementWrites } from '../../contract/staff/announcements.ts'
import { newId } from '../ids.ts'
import { addressOf } from '../testing/client.ts'
import { ahead, start } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import { openGarden } from '../testing/plant.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  makeActivity,
  makeAnnouncement,
  makeAssignment,
  makeCourse,
  makeGroup,
  makeMeeting,
  makeSchedule,
  submit,
} from '../testing/world.ts'

/*
 * What is not published, was deleted or is for staff alone, is in no answer to anybody else. Each text of such a row has a
 * secret in it; every GET of the contract is asked about every id, and what comes is searched.
 */

const server = await useServer()
const { db } = server
const course = await makeCourse(db)
const elsewhere = await makeCourse(db)
const course_id = course.id
const arthit = await server.person({ first: 'Arthit' })
const ploy = await server.person({ first: 'Ploy' })
const nida = await server.person({ first: 'Nida' })
const somsak = await server.person({ first: 'Somsak' })
await enrol(db, course, arthit, 'instructor')
await enrol(db, course, ploy, 'student', { section: '1' })
await enrol(db, elsewhere, nida, 'student')
await enrol(db, elsewhere, somsak, 'instructor')

/** A row of each kind, that everyone on the course may see. */
async function fillCourse(): Promise<void> {
  const announcement = await makeAnnouncement(db, course)
  await makeActivity(db, course, { subject_id: announcement.id, params: { was: 'there' } })
  const assignment = await makeAssignment(db, course)
  const inSheet = { course_id, assignment_id: assignment.id, position: 1 }
  const options = JSON.stringify([{ id: 'a', text: 'Yes', correct: true }])
  await db
    .insertInto('questions')
    .values([{ ...inSheet, id: newId(), type: 'options', question: 'Is it?', options, score: 1 }])
    .execute()
  await db
    .insertInto('file_slots')
    .values({ ...inSheet, id: newId(), name: 'Report' })
    .execute()
  await submit(db, course, assignment, ploy)
  await makeSchedule(db, course)
  await makeMeeting(db, course)
  await makeGroup(db, course, [ploy])
  const words = { course_id, name: 'Slides' }
  await db
    .insertInto('contents')
    .values({ ...words, id: newId() })
    .execute()
  await db
    .insertInto('links')
    .values({ ...words, id: newId(), url: 'https://raintree.example' })
    .execute()
  await db.insertInto('playlists').values({ course_id, id: newId(), title: 'Clips', provider_id: 'PL1' }).execute()
  const topic_id = newId()
  const post_id = newId()
  const said = { course_id, topic_id, author_id: ploy.id, content: 'Hello' }
  await db.insertInto('topics').values({ course_id, id: topic_id, title: 'Questions', author_id: ploy.id }).execute()
  await db
    .insertInto('posts')
    .values({ ...said, id: post_id })
    .execute()
  await db
    .insertInto('comments')
    .values({ ...said, id: newId(), post_id })
    .execute()
  const body = { announcement_title: 'Draft', publish_at: null }
  await arthit.call(announcementWrites.create, { params: { course_id }, body })
}

await fillCourse()
const garden = await openGarden(db, course_id)

/** Texts that students may always see. */
const shown = ['gradables.name', 'roster.title', 'sheet_versions.before']

/** Which table the ids in an address are of. */
const tables: Record<string, string> = {
  announcement_id: 'announcements',
  asgn_id: 'assignments',
  submission_id: 'submissions',
  change_id: 'changes',
  content_id: 'contents',
  meeting_id: 'meetings',
  grouping_id: 'groupings',
  group_id: 'groups',
  discussion_id: 'topics',
}
/** Addresses of what is no course's, which other tests look after. */
const elsewhereTested = new Set(['/api/files/:upload_id/:filename', '/api/jobs/:job_id'])

const gets = Object.values(contract as unknown as Record<string, Record<string, Endpoint>>)
  .flatMap((calls) => Object.values(calls))
  .filter(({ method, raw, path }) => method === 'GET' && raw === undefined && !elsewhereTested.has(path))

/** Every address of an endpoint, with all ids that there are. */
async function addressesOf(endpoint: Endpoint): Promise<string[]> {
  let all: Record<string, string>[] = [{ course_id }]
  for (const [, name = ''] of endpoint.path.matchAll(/:(\w+)/g)) {
    if (name === 'course_id') continue
    const table = tables[name]
    if (!table) throw new Error(`Say of which table ${name} is.`)
    const ids = await garden.idsOf(table)
    all = all.flatMap((params) => ids.map((id) => ({ ...params, [name]: id })))
  }
  const query = endpoint.path === contract.courses.find.path ? { search: '2110' } : {}
  return all.map((params) => addressOf(endpoint, params, query))
}

/** The secrets in what somebody is answered, with where they are from. */
async function secretsFor(endpoint: Endpoint, token?: string, asStudent = false): Promise<string[]> {
  const found: string[] = []
  for (const address of await addressesOf(endpoint)) {
    const headers = token ? { authorization: token } : {}
    const { body, statusCode } = await server.nobody.raw('GET', asStudent ? `${address}?as=student` : address, {
      headers,
    })
    expect(statusCode, address).not.toBe(500)
    found.push(...secretsIn(body))
  }
  return [...new Set(found)]
}
const secretsIn = (text: string) => (text.match(/zq\w{4}x/g) ?? []).map((s) => garden.secrets.get(s) ?? s)

beforeAll(async () => {
  for (const table of garden.tablesWith('deleted_at')) await garden.copy(table, { deleted_at: start })
  for (const table of garden.tablesWith('publish_at').filter((name) => name !== 'publications')) {
    await garden.copy(table, { publish_at: null })
    await garden.copy(table, { publish_at: new Date(Date.now() + 365 * 86_400_000) })
    await garden.copy(table, { section: '2' })
  }
  await garden.copy('changes')
  await plantForStaff()
})

/** What only staff, or only another person, may read of what everyone sees. */
async function plantForStaff(): Promise<void> {
  const of = garden.secretFor
  await db
    .updateTable('courses')
    .set({ join_password_hash: of('courses.join_password_hash') })
    .where('id', '=', course_id)
    .execute()
  const invitation = { course_id, code: of('instructor_invitations.code'), expires_at: ahead({ days: 1 }) }
  await db
    .insertInto('instructor_invitations')
    .values({ ...invitation, password_hash: of('instructor_invitations.password_hash') })
    .execute()
  await makeMeeting(db, course, {
    recording_password: of('meetings.recording_password'),
    recording_video: `https://${of('meetings.recording_video')}.example`,
    recording_audio: `https://${of('meetings.recording_audio')}.example`,
  })
  const assignment = await makeAssignment(db, course)
  const { id: submission_id } = await submit(db, course, assignment, ploy)
  const written = { comment: of('feedback.comment'), grade: JSON.stringify(of('feedback.grade')) }
  await db
    .insertInto('feedback')
    .values({ course_id, submission_id, score: 5, show: false, ...written })
    .execute()
  const other = await server.person({ first: 'Malee' })
  await enrol(db, course, other)
  await submit(db, course, assignment, other, { textbox: of('submissions.response') })
  const draft = { course_id, assignment_id: assignment.id, owner_id: other.id }
  const fields = (where: string) => JSON.stringify({ textbox: { value: of(where), at: 1 } })
  await db
    .insertInto('drafts')
    .values({ ...draft, fields: fields('drafts.fields') })
    .execute()
  await db
    .insertInto('draft_versions')
    .values({ ...draft, id: newId(), kind: 'aside', fields: fields('draft_versions.fields') })
    .execute()
}

test('staff find what is planted, so the search works', async () => {
  expect(await secretsFor(announcements.list, arthit.token)).toContain('announcements.title')
  expect(await secretsFor(contract.changes.list, arthit.token)).toContain('changes.about')
})

describe.each(gets.map((endpoint) => ({ path: endpoint.path, endpoint })))('$path has no secret', ({ endpoint }) => {
  test.each<[string, SignedIn | undefined]>([
    ['a student', ploy],
    ['a student of another course', nida],
    ['staff of another course', somsak],
    ['nobody', undefined],
  ])('for %s', async (_who, person) => {
    expect(await secretsFor(endpoint, person?.token)).toEqual([])
  })
})

const inCourse = gets.filter(({ path }) => path.includes(':course_id'))
test.each(inCourse.map((endpoint) => ({ path: endpoint.path, endpoint })))(
  '$path has no secret for staff who look as a student',
  async ({ endpoint }) => expect(await secretsFor(endpoint, arthit.token, true)).toEqual([]),
)

test('no stream of a student has a secret', async () => {
  const events = await openEvents((await server.listen()) + notifications.stream.path, ploy.token)
  for (const { _id, revision = 1 } of await arthit.call(announcements.list, { params: { course_id } })) {
    const params = { course_id, announcement_id: _id }
    await arthit.call(announcementWrites.edit, { params, body: { pinned: true }, revision })
  }
  await ploy.call(notifications.readAll)
  const heard: unknown[] = []
  for (let last: unknown; last !== 0; ) {
    const { data } = await events.next()
    last = (data as { courses: string[] }).courses.length
    heard.push(data)
  }
  await events.close()
  expect(heard.length).toBeGreaterThan(1)
  expect(secretsIn(JSON.stringify(heard))).toEqual([])
})

test('each text of a course is planted, or named here as one that students may see', () => {
  const planted = new Set(garden.secrets.values())
  expect(garden.columns.filter((column) => !planted.has(column))).toEqual(shown)
})
