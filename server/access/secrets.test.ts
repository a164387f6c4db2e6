import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { announcements } from '../../contract/announcements.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { jobs } from '../../contract/jobs.ts'
import { announcementWrites } from '../../contract/staff/announcements.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { addressOf, requestOf, type Sent } from '../testing/client.ts'
import { ahead, start } from '../testing/clock.ts'
import { examples, type Place } from '../testing/examples.ts'
import { openGarden } from '../testing/plant.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  makeActivity,
  makeAnnouncement,
  makeAssignment,
  makeContent,
  makeCourse,
  makeGroup,
  makeJoinLink,
  makeLink,
  makeMeeting,
  makePerson,
  makePlaylist,
  makeSchedule,
  makeTopic,
  setCourse,
  submit,
  takeAttendance,
} from '../testing/world.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { type FormPart, formOf, upload } from '../uploads/testing.ts'

/*
 * Nobody reads a row that is unpublished, deleted or for staff alone without the right to, nor what is for staff in a
 * row that everyone sees. The tests plant such rows: each text, score and file name in them is a secret, and in the
 * other rows each that is not `readable`. Then they make every call of a student with every id, and search the replies,
 * headers and raw bodies for the secrets.
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

/** The id of an upload with stored bytes. */
const uploadOf = async (person: SignedIn, filename?: string) =>
  uploadIdOf((await upload(person, 'Hello', filename)).location) ?? ''

function oneOfEachKind() {
  const explanation = 'Because.'
  const texts = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ id, text: `Option ${id}` })))
  const options = JSON.stringify([{ id: 'a', text: 'Yes', correct: true }])
  const questions = [
    { kind: 'one', options },
    { kind: 'several', options, credit: 'parts' },
    { kind: 'number', unit: 'm', key: JSON.stringify({ value: '3', tolerance: '0.5' }) },
    { kind: 'short', key: JSON.stringify({ accepted: ['three'] }) },
    {
      kind: 'matching',
      ...{ options: texts('a', 'b'), targets: texts('x', 'y') },
      key: JSON.stringify({ pairs: { a: 'this', b: 'that' } }),
    },
    { kind: 'ordering', options: texts('a', 'b'), key: JSON.stringify({ order: ['first', 'second'] }) },
    { kind: 'open' },
  ]
  return questions.map((question) => ({ question: 'Is it?', score: 1, explanation, tags: ['hard'], ...question }))
}

/** Makes a row of each kind that everyone on the course may see. */
async function fillCourse(): Promise<void> {
  const announcement = await makeAnnouncement(db, course)
  const upload_id = await uploadOf(arthit)
  await db
    .insertInto('announcement_pictures')
    .values({ course_id, announcement_id: announcement.id, upload_id })
    .execute()
  await makeActivity(db, course, { subject_id: announcement.id, params: { was: 'there' } })
  const assignment = await makeAssignment(db, course)
  const inSheet = { course_id, assignment_id: assignment.id, position: 1 }
  await db.insertInto('assignment_pictures').values({ course_id, assignment_id: assignment.id, upload_id }).execute()
  const set = { id: newId(), name: 'Week 1', draw: 9, score: 1 }
  await seed(db, async (trx) => {
    await trx
      .insertInto('question_sets')
      .values({ ...inSheet, ...set })
      .execute()
    await trx
      .insertInto('questions')
      .values(oneOfEachKind().map((question) => ({ ...inSheet, ...question, id: newId(), set_id: set.id })))
      .execute()
  })
  const slot_id = newId()
  await seed(db, (trx) =>
    trx
      .insertInto('file_slots')
      .values({ ...inSheet, id: slot_id, name: 'Report', kinds: ['pdf'] })
      .execute(),
  )
  await fillGradebook(assignment)
  const { id: submission_id } = await submit(db, course, assignment, ploy)
  await db
    .insertInto('submission_files')
    .values({ course_id, submission_id, slot_id, upload_id: await uploadOf(ploy) })
    .execute()
  // Released: students see it, but not when its assignment is taken back.
  await seed(db, (trx) =>
    trx.insertInto('feedback').values({ course_id, submission_id, score: 1, show: true }).execute(),
  )
  const mark = {
    course_id,
    id: newId(),
    submission_id,
    field: 'textbox',
    kind: 'pin',
    colour: 'note',
    created_at: start,
  }
  const shape = JSON.stringify({ from: [1, 0], to: [1, 2] })
  await seed(db, (trx) =>
    trx
      .insertInto('marks')
      .values({ ...mark, shape })
      .execute(),
  )
  const item = {
    course_id,
    id: newId(),
    assignment_id: assignment.id,
    part: 'textbox',
    title: 'No example',
    points: '-1',
  }
  await seed(db, (trx) => trx.insertInto('rubric_items').values(item).execute())
  await makeSchedule(db, course)
  const holiday = { course_id, id: newId(), first_day: '2026-12-05', last_day: '2026-12-05' }
  await seed(db, (trx) => trx.insertInto('holidays').values(holiday).execute())
  await makeMeeting(db, course)
  await makeGroup(db, course, [ploy])
  const content = await makeContent(db, course, { upload_id, page: 'Trees' })
  await db
    .insertInto('content_versions')
    .values({ course_id, content_id: content.id, upload_id: await uploadOf(arthit), page: 'Tree', replaced_at: start })
    .execute()
  const { id: topic_id } = await makeTopic(db, course, { author_id: ploy.id, score: 5 })
  await makeLink(db, course)
  await makePlaylist(db, course)
  await db
    .insertInto('topic_pictures')
    .values({ course_id, topic_id, upload_id: await uploadOf(arthit) })
    .execute()
  const post_id = newId()
  const said = { course_id, topic_id, author_id: ploy.id, content: 'Hello' }
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

/** What students read of the rows that they see. Every other text and score is secret, a new column too. */
const readable: Record<string, string[]> = {
  courses: [
    ...['code', 'name', 'name_short', 'objectives', 'cover', 'img', 'tabs', 'zone', 'late_rule'],
    ...['contact_echo', 'contact_facebook', 'contact_team'],
  ],
  announcements: ['title', 'content'],
  assignments: ['name', 'description', 'score', 'score_essay', 'score_file', 'score_questionset'],
  comments: ['content'],
  contents: ['name', 'description', 'page'],
  entries: ['score', 'curve'],
  feedback: ['score', 'grade', 'comment', 'curve'],
  file_slots: ['name', 'kinds'],
  gradables: ['name', 'score'],
  grade_categories: ['name', 'weight'],
  grade_schemes: ['letters'],
  groupings: ['name'],
  groups: ['name', 'description', 'img'],
  links: ['name', 'description', 'url'],
  marks: ['colour', 'comment', 'field', 'path', 'shape'],
  meetings: ['title', 'host', 'link'],
  playlists: ['title', 'channel', 'provider_id', 'thumbnail'],
  posts: ['content'],
  question_sets: ['score'],
  roster: ['title'],
  schedules: ['name', 'location', 'moved_from_location'],
  scores: ['score'],
  sheet_versions: ['before'],
  submissions: ['response'],
  topics: ['title', 'description', 'score'],
}

/** The table of each id in an address. */
const tables: Record<string, string> = {
  announcement_id: 'announcements',
  asgn_id: 'assignments',
  submission_id: 'submissions',
  change_id: 'changes',
  content_id: 'contents',
  meeting_id: 'meetings',
  schedule_id: 'schedules',
  grouping_id: 'groupings',
  group_id: 'groups',
  discussion_id: 'topics',
  job_id: 'jobs',
  person_id: 'roster',
  message_id: 'messages',
  gradable_id: 'gradables',
  text_id: 'posts',
  post_id: 'posts',
  comment_id: 'comments',
  notification_id: 'activity',
  regrade_id: 'regrade_requests',
}
/** Other tests cover the stream, files, and archives, which open by a signed address. */
const elsewhereTested: string[] = [
  contract.notifications.stream.path,
  contract.uploads.file.path,
  contract.offline.archive.path,
]

const gets = Object.values(contract as unknown as Record<string, Record<string, Endpoint>>)
  .flatMap((calls) => Object.values(calls))
  .filter(({ method, path }) => method === 'GET' && !elsewhereTested.includes(path))

type Example = (place: Place) => Promise<Sent & { form?: FormPart }>

/** Every address of an endpoint, with each existing id. */
async function addressesOf(endpoint: Endpoint, idsOf = garden.idsOf): Promise<string[]> {
  let all: Record<string, string>[] = [{ course_id }]
  for (const [, name = ''] of endpoint.path.matchAll(/:(\w+)/g)) {
    if (name === 'course_id') continue
    const table = tables[name]
    if (!table) throw new Error(`Say of which table ${name} is.`)
    const ids = await idsOf(table)
    all = all.flatMap((params) => ids.map((id) => ({ ...params, [name]: id })))
  }
  const query = endpoint.path === contract.courses.find.path ? { search: '2110' } : {}
  return all.map((params) => addressOf(endpoint, params, query))
}

/** The secrets in the replies to a person, each with its origin. */
async function secretsFor(endpoint: Endpoint, token?: string, asStudent = false): Promise<string[]> {
  const found: string[] = []
  for (const address of await addressesOf(endpoint)) {
    const headers = token ? { authorization: token } : {}
    const {
      body,
      headers: said,
      statusCode,
    } = await server.nobody.raw('GET', asStudent ? `${address}?as=student` : address, {
      headers,
    })
    expect(statusCode, address).not.toBe(500)
    found.push(...garden.secretsIn(`${JSON.stringify(said)}${body}`))
  }
  return [...new Set(found)]
}

beforeAll(async () => {
  for (const table of garden.filled) if (table !== 'questions') await garden.cover(table, readable[table] ?? [])
  for (const table of garden.tablesWith('deleted_at')) await garden.copy(table, { deleted_at: start })
  const sectioned = new Set(garden.tablesWith('section'))
  for (const table of garden.tablesWith('publish_at').filter((name) => name !== 'publications')) {
    await garden.copy(table, { publish_at: null })
    await garden.copy(table, { publish_at: new Date(Date.now() + 365 * 86_400_000) })
    if (sectioned.has(table)) await garden.copy(table, { section: '2' })
  }
  await garden.copy('changes')
  await plantKeys()
  await plantForStaff()
  // So that handing in again succeeds.
  await seed(db, (trx) =>
    trx.updateTable('assignments').set({ attempts_allowed: 0 }).where('course_id', '=', course_id).execute(),
  )
  await arthit.call(jobs.exportHistory, { params: { course_id } })
  for (const table of Object.values(tables)) planted.set(table, await garden.idsOf(table))
})

/** The ids of what is planted, by table. */
const planted = new Map<string, string[]>()

/** Parts of a question that a student may see before feedback; a new column counts as secret. */
const asked = ['question', 'options', 'targets', 'unit']

/** The questions that Ploy answered, and their versions at that time. */
async function plantKeys(): Promise<void> {
  await garden.cover('questions', asked)
  for (const assignment of await garden.idsOf('assignments'))
    await submit(db, course, { id: assignment }, ploy, { attempt: 9 })
  await garden.cover('questions', asked)
}

/** Columns that only staff, or only another person, may read in rows that everyone sees. */
async function plantForStaff(): Promise<void> {
  const of = garden.secretFor
  await setCourse(db, course, { join_password_hash: of('courses.join_password_hash') })
  await makeJoinLink(db, course, { token: of('join_links.token') })
  const invitation = { course_id, code: of('instructor_invitations.code'), expires_at: ahead({ days: 1 }) }
  const password_hash = of('instructor_invitations.password_hash')
  await seed(db, (trx) =>
    trx
      .insertInto('instructor_invitations')
      .values({ ...invitation, password_hash })
      .execute(),
  )
  await takeAttendance(db, course, await makeSchedule(db, course), ploy, 1, { note: of('attendance.note') })
  const named = {
    email: of('roster_pending.email'),
    first: of('roster_pending.first'),
    last: of('roster_pending.last'),
  }
  const removed = { title: of('roster_removed.title'), member_of: JSON.stringify([of('roster_removed.member_of')]) }
  const { id: person_id } = await makePerson(db)
  await seed(db, async (trx) => {
    await trx
      .insertInto('messages')
      .values({
        ...{ course_id, id: newId(), people: [person_id], sent_at: start },
        ...{ title: of('messages.title'), content: of('messages.content') },
      })
      .execute()
    await trx
      .insertInto('accommodations')
      .values({ course_id, person_id: ploy.id, note: of('accommodations.note'), updated_at: start })
      .execute()
    await trx
      .insertInto('roster_pending')
      .values({ course_id, id: newId(), role: 'student', change_id: newId(), added_at: start, ...named })
      .execute()
    await trx
      .insertInto('roster_removed')
      .values({
        ...{ course_id, person_id, role: 'student', position: 0, section: '', ...removed },
        ...{ joined_at: start, removed_at: start },
      })
      .execute()
  })
  const there = { course_id, about: newId(), person_id: arthit.id, tab: of('presence.tab') }
  await db
    .insertInto('presence')
    .values({ ...there, place: of('presence.place'), seen_at: start })
    .execute()
  await makeMeeting(db, course, {
    recording_password: of('meetings.recording_password'),
    recording_video: `https://${of('meetings.recording_video')}.example`,
    recording_audio: `https://${of('meetings.recording_audio')}.example`,
  })
  const recording = await uploadOf(arthit, of('meetings.recording_video_upload'))
  garden.files.push(recording)
  await makeMeeting(db, course, { recording_video_upload: recording, recording_audio_upload: recording })
  const assignment = await makeAssignment(db, course)
  const { id: submission_id } = await submit(db, course, assignment, ploy)
  const item = newId()
  const written = {
    ...{ comment: of('feedback.comment'), grade: JSON.stringify(of('feedback.grade')) },
    members: JSON.stringify({ [newId()]: { score: '1', reason: of('feedback.members') } }),
    ...{ override_reason: of('feedback.override_reason'), parts: JSON.stringify({ textbox: of('feedback.parts') }) },
    ...{ points: garden.scoreFor('feedback.points'), override: garden.scoreFor('feedback.override'), items: [item] },
    curve: JSON.stringify({ kind: 'add', from: garden.scoreFor('feedback.curve') }),
  }
  await seed(db, async (trx) => {
    await trx
      .insertInto('feedback')
      .values({ course_id, submission_id, score: garden.scoreFor('feedback.score'), show: false, ...written })
      .execute()
    await trx
      .insertInto('rubric_items')
      .values({
        ...{ course_id, id: item, assignment_id: assignment.id, part: 'textbox' },
        ...{ title: of('rubric_items.title'), points: garden.scoreFor('rubric_items.points') },
      })
      .execute()
    await trx
      .insertInto('grade_drafts')
      .values({
        ...{ course_id, submission_id, grader_id: arthit.id, updated_at: new Date() },
        fields: JSON.stringify({ comment: of('grade_drafts.fields') }),
      })
      .execute()
  })
  const drawn = { field: of('marks.field'), path: of('marks.path'), colour: of('marks.colour'), kind: 'pin' }
  const mark = { course_id, id: newId(), submission_id, created_at: start, author_id: arthit.id }
  const noted = { comment: of('marks.comment'), shape: JSON.stringify({ at: [of('marks.shape')] }) }
  await seed(db, (trx) =>
    trx
      .insertInto('marks')
      .values({ ...mark, ...drawn, ...noted })
      .execute(),
  )
  const final = { id: newId(), name: of('gradables.name'), score: garden.scoreFor('gradables.score') }
  await plantInGradebook(final)
  const other = await server.person({ first: 'Malee' })
  await enrol(db, course, other)
  const theirs = await submit(db, course, assignment, other, { textbox: of('submissions.response') })
  const graded = { course_id, submission_id: theirs.id, score: garden.scoreFor('graded_works.score'), show: true }
  await seed(db, (trx) => trx.insertInto('feedback').values(graded).execute())
  // Staff have taken back the release of Ploy's grade since she asked; the other student's grade is still released.
  await plantRegrade({ assignment_id: assignment.id, submission_id, owner_id: ploy.id })
  await plantRegrade({ assignment_id: assignment.id, submission_id: theirs.id, owner_id: other.id })
  await plantAttendance(other)
  await plantExceptions(assignment, other)
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
  await plantInTopics(other)
}

/** Makes a regrade request with its answer. */
async function plantRegrade(about: { assignment_id: string; submission_id: string; owner_id: string }): Promise<void> {
  const score = (column: string) => garden.scoreFor(`regrade_requests.${column}`)
  const texts = {
    content: garden.secretFor('regrade_requests.content'),
    answer: garden.secretFor('regrade_requests.answer'),
  }
  const before = { score_before: score('score_before'), points_before: score('points_before') }
  const after = { score_after: score('score_after'), points_after: score('points_after') }
  const steps = { asked_by: about.owner_id, asked_at: start, answered_by: arthit.id, answered_at: start }
  const row = { course_id, id: newId(), part: 'textbox', ...about, ...texts, ...before, ...after, ...steps }
  await seed(db, (trx) => trx.insertInto('regrade_requests').values(row).execute())
}

/** Makes a column of the attendance that students do not see. */
async function plantAttendance(present: { id: string }): Promise<void> {
  const score = garden.scoreFor('attendance_scores.score')
  const name = garden.secretFor('gradables.name')
  const column = { course_id, id: newId(), name, score, attendance_late: 50, released: false }
  await seed(db, (trx) => trx.insertInto('gradables').values(column).execute())
  await takeAttendance(db, course, await makeSchedule(db, course), present, 3)
}

/** Makes a category, a column of an assignment and a column by hand, with entries. */
async function fillGradebook(assignment: { id: string }): Promise<void> {
  const category = { course_id, id: newId(), name: 'Labs', weight: 40 }
  const column = () => ({ course_id, id: newId(), name: 'Lab', score: 10 })
  const byHand = column()
  await seed(db, async (trx) => {
    await trx.insertInto('grade_categories').values(category).execute()
    await trx
      .insertInto('gradables')
      .values([
        { ...column(), assignment_id: assignment.id },
        { ...byHand, assignment_id: null },
      ])
      .execute()
    await trx
      .insertInto('entries')
      .values({ course_id, gradable_id: byHand.id, person_id: ploy.id, score: 3 })
      .execute()
  })
}

/** Makes an unreleased final grade and an unreleased column with entries, and gives a reason in a released column. */
async function plantInGradebook(final: { id: string; name: string; score: number }): Promise<void> {
  const of = garden.secretFor
  const score = () => garden.scoreFor('entries.score')
  const hidden = { course_id, id: newId(), name: of('gradables.name'), score: garden.scoreFor('gradables.score') }
  const open = { course_id, id: newId(), name: 'Quiz', score: 10 }
  const entry = (gradable_id: string, person_id: string, given: number | null) => ({
    ...{ course_id, gradable_id, person_id, score: given },
    ...{ reason: of('entries.reason'), letter: of('entries.letter') },
  })
  const curve = JSON.stringify({ kind: 'add', from: garden.scoreFor('entries.curve') })
  const others = await server.person({ first: 'Anong' })
  await enrol(db, course, others)
  await seed(db, async (trx) => {
    await trx
      .insertInto('gradables')
      .values([
        { course_id, ...final, final: true, released: true },
        { ...hidden, final: false, released: false },
        { ...open, final: false, released: true },
      ])
      .execute()
    await trx
      .insertInto('entries')
      .values([
        entry(final.id, ploy.id, score()),
        { ...entry(hidden.id, ploy.id, score()), curve },
        entry(open.id, ploy.id, 5),
        entry(open.id, others.id, score()),
      ])
      .execute()
  })
}

/** Gives other students exceptions, and ploy an exception with a reason. */
async function plantExceptions(assignment: { id: string }, other: SignedIn): Promise<void> {
  const group = await makeGroup(db, course, [other])
  const row = { course_id, assignment_id: assignment.id, updated_at: start }
  const secret = (whom: object) => ({
    ...{ ...row, id: newId(), ...whom, reason: garden.secretFor('exceptions.reason') },
    ...{ due_at: garden.timeFor('exceptions.due_at'), closes_at: garden.timeFor('exceptions.closes_at') },
  })
  const own = {
    ...row,
    id: newId(),
    person_id: ploy.id,
    reason: garden.secretFor('exceptions.reason'),
    extra_attempts: 1,
  }
  const others = [{ person_id: other.id }, { group_id: group.id }, { section: '2' }].map(secret)
  await seed(db, async (trx) => {
    await trx.insertInto('exceptions').values(own).execute()
    for (const one of others) await trx.insertInto('exceptions').values(one).execute()
  })
}

/** Makes texts of another student: one that staff hid, one with an answer, and one in a post-first topic. */
async function plantInTopics(other: SignedIn): Promise<void> {
  const of = garden.secretFor
  const [open, first] = [await makeTopic(db, course), await makeTopic(db, course, { post_first: true })]
  const post = (topic: { id: string }) => {
    const said = { course_id, topic_id: topic.id, author_id: other.id, content: of('posts.content') }
    return { ...said, id: newId() }
  }
  const [hidden, answered, unseen] = [post(open), post(open), post(first)]
  await db.insertInto('posts').values([hidden, answered, unseen]).execute()
  const comment = (under: { id: string; topic_id: string }, content: string) => {
    const said = { course_id, topic_id: under.topic_id, post_id: under.id, author_id: other.id, content }
    return { ...said, id: newId() }
  }
  const comments = [comment(answered, 'Hello'), comment(answered, of('comments.content'))]
  await db
    .insertInto('comments')
    .values([...comments, comment(unseen, of('comments.content'))])
    .execute()
  // Makes texts that their author deleted, and comments on them.
  const withdrawn = post(open)
  const earlier = { course_id, topic_id: open.id, until: server.clock.now() }
  await db
    .insertInto('posts')
    .values({ ...withdrawn, withdrawn_at: server.clock.now() })
    .execute()
  const versions = [withdrawn, hidden].map(({ id }) => ({ ...earlier, id, content: of('text_versions.content') }))
  await db.insertInto('text_versions').values(versions).execute()
  const why = () => ({ course_id, topic_id: open.id, reason: of('hidden_texts.reason') })
  const texts = [hidden, answered, comments[1] as { id: string }]
  await seed(db, (trx) =>
    trx
      .insertInto('hidden_texts')
      .values(texts.map(({ id }) => ({ ...why(), id })))
      .execute(),
  )
}

test('staff find what is planted, so the search works', async () => {
  expect(await secretsFor(announcements.list, arthit.token)).toContain('announcements.title')
  expect(await secretsFor(contract.contents.list, arthit.token)).toContain('contents.name')
  expect(await secretsFor(contract.changes.list, arthit.token)).toContain('changes.about')
  const keys = await secretsFor(contract.assignments.one, arthit.token)
  expect(keys).toContain('questions.key')
  expect(keys).toContain('questions.explanation')
  const given = await secretsFor(contract.exceptions.list, arthit.token)
  expect(given).toEqual(expect.arrayContaining(['exceptions.reason', 'exceptions.due_at', 'exceptions.closes_at']))
})

describe.each(gets.map((endpoint) => ({ path: endpoint.path, endpoint })))('$path has no secret', ({ endpoint }) => {
  test.each<[string, SignedIn | undefined]>([
    ['a student', ploy],
    ['a student of another course', nida],
    ['staff of another course', somsak],
    ['nobody', undefined],
  ])('for %s', async (_who, person) => {
    expect(await secretsFor(endpoint, person?.token), 'name it in `readable`, if students may read it').toEqual([])
  })
})

const inCourse = gets.filter(({ path }) => path.includes(':course_id'))
test.each(inCourse.map((endpoint) => ({ path: endpoint.path, endpoint })))(
  '$path has no secret for staff who look as a student',
  async ({ endpoint }) => expect(await secretsFor(endpoint, arthit.token, true)).toEqual([]),
)

test.each<[string, SignedIn]>([
  ['a student', ploy],
  ['a student of another course', nida],
  ['staff of another course', somsak],
])(
  '%s opens no file of what is hidden, neither by its id nor with the signature of a file of their own',
  async (_who, person) => {
    const own = new URL((await upload(person, 'Hello')).location, 'http://localhost')
    const statusOf = async (path: string) => (await person.raw('GET', path)).statusCode
    expect(await statusOf(`${own.pathname}${own.search}`)).toBe(200)
    expect(garden.files.length).toBeGreaterThan(5)
    for (const id of garden.files)
      for (const rest of ['', '/a.pdf?e=9999999999&s=guessed', `/a.pdf${own.search}`])
        expect(await statusOf(`/api/files/${id}${rest}`)).toBe(404)
  },
)

test('a job of staff is not there for anybody else', async () => {
  for (const address of await addressesOf(jobs.one)) {
    expect((await arthit.raw('GET', address)).statusCode).toBe(200)
    for (const person of [ploy, nida, somsak]) expect((await person.raw('GET', address)).statusCode).toBe(404)
    expect((await server.nobody.raw('GET', address)).statusCode).toBe(401)
  }
})

/** The replies that a student gets at these addresses. */
async function answersTo({ token }: SignedIn, addresses: string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const address of addresses)
    answers[address] = (await server.nobody.raw('GET', address, { headers: { authorization: token } })).body
  return answers
}

/** Makes hidden grades for two attempts of one student and for another student. */
async function plantHeldGrades(other: SignedIn) {
  const quiz = await makeAssignment(db, course, { attempts_allowed: 0 })
  const column = { course_id, id: newId(), name: 'Quiz', score: 10, assignment_id: quiz.id }
  await seed(db, (trx) => trx.insertInto('gradables').values(column).execute())
  const works = [await submit(db, course, quiz, ploy), await submit(db, course, quiz, ploy, { attempt: 2 })]
  const theirs = await submit(db, course, quiz, other)
  const grade = (whose: string, { id: submission_id }: { id: string }) => ({
    ...{ course_id, submission_id, score: garden.scoreFor(`${whose} score`), show: false },
    ...{ comment: garden.secretFor(`${whose} comment`), override_reason: garden.secretFor(`${whose} reason`) },
  })
  const grades = () => [...works.map((work) => grade('own', work)), grade('another’s', theirs)]
  return {
    params: { course_id, asgn_id: quiz.id },
    give: () => seed(db, (trx) => trx.insertInto('feedback').values(grades()).execute()),
  }
}

test('grades are in no answer to a student before they are released, and nothing tells that they are there', async () => {
  const other = await server.person({ first: 'Chai' })
  await enrol(db, course, other)
  const { params, give } = await plantHeldGrades(other)
  const addresses = (await Promise.all(gets.map((endpoint) => addressesOf(endpoint)))).flat()
  const now = () => answersTo(ploy, addresses)
  const secretsIn = (answers: Record<string, string>) => [...new Set(garden.secretsIn(JSON.stringify(answers)))].sort()
  const release = (body: object) =>
    arthit.call(contract.submissions.release, { params, body: { people: 'all', shown: true, ...body } })
  const before = await now()

  await give()
  await release({ at: garden.timeFor('the time of a release').toISOString() })
  expect(await now(), 'planned').toEqual(before)

  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async (trx) => {
    await sql`lock table activity in share mode`.execute(trx)
    held.resolve()
    await holding.promise
  })
  await held.promise
  const done = release({})
  const inTheAct = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%into activity%'`
  await expect.poll(async () => (await inTheAct.execute(db)).rows.length).toBe(1)
  expect(await now(), 'under way').toEqual(before)
  holding.resolve()
  await Promise.all([holder, done])

  expect(secretsIn(await now()), 'done').toEqual(['own comment', 'own score'])
  await release({ people: [ploy.id], shown: false })
  expect(await now(), 'taken back').toEqual(before)
})

/** Calls that write for students, and their bodies. */
const writes = Object.entries(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(
  ([noun, calls]) =>
    Object.entries(calls).flatMap(([name, endpoint]) => {
      const isTheirs = endpoint.method !== 'GET' && ['signedIn', 'member', 'student'].includes(endpoint.access)
      const example = (examples as Record<string, Record<string, unknown>>)[noun]?.[name] as Example
      return isTheirs ? [{ title: `${noun}.${name}`, endpoint, example }] : []
    }),
)

/** Fewer than the texts that one person may write within a minute. */
const FEW = 50

/**
 * The call succeeds on things of its own, in which all that students may not read is a secret. Then it is sent to each
 * planted thing, as if nothing had been tried before.
 */
test.each(writes)('$title has no secret for a student, whatever they name', async ({ endpoint, example }) => {
  const make = () => example({ server, course, person: ploy })
  const { form, ...own } = await garden.coverMade(make, { ...readable, questions: asked })
  const { payload, headers } = form ? formOf([form]) : requestOf(own)
  const { token } = await server.signIn(ploy)
  const sent = { payload, headers: { ...headers, authorization: token } }
  const answerAt = async (address: string) => {
    const { body, headers: said, statusCode } = await server.nobody.raw(endpoint.method, address, sent)
    return { statusCode, secrets: garden.secretsIn(`${JSON.stringify(said)}${body}`) }
  }
  const first = await answerAt(addressOf(endpoint, own.params, own.query))
  expect(first.statusCode).toBe(endpoint.status ?? 200)
  const found = new Set(first.secrets)
  for (const [i, address] of (await addressesOf(endpoint, async (table) => planted.get(table) ?? [])).entries()) {
    if (i % FEW === 0) await db.deleteFrom('rate_limits').execute()
    const { statusCode, secrets } = await answerAt(address)
    expect(statusCode, address).not.toBe(500)
    for (const secret of secrets) found.add(secret)
  }
  expect([...found]).toEqual([])
})

test('each text and score of a course is planted, or named here as one that students may see', () => {
  const named = Object.entries(readable).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  const known = new Set([...garden.secrets.values(), ...named])
  const unplanted = garden.columns.filter((column) => !known.has(column))
  expect(unplanted, 'plant a secret in each, or name it in `readable`').toEqual([])
  expect(named.filter((column) => !garden.columns.includes(column))).toEqual([])
})
