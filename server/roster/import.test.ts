import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { ImportPlan } from '../../contract/staff/roster.ts'
import { sheetOf, workbook } from '../tables/testing.ts'
import { addressOf } from '../testing/client.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { makeAnnouncement, setCourse, type Thing } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

const server = await useServer()
const { db } = server
const calls = contract.roster
const { changes, courses } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
/** Another one in each test. */
let known: SignedIn & { email: string }

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  const email = `known-${course.id}@example.org`
  known = { ...(await server.person({ first: 'Known', email, email_verified: true })), email }
})

const inCourse = () => ({ params: { course_id: course.id } })
const send = (bytes: string | Buffer, query: Record<string, string> = {}, by = arthit, filename = 'people.csv') =>
  by.raw('POST', addressOf(calls.import, inCourse().params, query), formOf([{ filename, bytes }]))
const plan = async (bytes: string | Buffer, query: Record<string, string> = {}, by = arthit) => {
  const answer = await send(bytes, { dry_run: 'true', ...query }, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data as ImportPlan
}
const fates = ({ rows }: ImportPlan) => rows.map(({ line, fate, problem }) => [line, problem ?? fate])
const emailOf = async (person: Thing) =>
  (await db.selectFrom('people').select('email').where('id', '=', person.id).executeTakeFirstOrThrow()).email
const roster = async () => arthit.call(courses.roster, inCourse())
const pending = () => arthit.call(calls.pending, inCourse())
const undoLast = async () => {
  const { items } = await arthit.call(changes.list, inCourse())
  await arthit.call(changes.undo, { params: { course_id: course.id, change_id: items[0]?._id ?? '' } })
}

test('files are read for one person so often in ten minutes, and no oftener', async () => {
  const file = `email\n${known.email}\n`
  const used = { key: `import/${arthit.id}`, count: 99, resets_at: ahead({ minutes: 10 }) }
  await db.insertInto('rate_limits').values(used).execute()
  await plan(file)
  const refused = await send(file, { dry_run: 'true' })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.code]).toEqual([
    429,
    '600',
    'too_many',
  ])
  await setCourse(db, course, { assistants_may: ['people'] })
  await plan(file, {}, mali)
  server.clock.pass({ minutes: 10 })
  await plan(file)
})

test('the fate of each row is told before anything changes: new, changed with what was, unchanged, and refused with why', async () => {
  const [his, hers] = [await emailOf(mali), await emailOf(ploy)]
  const file = [
    'Email,First name,Last name,Role,Section',
    `${known.email},Known,Person,student,2`,
    'somchai@example.org,สมชาย,ใจดี,,3',
    `${hers.toUpperCase()},,,student,9`,
    `${his},,,TA,`,
    'not an address,A,B,,',
    `${known.email},,,,`,
    'x@example.org,,,king,',
    ',Nobody,,,',
  ].join('\n')
  const { rows, columns, header, absent, digest } = await plan(file)
  expect([header, columns.map(({ kind }) => kind)]).toEqual([true, ['email', 'first', 'last', 'role', 'section']])
  expect(rows).toEqual([
    { line: 2, email: known.email, name: 'Known Jaidee', fate: 'new', role: 'student', section: '2' },
    {
      line: 3,
      email: 'somchai@example.org',
      name: 'สมชาย ใจดี',
      fate: 'new',
      role: 'student',
      section: '3',
      waits: true,
    },
    {
      ...{ line: 4, email: hers.toLowerCase(), name: 'Ploy Jaidee', fate: 'changed', role: 'student', section: '9' },
      changes: { section: ['1', '9'] },
    },
    { line: 5, email: his, name: 'Mali Jaidee', fate: 'unchanged', role: 'assistant', section: '' },
    expect.objectContaining({ line: 6, fate: 'refused', problem: 'email_bad', value: 'not an address' }),
    expect.objectContaining({ line: 7, fate: 'refused', problem: 'email_twice', value: '2' }),
    expect.objectContaining({ line: 8, fate: 'refused', problem: 'role_unknown', value: 'king' }),
    expect.objectContaining({ line: 9, fate: 'refused', problem: 'email_missing' }),
  ])
  expect(absent).toBe(0)
  expect([await roster(), await pending()].map((list) => list.length)).toEqual([3, 0])

  expect((await send(file, { digest })).statusCode).toBe(200)
  expect((await roster()).find(({ _id }) => _id === known.id)).toMatchObject({ role: 'student', section: '2' })
  expect((await roster()).find(({ _id }) => _id === ploy.id)).toMatchObject({ section: '9' })
  expect(await pending()).toMatchObject([{ email: 'somchai@example.org', first: 'สมชาย', last: 'ใจดี', section: '3' }])
  expect(
    fates(await plan(file))
      .slice(0, 4)
      .map(([, fate]) => fate),
  ).toEqual(Array(4).fill('unchanged'))
  const { items } = await arthit.call(changes.list, inCourse())
  expect(items[0]).toMatchObject({ kind: 'people_imported', about: { title: 'people.csv', count: 3 } })
  await undoLast()
  expect([await roster(), await pending()].map((list) => list.length)).toEqual([3, 0])
  expect((await roster()).find(({ _id }) => _id === ploy.id)).toMatchObject({ section: '1' })
})

test('a student who was removed comes back into their section when the file says none', async () => {
  const { _id: person_id, revision } = (await roster()).find(({ _id }) => _id === ploy.id) ?? { _id: '' }
  await db.updateTable('people').set({ email_verified: true }).where('id', '=', ploy.id).execute()
  await arthit.call(calls.remove, { params: { ...inCourse().params, person_id }, revision: revision as number })
  const file = `email\n${await emailOf(ploy)}\n`
  expect((await plan(file)).rows).toMatchObject([{ fate: 'new', back: true, role: 'student', section: '1' }])
  await send(file)
  expect((await roster()).find(({ _id }) => _id === ploy.id)).toMatchObject({ role: 'student', section: '1' })
})

test('a section that gets a new name in the file keeps what is for it, and the plan says so', async () => {
  await makeAnnouncement(db, course, { section: '1' })
  const file = `email;section\n${await emailOf(ploy)};A\nnew@example.org;A\n`
  const emptied = [{ section: '1', to: 'A', things: 1 }]
  expect(await plan(file)).toMatchObject({ emptied })
  expect((await plan(`${file}other@example.org;1\n`)).emptied).toBeUndefined()
  expect((await send(file)).json().data).toMatchObject({ emptied })
  expect(await ploy.call(contract.announcements.list, inCourse())).toHaveLength(1)
  await undoLast()
  expect(await ploy.call(contract.announcements.list, inCourse())).toHaveLength(1)
})

test('what was shown happens, or nothing when the course has changed since', async () => {
  const file = `email;section\n${known.email};2\n`
  const { digest } = await plan(file)
  await arthit.call(calls.add, { ...inCourse(), body: { email: known.email } })
  const answer = await send(file, { digest })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error.current.rows).toMatchObject([{ fate: 'changed', changes: { section: ['', '2'] } }])
  expect((await roster()).find(({ _id }) => _id === known.id)).toMatchObject({ section: '' })
})

describe('columns', () => {
  test.each([
    ['ลำดับ\tรหัสนิสิต\tชื่อ-นามสกุล\tอีเมล\tตอนเรียน\n1\t643\tสมชาย ใจดี\ta@x.org\t2\n', ['', '', 'name', 'email', 'section']],
    ['ชื่อ,นามสกุล,สถานะ,E-mail\nก,ข,นิสิต,a@x.org\n', ['first', 'last', 'role', 'email']],
    ['Student ID,Given name,Surname,Mail,Sec\n1,A,B,a@x.org,3\n', ['', 'first', 'last', '', 'section']],
  ])('are guessed by their headings: %s', async (file, kinds) => {
    const guessed = (await plan(file)).columns.map(({ kind }) => kind)
    // The contents of a column reveal its meaning as well.
    expect(guessed.map((kind, i) => (kinds[i] === '' && kind === 'email' ? '' : kind))).toEqual(kinds)
    expect(guessed).toContain('email')
  })

  test('without headings are guessed by what stands in them, and a person corrects them', async () => {
    const file = 'Somchai Jaidee,a@x.org,TA\nSomsri Deejai,b@x.org,student\n'
    const guessed = await plan(file)
    expect([guessed.header, guessed.columns.map(({ kind }) => kind)]).toEqual([false, ['name', 'email', 'role']])
    expect(guessed.rows.map(({ name, role }) => [name, role])).toEqual([
      ['Somchai Jaidee', 'assistant'],
      ['Somsri Deejai', 'student'],
    ])
    const corrected = await plan(file, { columns: 'section,email', header: 'true' })
    expect(corrected.rows).toMatchObject([{ line: 2, email: 'b@x.org', name: '', section: 'Somsri Deejai' }])
  })
})

test('a workbook is imported as well, and what only looks like a formula is a name', async () => {
  const bytes = workbook({
    Notes: sheetOf([['Nothing']]),
    People: sheetOf([
      ['Email', 'Name'],
      ['a@x.org', '=1+1'],
      ['b@x.org', { formula: 'A1&A2', value: 'Somsri Deejai' }],
    ]),
  })
  const { file, rows } = await plan(bytes, { sheet: '1' })
  expect(file).toEqual({ kind: 'xlsx', sheets: ['Notes', 'People'], sheet: 1 })
  expect(rows.map(({ name }) => name)).toEqual(['=1+1', 'Somsri Deejai'])
})

test.each([
  ['', 400, 'invalid'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), 415, 'wrong_kind'],
  [`email\n${'a@x.org\n'.repeat(10_001)}`, 413, 'too_large'],
  [Buffer.from('PK\u0003\u0004broken'), 400, 'invalid'],
])('a file that is none is refused in words', async (bytes, status, code) => {
  const answer = await send(bytes)
  expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
  expect(answer.json().error.fields.attachment).toEqual(expect.any(String))
})

test('nobody becomes an instructor by an assistant’s file, nor staff by an address that nobody vouches for', async () => {
  await setCourse(db, course, { assistants_may: ['people'] })
  const file = `email,role\n${known.email},instructor\n${await emailOf(arthit)},student\n`
  expect(fates(await plan(file, {}, mali)).map(([, fate]) => fate)).toEqual(['instructor', 'instructor'])
  expect(fates(await plan(`email,role\n${await emailOf(ploy)},ta\n`)).map(([, fate]) => fate)).toEqual([
    'email_unverified',
  ])
  expect((await send(file, {}, ploy)).statusCode).toBe(403)
})

test('five thousand people are one change, in a few statements, and are taken back with one press', async () => {
  const lines = Array.from(
    { length: 5_000 },
    (_, i) => `p${i}-${course.id}@example.org,First${i},Last${i},${(i % 8) + 1}`,
  )
  const file = `email,first name,last name,section\n${lines.join('\n')}\n`
  const { digest, rows } = await plan(file)
  expect(rows).toHaveLength(5_000)
  const statements = await server.statementsOf(async () => {
    expect((await send(file, { digest })).statusCode).toBe(200)
  })
  expect(statements.length).toBeLessThan(30)
  expect(await pending()).toHaveLength(5_000)
  await undoLast()
  expect(await pending()).toEqual([])
})
