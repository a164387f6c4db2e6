import { expect, test } from 'vitest'
import { announcementWrites } from '../contract/staff/announcements.ts'
import { assignmentWrites } from '../contract/staff/assignments.ts'
import { contentWrites } from '../contract/staff/contents.ts'
import { discussionWrites } from '../contract/staff/discussions.ts'
import { exceptions } from '../contract/staff/exceptions.ts'
import { groupWrites } from '../contract/staff/groups.ts'
import { linkWrites, playlistWrites } from '../contract/staff/links.ts'
import { meetingWrites } from '../contract/staff/meetings.ts'
import { scheduleWrites } from '../contract/staff/schedules.ts'
import { hashPassword } from './courses/passwords.ts'
import { ahead } from './testing/clock.ts'
import { type SignedIn, useServer } from './testing/server.ts'
import { enrol, makeCourse } from './testing/world.ts'
import { sendForm } from './uploads/testing.ts'

/*
 * A client that knows only the calls of section 7 of the specification and the fields of its section 3 works in a
 * course that uses everything newer: all kinds of questions, sets, a time limit, hidden columns.
 */

const server = await useServer()
const course = await makeCourse(server.db)
const course_id = course.id
const arthit = await server.person({ first: 'Arthit' })
const ploy = await server.person({ first: 'Ploy' })
const nida = await server.person({ first: 'Nida' })
await enrol(server.db, course, arthit, 'instructor')
await enrol(server.db, course, ploy, 'student', { section: '1' })
await enrol(server.db, course, nida, 'student', { section: '2' })
const params = { course_id }

type Data = Record<string, unknown>

/** A call of that client: a path, a body, and the `data` of a 200. */
async function call<T = Data[]>(who: SignedIn, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await who.raw(method, path, { headers, ...(body && { payload: JSON.stringify(body) }) })
  expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBe(200)
  return answer.json().data as T
}
const at = (path: string) => `/api/courses/${course_id}${path}`
const read = <T = Data[]>(path: string) => call<T>(ploy, 'GET', at(path))

const KEPT = 'kept back'
const drafts = { publish_at: null }
const later = { publish_at: ahead({ days: 3 }).toISOString() }
const now = { publish_at: server.clock.now().toISOString() }

const everyKind = [
  { kind: 'one' as const, question: 'One?', choices: [{ text: 'No' }, { text: 'Yes', correct: true }] },
  { kind: 'several' as const, question: 'Several?', choices: [{ text: 'A', correct: true }, { text: 'B' }] },
  { kind: 'number' as const, question: 'Number?', value: '8', unit: 'm' },
  { kind: 'short' as const, question: 'Short?', accepted: ['Newton'] },
  {
    ...{ kind: 'matching' as const, question: 'Matching?', targets: [{ text: 'x' }, { text: 'y' }] },
    choices: [
      { text: 'a', target: 0 },
      { text: 'b', target: 1 },
    ],
  },
  { kind: 'ordering' as const, question: 'Ordering?', choices: [{ text: 'first' }, { text: 'second' }] },
  { kind: 'open' as const, question: 'Open?' },
]

interface Question {
  _id: string
  question: string
  type: string
  options?: { text: string; correct?: boolean }[]
}
interface Worksheet {
  _id: string
  assignment_name: string
  assignment_text: boolean
  assignment_file: { _id: string; slotname: string }[]
  assignment_questionset: Question[]
  my?: { datetime: string; response: Record<string, string>; feedback: { score: null; show: boolean; comment: string } }
}

/** Makes an assignment, published by default. */
const assign = (assignment_name: string, more: object = {}) =>
  arthit.call(assignmentWrites.create, {
    params,
    body: { assignment_name, assignment_attempt: 0, ...now, ...more },
  })
const worksheetOf = ({ _id }: { _id: string }) => read<Worksheet>(`/assignments/${_id}`)
const handIn = ({ _id }: { _id: string }, body: object) =>
  call<Data>(ploy, 'POST', at(`/assignments/${_id}/submit`), body)
const mine = async ({ _id }: { _id: string }) => (await read<Worksheet>(`/assignments/${_id}/my`)).my

test('questions of every kind are options or text to it, its words are taken for each, and it reads them back', async () => {
  const quiz = await assign('Every kind', {
    assignment_questionset: everyKind.map((question) => ({ ...question, explanation: 'Because.' })),
    assignment_shuffle: { questions: true, options: true },
  })
  const { assignment_questionset: questions } = await worksheetOf(quiz)
  expect(questions.map(({ type }) => type).sort()).toEqual(['options', ...Array(6).fill('text')])
  for (const { type, options } of questions) expect(options !== undefined).toBe(type === 'options')

  const words: Record<string, string> = { 'Matching?': 'a = x', 'Ordering?': 'second\nfirst', 'Number?': 'eight or so' }
  const answers = Object.fromEntries(
    questions.map(({ _id, question, options }) => [
      `item-${_id}`,
      options ? String(options.findIndex(({ text }) => text === 'Yes')) : (words[question] ?? `About ${question}`),
    ]),
  )
  expect(await handIn(quiz, answers)).toMatchObject({ _id: expect.any(String), datetime: expect.any(String) })
  const my = await mine(quiz)
  expect(my?.response).toEqual(answers)
  expect(my?.feedback).toEqual({ score: null, show: false, comment: '' })
})

test('of a set it is asked as many as are drawn, the same each time, and hands them in', async () => {
  const questions = [1, 2, 3, 4, 5].map((n) => ({ kind: 'open' as const, question: `Question ${n}`, set: 0 }))
  const quiz = await assign('Drawn', {
    assignment_questionset: questions,
    assignment_sets: [{ name: 'Week 1', draw: 2, score: 1 }],
  })
  const asked = (await worksheetOf(quiz)).assignment_questionset
  expect(asked).toHaveLength(2)
  expect((await worksheetOf(quiz)).assignment_questionset).toEqual(asked)
  const answers = Object.fromEntries(asked.map(({ _id }) => [`item-${_id}`, 'Mine']))
  await handIn(quiz, answers)
  expect((await mine(quiz))?.response).toEqual(answers)
})

test('one with a time limit begins when it hands in for the first time, and is handed in with the questions that come then', async () => {
  const quiz = await assign('Timed', { assignment_time_limit: 10, assignment_questionset: everyKind.slice(0, 1) })
  expect((await worksheetOf(quiz)).assignment_questionset).toEqual([])
  const path = at(`/assignments/${quiz._id}/submit`)
  const refused = await ploy.raw('POST', path, { headers: { 'content-type': 'application/json' }, payload: '{}' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().error).toMatchObject({ code: 'not_begun', message: expect.any(String) })
  const [question] = (await worksheetOf(quiz)).assignment_questionset
  await handIn(quiz, { [`item-${question?._id}`]: '1' })
  expect((await mine(quiz))?.response).toEqual({ [`item-${question?._id}`]: '1' })
})

test('a slot for several files of some kinds takes its one file, and keeps it when it is handed in again', async () => {
  const report = await assign('Report', {
    assignment_text: true,
    assignment_file: [{ slotname: 'Photos', kinds: ['txt'], max_files: 3 }],
  })
  const { assignment_file: slots, assignment_text } = await worksheetOf(report)
  expect(assignment_text).toBe(true)
  const name = `file-${slots[0]?._id}`
  const sent = await sendForm(ploy, { filename: 'photo.txt', bytes: 'Hello' })
  const { location, filename } = sent.json().data
  expect(filename).toBe('photo.txt')
  await handIn(report, { textbox: 'First', [name]: location })
  await handIn(report, { textbox: 'Second', [name]: '' })
  const my = await mine(report)
  expect(Object.keys(my?.response ?? {}).sort()).toEqual([name, 'textbox'].sort())
  const { pathname, search } = new URL(my?.response[name] ?? '', 'http://localhost')
  expect((await server.nobody.raw('GET', pathname + search)).body).toBe('Hello')
  const spare = (await sendForm(ploy, { filename: 'spare.txt', bytes: 'Hello' })).json().data
  await call(ploy, 'DELETE', '/api/upload', { location: spare.location })
})

test('a group that staff made hands in, and a dated exception of one is nobody else’s', async () => {
  const grouping = await arthit.call(groupWrites.createGrouping, {
    params,
    body: { grouping_name: 'Pairs', students_make: true, min_size: 1, max_size: 3, ...now },
  })
  await call(ploy, 'POST', at(`/grouping/${grouping._id}`), { name: 'Rain', description: 'We', members: [] })
  const [seen] = await read(`/grouping`)
  expect(seen).toMatchObject({ _id: grouping._id, grouping_name: 'Pairs', groups: [{ name: 'Rain' }] })
  const { groups } = await read<{ groups: { members: { first: string }[] }[] }>(`/grouping/${grouping._id}`)
  expect(groups[0]?.members.map(({ first }) => first)).toEqual(['Ploy'])
  const work = await assign('Together', { assignment_text: true, assignment_group: grouping._id })
  await arthit.call(exceptions.put, {
    params: { course_id, asgn_id: work._id },
    body: [{ people: [nida.id], due: ahead({ days: 9 }).toISOString(), reason: KEPT }],
  })
  await handIn(work, { textbox: 'Ours' })
  const listed = (await read('/assignments/my')).find(({ _id }) => _id === work._id)
  expect(listed).toMatchObject({ assignment_group: 'Rain', completed: true })
})

test('it posts, comments and replies where one posts first, and what is hidden or locked breaks nothing', async () => {
  const topic = await arthit.call(discussionWrites.create, {
    params,
    body: { discussion_title: 'First say', post_first: true, pinned: true, discussion_score: 5, ...now },
  })
  const path = at(`/discussions/${topic._id}`)
  const post = (who: SignedIn, content: string) => call<{ _id: string }>(who, 'POST', path, { content })
  const other = await post(nida, 'Rude words')
  interface Topic {
    posts: { _id: string; content: string; user: Data; comments: { _id: string; replies: Data[] }[] }[]
  }
  const posts = async () => (await call<Topic>(ploy, 'GET', path)).posts
  expect(await posts()).toEqual([])
  const { _id: own } = await post(ploy, 'Mine')
  expect((await posts()).map(({ content }) => content).sort()).toEqual(['Mine', 'Rude words'])
  const { _id: comment } = await call<{ _id: string }>(ploy, 'POST', `${path}/${other._id}/`, { content: 'Oh' })
  await call(ploy, 'POST', `${path}/${other._id}/${comment}`, { content: 'Oh no' })
  await call(ploy, 'POST', `${path}/${own}/`, { content: 'Also' })
  await arthit.call(discussionWrites.hide, {
    params: { course_id, discussion_id: topic._id, text_id: other._id },
    body: { reason: KEPT },
  })
  for (const { content, user, comments } of await posts()) {
    expect(content).not.toContain('Rude')
    expect(user).toBeTypeOf('object')
    expect(Array.isArray(comments) && comments.every(({ replies }) => Array.isArray(replies))).toBe(true)
  }
})

test('it finds a course by its number and joins it with its password', async () => {
  const code = '2199001'
  const other = await makeCourse(server.db, { code, join_password_hash: await hashPassword('open sesame') })
  const [found] = await call(ploy, 'GET', `/api/courses/find?search=${code}&year=2026&semester=1`)
  expect(found).toMatchObject({ course_id: other.id, course_code: code })
  await call(ploy, 'POST', '/api/courses/join', { course_id: other.id, course_password: 'open sesame' })
  expect(await call(ploy, 'GET', `/api/courses/${other.id}`)).toMatchObject({ course_code: code })
})

test('every other call of it answers, with what is out and nothing that is kept back', async () => {
  const write = arthit.call
  for (const [title, when] of [
    ['Shown', now],
    [KEPT, drafts],
    [`${KEPT} until later`, later],
  ] as const) {
    await write(announcementWrites.create, { params, body: { announcement_title: title, ...when } })
    await write(contentWrites.create, { params, body: { file_name: title, ...when } })
    await write(linkWrites.create, { params, body: { link_name: title, link_url: 'https://x.example', ...when } })
    await write(playlistWrites.create, { params, body: { playlist_title: title, playlist_id: 'PL1', ...when } })
    await write(discussionWrites.create, { params, body: { discussion_title: title, ...when } })
    const meeting_start = ahead({ days: 1 }).toISOString()
    await write(meetingWrites.create, { params, body: { meeting_title: title, meeting_start, ...when } })
    await assign(title, { assignment_due: ahead({ hours: 20 }).toISOString(), assignment_text: true, ...when })
  }
  const audience = { section: '2' }
  await write(announcementWrites.create, { params, body: { announcement_title: KEPT, audience, ...now } })
  const [schedule_start, schedule_end] = [ahead({ days: 1 }).toISOString(), ahead({ days: 1, hours: 2 }).toISOString()]
  await write(scheduleWrites.create, { params, body: { schedule_name: 'Shown', schedule_start, schedule_end } })

  const lists: Record<string, string> = {
    '/announcements/': 'announcement_title',
    '/contents': 'file_name',
    '/links': 'link_name',
    '/playlists': 'playlist_title',
    '/discussions/': 'discussion_title',
    '/meetings/': 'meeting_title',
    '/assignments/my': 'assignment_name',
    '/assignments/due': 'assignment_name',
    '/schedules/my': 'schedule_name',
    '/activity': 'title',
    '/gradebook/': 'gradable_name',
    '/roster/': 'first',
    '/grouping/': 'grouping_name',
  }
  const texts: string[] = []
  for (const [path, name] of Object.entries(lists)) {
    const items = await read(path)
    texts.push(JSON.stringify(items))
    for (const item of items) expect(item[name], path).toBeTypeOf('string')
    if (/^.(announcements|contents|links|playlists|meetings|schedules)/.test(path))
      expect(items.map((item) => item[name])).toEqual(['Shown'])
    const [{ _id } = {}] = items
    if (/^.(announcements|contents|discussions|meetings)/.test(path))
      expect(await read<Data>(`${path.replace(/\/$/, '')}/${_id}`)).toMatchObject({ [name]: items[0]?.[name] })
  }
  for (const path of ['/api/users/me', '/api/users/notifications', '/api/courses/upcoming', '/api/courses/my', at('')])
    texts.push(JSON.stringify(await call(ploy, 'GET', path)))
  await call(ploy, 'POST', '/api/users/notifications/')
  const { unread_notifications } = await call<Data>(ploy, 'GET', '/api/users/notifications')
  expect(unread_notifications).toBe(0)
  expect(texts.filter((text) => text.includes(KEPT))).toEqual([])
  expect(texts.join('')).toContain('Shown')
})
