import { expect, test } from 'vitest'
import { ahead } from './testing/clock.ts'
import { type SignedIn, useServer } from './testing/server.ts'
import { enrol, makeCourse } from './testing/world.ts'
import { formOf, sendForm } from './uploads/testing.ts'

/*
 * A program of staff that knows only the fields of section 3 of the specification, and of staff's calls what was
 * written down first: everything newer is optional to it. What it reads it can write back.
 */

const server = await useServer()
const course = await makeCourse(server.db)
const arthit = await server.person({ first: 'Arthit' })
const ploy = await server.person({ first: 'Ploy' })
await enrol(server.db, course, arthit, 'instructor')
await enrol(server.db, course, ploy)

type Data = Record<string, unknown> & { _id: string; revision: number }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const at = (path: string) => `/api/courses/${course.id}${path}`

async function send(method: Method, path: string, body?: unknown, revision?: number, who: SignedIn = arthit) {
  const headers = {
    'content-type': 'application/json',
    ...(revision !== undefined && { 'if-match': `"${revision}"` }),
  }
  return who.raw(method, at(path), { headers, ...(body !== undefined && { payload: JSON.stringify(body) }) })
}
async function call<T = Data>(method: Method, path: string, body?: unknown, revision?: number): Promise<T> {
  const answer = await send(method, path, body, revision)
  expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBe(200)
  if (method !== 'GET') expect(answer.headers['change-id'], `${method} ${path}`).toEqual(expect.any(String))
  return answer.json().data
}
const now = () => ({ publish_at: server.clock.now().toISOString() })
const start = ahead({ days: 1 }).toISOString()
const end = ahead({ days: 1, hours: 2 }).toISOString()

/** Makes a work of ploy's in a published assignment and gives the ids of both. */
async function handedIn(sheet: object = { assignment_text: true, assignment_score_essay: 10 }) {
  const made = await call('POST', '/assignments', { assignment_name: 'Essay', ...sheet, ...now() })
  const path = `/assignments/${made._id}`
  const answer = await send('POST', `${path}/submit`, { textbox: 'Mine' }, undefined, ploy)
  expect(answer.statusCode, answer.body).toBe(200)
  return { path, asgn_id: made._id, work: `/submissions/${answer.json().data._id}` }
}

test.each([
  ['announcements', { announcement_title: 'Room 5', announcement_content: 'We move.' }],
  ['contents', { file_name: 'Week 1', file_description: 'Read', parent_id: null }],
  ['links', { link_name: 'Book', link_description: '', link_url: 'https://x.example/' }],
  ['playlists', { playlist_title: 'Talks', playlist_id: 'PL1', playlist_channel: 'Us' }],
  [
    'meetings',
    { meeting_title: 'Hour', meeting_start: start, meeting_host: 'A', meeting_link: '', meeting_recording: null },
  ],
  ['schedules', { schedule_name: 'Lecture', schedule_start: start, schedule_end: end }],
  ['discussions', { discussion_title: 'Why?', discussion_description: 'Say' }],
  ['grouping', { grouping_name: 'Teams' }],
  [
    'assignments',
    {
      ...{ assignment_name: 'Quiz', assignment_description: 'Answer.', assignment_due: start, assignment_closes: end },
      ...{ assignment_attempt: 0, assignment_group: '', assignment_score: 5, assignment_text: true },
      ...{ assignment_score_essay: 2, assignment_score_file: 1, assignment_file: [{ slotname: 'Report' }] },
      assignment_questionset: [
        {
          ...{ question: 'Red?', type: 'options', score: 1 },
          options: [{ text: 'No' }, { text: 'Yes', correct: true }],
        },
        { question: 'Why?', type: 'text', score: 1 },
      ],
    },
  ],
])(
  '%s are made, changed by what was read of them, in a conflict shown as they are, and removed',
  async (noun, body) => {
    const made = await call('POST', `/${noun}`, body)
    expect(made).toMatchObject({ _id: expect.any(String), revision: expect.any(Number) })
    const one = `/${noun}/${made._id}`
    const named = { ...made, [Object.keys(body)[0] ?? '']: 'Other' }
    const changed = await call('PATCH', one, named, made.revision)
    expect(changed).toMatchObject({ ...named, revision: made.revision + 1 })
    const old = await send('PATCH', one, body, made.revision)
    expect([old.statusCode, old.json().error]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict', current: expect.objectContaining({ _id: made._id }) }),
    ])
    expect((await send('PATCH', one, body)).statusCode).toBe(428)
    expect(await call('DELETE', one, undefined, changed.revision)).toEqual({ _id: made._id })
  },
)

test('a file is moved into a folder by its `parent_id`, and out again, and into nothing that is none', async () => {
  const folder = await call('POST', '/contents', { file_name: 'Week 1' })
  const { location } = (await sendForm(arthit, { filename: 'notes.txt', bytes: 'Hello' })).json().data
  const file = await call('POST', '/contents', { file_name: 'Notes', location })
  const one = `/contents/${file._id}`
  const inside = async () =>
    (await call<{ children: Data[] }>('GET', `/contents/${folder._id}`)).children.map(({ _id }) => _id)
  const moved = await call('PATCH', one, { parent_id: folder._id }, file.revision)
  expect(await inside()).toEqual([file._id])
  const { items } = await call<{ items: Data[] }>('GET', '/history?limit=1')
  expect(items).toMatchObject([{ kind: 'contents_moved' }])
  for (const parent_id of [file._id, ploy.id])
    expect((await send('PATCH', one, { parent_id }, moved.revision)).statusCode).toBe(400)
  expect((await send('PATCH', `/contents/${folder._id}`, { parent_id: folder._id }, folder.revision)).statusCode).toBe(
    400,
  )
  await call('PATCH', one, { parent_id: null, file_name: 'Notes 2' }, moved.revision)
  expect(await inside()).toEqual([])
})

test('a grade is read, written by parts, written back as it was read, and released without more words', async () => {
  const { path, work } = await handedIn()
  const feedback = `${work}/feedback`
  const none = await call('GET', feedback)
  expect(none).toMatchObject({ score: null, comment: '', revision: 0 })
  const graded = await call('PUT', feedback, { parts: { textbox: '7.5' }, comment: 'Good' }, none.revision)
  expect(graded).toMatchObject({ score: '7.5', comment: 'Good', revision: 1 })
  expect(await call('GET', feedback)).toEqual(graded)
  const again = await call('PUT', feedback, { ...graded, comment: 'Very good' }, graded.revision)
  expect(again).toMatchObject({ score: '7.5', parts: graded.parts, comment: 'Very good', revision: 2 })
  const old = await send('PUT', feedback, { ...graded, parts: {} }, graded.revision)
  expect([old.statusCode, old.json().error.current]).toEqual([409, await call('GET', feedback)])
  const { items } = await call<{ items: Data[] }>('GET', `${path}/submissions`)
  expect(items).toMatchObject([{ people: [{ _id: ploy.id, first: 'Ploy' }], state: 'graded', score: '7.5' }])
  await call('POST', `${path}/release`, { people: 'all', at: null })
  const mine = (await send('GET', `${path}/my`, undefined, undefined, ploy)).json().data
  expect(mine.my.feedback).toEqual({ score: 7.5, show: true, comment: 'Very good' })
})

test('cells are written without what was there before', async () => {
  const column = await call('POST', '/gradebook/columns', { gradable_name: 'Midterm', gradable_score: 100 })
  const cell = { person_id: ploy.id, gradable_id: column._id }
  for (const score of [80, 85]) {
    const { items } = await call<{ items: Data[] }>('PUT', '/grades', { items: [{ ...cell, score }] })
    expect(items).toMatchObject([{ ...cell, after: score }])
  }
})

test('attendance, people, exceptions and history take what was written of them', async () => {
  const lecture = await call('POST', '/schedules', { schedule_name: 'Lab', schedule_start: start, schedule_end: end })
  const attendance = `/schedules/${lecture._id}/attendance`
  await call('PUT', attendance, { items: [{ person_id: ploy.id, code: 2 }] })
  const sheet = await call<{ items: Data[] }>('GET', attendance)
  expect(sheet.items).toMatchObject([{ _id: ploy.id, attendance: 2 }])
  const nida = await call('POST', '/roster', { email: 'nida@example.org', role: 'student', section: '2' })
  const moved = await call('PATCH', `/roster/${nida._id}`, { section: '3' }, nida.revision)
  await call('DELETE', `/roster/${nida._id}`, undefined, moved.revision)
  const form = formOf([{ filename: 'people.csv', bytes: 'email\nnat@example.org\n' }])
  const plan = await arthit.raw('POST', at('/roster/import?dry_run=true'), form)
  expect(plan.json().data.rows).toMatchObject([{ email: 'nat@example.org', fate: 'new' }])
  const { path } = await handedIn()
  await call('PUT', `${path}/exceptions`, [{ people: [ploy.id], due: end, attempts: 2 }])
  const { items } = await call<{ items: Data[] }>('GET', '/history?limit=2')
  expect(items).toHaveLength(2)
  await call('POST', `/history/${items[0]?._id}/undo`)
})

test('long lists come by pages to whoever asks for pages, and whole to others', async () => {
  const { path } = await handedIn()
  const lecture = await call('POST', '/schedules', { schedule_name: 'Lab', schedule_start: start, schedule_end: end })
  const nida = await server.person({ first: 'Nida' })
  const fah = await server.person({ first: 'Fah' })
  for (const person of [nida, fah]) await enrol(server.db, course, person)
  interface Page {
    items: { first?: string; people?: { first: string }[] }[]
    next: string | null
  }
  for (const list of [`${path}/submissions`, `/schedules/${lecture._id}/attendance`]) {
    const names = ({ items }: Page) => items.map(({ first, people }) => first ?? people?.[0]?.first)
    const whole = await call<Page>('GET', list)
    expect([names(whole), whole.next]).toEqual([['Fah', 'Nida', 'Ploy'], null])
    const first = await call<Page>('GET', `${list}?limit=1`)
    const second = await call<Page>('GET', `${list}?limit=2&after=${first.next}`)
    expect([names(first), names(second), second.next]).toEqual([['Fah'], ['Nida', 'Ploy'], null])
    for (const query of ['limit=0', 'limit=101', 'limit=1000000', 'after=x', 'after=1', `after=${ploy.id}!`])
      expect((await send('GET', `${list}?${query}`)).statusCode, query).toBe(400)
  }
  const first = await call<Page>('GET', `/schedules/${lecture._id}/attendance?limit=1`)
  const people = await call<(Data & { role: string })[]>('GET', '/roster')
  const { revision } = people.find(({ _id }) => _id === fah.id) ?? { revision: 0 }
  await call('DELETE', `/roster/${fah.id}`, undefined, revision)
  const then = await call<Page>('GET', `/schedules/${lecture._id}/attendance?limit=1&after=${first.next}`)
  expect(then.items).toMatchObject([{ first: 'Nida' }])
})
