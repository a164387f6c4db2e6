import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { CellValue } from '../../contract/staff/gradebook.ts'
import type { GradePlan } from '../../contract/staff/gradeTables.ts'
import { firstOptionId } from '../assignments/options.ts'
import { giveFeedback, makeQuestion, worksheetOf } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { lockGradebook } from '../gradebook/cells.ts'
import { writeScores } from '../gradebook/score.ts'
import { newId } from '../ids.ts'
import { readTable } from '../tables/read.ts'
import { sheetOf, workbook } from '../tables/testing.ts'
import { csvOf } from '../tables/write.ts'
import { addressOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, makeGroup, makeSchedule, submit, type Thing } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

const server = await useServer()
const { db } = server
const { attendance, grading, gradebook, gradeTables, changes, schedules } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn & { email: string }

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  const email = `nat-${course.id}@example.org`
  nat = { ...(await server.person({ first: 'Nat', last: '=Zumi', email })), email }
  await enrol(db, course, nat, 'student', { section: '2' })
})

const inCourse = () => ({ course_id: course.id })
const addColumn = (gradable_name: string, more: object = {}) =>
  arthit.call(grading.addColumn, { params: inCourse(), body: { gradable_name, gradable_score: 10, ...more } })
const put = (by: SignedIn, person: Thing, column: { _id: string }, score: CellValue, was: CellValue = null) =>
  by.call(grading.write, {
    params: inCourse(),
    body: { items: [{ person_id: person.id, gradable_id: column._id, score, was }] },
  })
const cellsOf = async (person: Thing) =>
  (await mali.call(grading.table, { params: inCourse() })).rows.find(({ _id }) => _id === person.id)?.cells
const exported = async (kind: 'csv' | 'xlsx' = 'csv', query: Record<string, string> = {}) => {
  const answer = await mali.raw('GET', addressOf(gradeTables[kind], inCourse(), query))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.rawPayload
}
/** The rows of a file, the first names the columns. */
const rowsIn = async (bytes: Buffer) => (await readTable(bytes, {})).rows.map(({ cells }) => cells)
const send = (bytes: string | Buffer, query: Record<string, string> = {}, by = arthit) =>
  by.raw(
    'POST',
    addressOf(gradeTables.import, inCourse(), query),
    formOf([{ filename: 'grades.csv', type: 'text/csv', bytes }]),
  )
const plan = async (bytes: string | Buffer, query: Record<string, string> = {}, by = arthit) => {
  const answer = await send(bytes, { dry_run: 'true', ...query }, by)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data as GradePlan
}
const take = async (bytes: string | Buffer, query: Record<string, string> = {}) => {
  const { digest } = await plan(bytes, query)
  const answer = await send(bytes, { ...query, digest })
  expect(answer.statusCode, answer.body).toBe(200)
}
const said = ({ rows }: GradePlan) =>
  rows.map(({ line, problem, fate, before, after }) => [line, problem ?? fate, before, after])
const list = async () => (await arthit.call(changes.list, { params: inCourse() })).items
const undo = async () =>
  arthit.call(changes.undo, { params: { ...inCourse(), change_id: (await list())[0]?._id ?? '' } })

test('a file has everyone with what is hidden, by section, and nothing in it is a formula', async () => {
  const quiz = await addColumn('=1+1')
  await put(arthit, ploy, quiz, 7.25)
  await put(arthit, nat, quiz, 'excused')
  for (const kind of ['csv', 'xlsx'] as const) {
    const [titles, ...rows] = await rowsIn(await exported(kind))
    const name = kind === 'csv' ? "'=1+1" : '=1+1'
    expect(titles?.slice(1)).toEqual(['Email', 'Name', 'Section', `${name} (${quiz._id})`, 'Total in %', 'Letter'])
    expect(rows).toEqual([
      [nat.id, nat.email, 'Nat =Zumi', '2', 'EX'],
      [ploy.id, expect.any(String), expect.any(String), '1', '7.25', '72.5', 'B'],
    ])
  }
  expect((await rowsIn(await exported('csv', { section: '2' }))).slice(1).map(([id]) => id)).toEqual([nat.id])
  const answer = await mali.raw('GET', addressOf(gradeTables.csv, inCourse()))
  expect(answer.headers['content-disposition']).toContain('attachment; filename="grades.csv"')
  expect((await ploy.raw('GET', addressOf(gradeTables.csv, inCourse()))).statusCode).toBe(403)
})

test('a file has the letters that students are told, beside those of their totals as they are by now', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put(arthit, ploy, quiz, 7)
  await put(arthit, nat, quiz, 9)
  await arthit.call(grading.final, { params: inCourse(), body: { released: true } })
  await put(arthit, ploy, quiz, 5, 7)
  const [titles, ...rows] = await rowsIn(await exported('csv'))
  expect(titles?.slice(-3)).toEqual(['Total in %', 'Letter', 'Final letter'])
  expect(rows.map((row) => row.slice(-4))).toEqual([
    ['90', '90', 'A', 'A'],
    ['70', '50', 'D', 'B'],
  ])
  expect((await plan(await exported('csv'))).rows.filter(({ fate }) => fate !== 'unchanged')).toEqual([])
})

test('each cell is told before anything changes, written as one change, and undone as one', async () => {
  const [quiz, essay] = [await addColumn('Quiz', { released: true }), await addColumn('Essay')]
  await put(arthit, ploy, quiz, 5)
  const file = csvOf([
    ['Person', `Essay (${essay._id})`, `Quiz (${quiz._id})`, 'Notes'],
    [nat.id, '๘,๕', 'ex', 'late'],
    [ploy.id, '', '60%', ''],
  ])
  const read = await plan(file)
  expect(read.columns.map(({ title }) => title)).toEqual(['Person', 'Essay', 'Quiz', 'Notes'])
  expect(said(read)).toEqual([
    [2, 'new', null, 8.5],
    [2, 'new', null, 'excused'],
    [3, 'changed', 5, 6],
  ])
  expect(await cellsOf(nat)).toEqual([null, null])
  await take(file)
  expect([await cellsOf(nat), await cellsOf(ploy)]).toEqual([
    ['excused', { hidden: 8.5 }],
    [6, null],
  ])
  expect(await list()).toMatchObject([
    { kind: 'grades_imported', about: { title: 'grades.csv', count: 3 } },
    ...Array.from({ length: 3 }, () => ({})),
  ])
  const own = await ploy.call(gradebook.mine, { params: inCourse() })
  expect(own.map(({ gradable_name, score }) => [gradable_name, score])).toEqual([['Quiz', 6]])
  await undo()
  expect([await cellsOf(nat), await cellsOf(ploy)]).toEqual([
    [null, null],
    [5, null],
  ])
})

test('a row whose name is another student’s is refused: somebody sorted only some of the columns', async () => {
  const quiz = await addColumn('Quiz')
  const [titles, ...rows] = await rowsIn(await exported())
  const [one = [], other = []] = rows
  // The ids and the addresses stay; names, sections and scores change places.
  const sorted = [
    [...one.slice(0, 2), ...other.slice(2, 4), '7', '', ''],
    [...other.slice(0, 2), ...one.slice(2, 4), '9', '', ''],
  ]
  const read = await plan(csvOf([titles ?? [], ...sorted]))
  expect(read.columns.map(({ kind }) => kind)).toEqual(['person', 'email', 'name', '', quiz._id, '', ''])
  expect(read.rows.map(({ fate, problem, value }) => [fate, problem, value])).toEqual([
    ['refused', 'person_mixed', other[2]],
    ['refused', 'person_mixed', one[2]],
  ])
  // A name that nobody else has, such as a nickname, is no reason.
  const nicknamed = [...one.slice(0, 2), 'Somebody', '', '7', '', '']
  expect((await plan(csvOf([titles ?? [], nicknamed]))).rows).toMatchObject([{ fate: 'new', after: 7 }])
})

test('rows and columns are found by what they say of themselves, however the file was sorted or damaged', async () => {
  const [quiz, essay] = [await addColumn('Quiz'), await addColumn('Essay')]
  const file = csvOf([
    [`Anything (${essay._id})`, 'Email', `Quiz (${crypto.randomUUID()})`, 'Person', 'Quiz'],
    [1, nat.email.toUpperCase(), 2, '', 3],
    [4, nat.email, '', ploy.id, ''],
    ['many', '', '', ploy.id, ''],
    [5, '', '', ploy.id, ''],
    [6, 'nobody@example.org', '', '', ''],
    [7, '', '', '', ''],
    [7, '', '', arthit.id, ''],
  ])
  const read = await plan(file)
  // The import ignores a name beside an id, and the column of another course's id.
  expect(read.columns.map(({ kind }) => kind)).toEqual([essay._id, 'email', '', 'person', ''])
  expect(said(read).map(([line, fate]) => [line, fate])).toEqual([
    [2, 'new'],
    [3, 'person_mixed'],
    [4, 'score_bad'],
    [5, 'person_twice'],
    [6, 'person_unknown'],
    [7, 'person_missing'],
    [8, 'person_unknown'],
  ])
  expect(read.absent).toBe(0)
  await take(file)
  expect([await cellsOf(nat), await cellsOf(ploy)]).toEqual([
    [null, { hidden: 1 }],
    [null, null],
  ])
  // Without ids a column is identified by its name, or by the person's choice.
  const foreign = csvOf([
    ['e-mail', 'quiz', 'Points'],
    [nat.email, 2, 3],
  ])
  expect((await plan(foreign)).columns.map(({ kind }) => kind)).toEqual(['email', quiz._id, ''])
  await take(foreign, { columns: `email,,${quiz._id}`, header: 'true' })
  expect(await cellsOf(nat)).toEqual([{ hidden: 3 }, { hidden: 1 }])
})

test('columns of points whose headings name no column alone are told, and no others', async () => {
  const [quiz, exam] = [await addColumn('Quiz'), await addColumn('Exam (oral)')]
  await put(arthit, ploy, quiz, 7)
  await put(arthit, ploy, exam, 5)
  const file = String(await exported())
  const [head = '', ...rest] = file.split('\r\n')
  const unplaced = async (bytes: string, query = {}) => {
    const { columns, unplaced_points } = await plan(bytes, query)
    return unplaced_points.map((i) => columns[i]?.title)
  }
  expect(await unplaced(file)).toEqual([])
  expect(await unplaced(file.replace(` (${quiz._id})`, ''))).toEqual(['Quiz'])
  expect(await unplaced(file.replace(quiz._id, newId()))).toEqual(['Quiz'])
  expect(await unplaced(file.replace(quiz._id, exam._id))).toEqual(['Exam (oral)'])
  // Its own notes may be numbers: they say nothing of the gradebook.
  expect(await unplaced([`${head},Room`, ...rest.map((row) => `${row},B`)].join('\r\n'))).toEqual([])
  // Without ids a name is enough, unless two columns have it.
  const plainFile = `Email,Quiz,Seat\n${nat.email},8,12\n`
  expect(await unplaced(plainFile)).toEqual([])
  // Who says of a column that it is not to be read knows, also of one whose heading is a name alone.
  expect(await unplaced(plainFile, { columns: 'email,,' })).toEqual([])
  const bare = file.replace(` (${quiz._id})`, '')
  const chosen = (await plan(bare)).columns.map(({ kind }) => (kind === exam._id ? '' : kind)).join(',')
  expect(await unplaced(bare, { columns: chosen })).toEqual(['Quiz'])
  await addColumn('quiz')
  expect(await unplaced(plainFile)).toEqual(['Quiz'])
  const columns = (await plan(file)).columns.map(({ kind }) => (kind === quiz._id ? '' : kind)).join(',')
  expect(await unplaced(file, { columns })).toEqual([])
})

test('a row with the address of two students is taken for neither, unless it has the id of one', async () => {
  const quiz = await addColumn('Quiz')
  const twin = await server.person({ first: 'Twin', email: nat.email.toUpperCase() })
  await enrol(db, course, twin)
  const titles = ['Person', 'Email', `Quiz (${quiz._id})`]
  const file = csvOf([titles, ['', nat.email, 9]])
  expect((await plan(file)).rows).toMatchObject([{ fate: 'refused', problem: 'email_shared', value: nat.email }])
  await take(csvOf([titles, [nat.id, nat.email, 8], [twin.id, nat.email, 5]]))
  expect([await cellsOf(nat), await cellsOf(twin)]).toEqual([[{ hidden: 8 }], [{ hidden: 5 }]])
})

test('a formula without its result and an error are told, and not taken for empty cells', async () => {
  const [quiz, essay] = [await addColumn('Quiz'), await addColumn('Essay')]
  const sheet = sheetOf([
    ['Person', `Quiz (${quiz._id})`, `Essay (${essay._id})`],
    [ploy.id, { formula: 'C2*2' }, { error: '#DIV/0!' }],
    [nat.id, { formula: 'SUM(1,2)', value: '3' }, 4],
  ])
  const read = await plan(workbook({ Scores: sheet }))
  expect(read.rows.map(({ line, problem, fate, value }) => [line, problem ?? fate, value])).toEqual([
    [2, 'not_worked_out', '=C2*2'],
    [2, 'score_bad', '#DIV/0!'],
    [3, 'new', undefined],
    [3, 'new', undefined],
  ])
})

test('what was changed since the file was made is not overwritten, and a plan that is old is not applied', async () => {
  const quiz = await addColumn('Quiz')
  await put(arthit, ploy, quiz, 5)
  await put(arthit, nat, quiz, 5)
  const rows = await rowsIn(await exported())
  const edited = csvOf(rows.map((cells, i) => (i === 0 ? cells : cells.with(4, '9'))))
  const { digest } = await plan(edited)
  server.clock.pass({ minutes: 1 })
  await put(mali, ploy, quiz, 6, 5)
  await put(arthit, nat, quiz, 7, 5)
  expect((await send(edited, { digest })).statusCode).toBe(409)
  const { rows: now } = await plan(edited)
  expect(now).toMatchObject([
    // Nor does a file know what its importer changed elsewhere.
    { person_id: nat.id, fate: 'refused', problem: 'newer', value: '7' },
    { person_id: ploy.id, fate: 'refused', problem: 'newer', value: '6' },
  ])
  await take(edited)
  expect([await cellsOf(nat), await cellsOf(ploy)]).toEqual([[{ hidden: 7 }], [{ hidden: 6 }]])
})

test('a released final grade is refused in the plan of who may not release it, and the rest of the file is imported', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put(arthit, ploy, quiz, 5)
  await put(arthit, nat, quiz, 5)
  await arthit.call(grading.final, { params: inCourse(), body: { released: true } })
  const rows = await rowsIn(await exported())
  const edited = csvOf(
    rows.map((cells, i) => (i === 0 ? cells.with(0, 'Person') : cells.with(4, '9').with(5, i === 1 ? '80' : '50'))),
  )
  const { digest, rows: planned } = await plan(edited, {}, mali)
  expect(planned).toMatchObject([
    { person_id: nat.id, fate: 'refused', problem: 'final_released', before: 50, after: 80, value: '80' },
    { person_id: nat.id, gradable_id: quiz._id, fate: 'changed' },
    { person_id: ploy.id, fate: 'unchanged' },
    { person_id: ploy.id, gradable_id: quiz._id, fate: 'changed' },
  ])
  const answer = await send(edited, { digest }, mali)
  expect(answer.statusCode, answer.body).toBe(200)
  expect([await cellsOf(nat), await cellsOf(ploy)]).toEqual([
    [9, 50],
    [9, 50],
  ])
  expect((await plan(edited)).rows).toContainEqual(expect.objectContaining({ fate: 'changed', before: 50, after: 80 }))
  await take(edited)
  expect(await cellsOf(nat)).toEqual([9, 80])
})

test('an import without a preview answers what it did, also where a score changed while it waited for its turn', async () => {
  const quiz = await addColumn('Quiz')
  const edited = csvOf([
    [`Person`, `Quiz (${quiz._id})`],
    [ploy.id, '9'],
    [nat.id, '9'],
  ])
  const turn = Promise.withResolvers<void>()
  const held = seed(db, async (trx) => {
    await lockGradebook(trx, course.id)
    await turn.promise
    await trx
      .insertInto('entries')
      .values(
        [
          { person_id: ploy.id, score: 4 },
          { person_id: nat.id, score: 9 },
        ].map((one) => ({ course_id: course.id, gradable_id: quiz._id, ...one })),
      )
      .execute()
  })
  const sent = send(edited)
  const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
  turn.resolve()
  await held
  const { rows } = (await sent).json().data as GradePlan
  expect(rows).toMatchObject([{ fate: 'changed', before: 4, after: 9 }, { fate: 'unchanged' }])
  expect((await list())[0]).toMatchObject({ kind: 'grades_imported', about: { count: 1 } })
})

test('a file from before a curve does not take it back, and one that its importer corrects is imported again', async () => {
  const [exam, quiz] = [await addColumn('Exam'), await addColumn('Quiz')]
  await put(arthit, ploy, exam, 5)
  const [titles = [], ...rows] = await rowsIn(await exported())
  const withQuiz = (score: string) =>
    csvOf([titles, ...rows.map(([id = '', , , , exam = '']) => [id, '', '', '', exam, score])])
  server.clock.pass({ minutes: 1 })
  const ofExam = { ...inCourse(), gradable_id: exam._id }
  await arthit.call(contract.curves.apply, { params: ofExam, body: { curve: { kind: 'add', points: 2 } } })
  await take(withQuiz('8'))
  expect(await cellsOf(ploy)).toEqual([{ hidden: 7 }, { hidden: 8 }])
  expect(await cellsOf(nat)).toEqual([null, { hidden: 8 }])
  server.clock.pass({ minutes: 1 })
  await put(arthit, nat, quiz, 3, 8)
  await take(withQuiz('9'))
  expect(await cellsOf(ploy)).toEqual([{ hidden: 7 }, { hidden: 9 }])
  expect(await cellsOf(nat)).toEqual([null, { hidden: 3 }])
  await undo()
  await take(withQuiz('9.5'))
  expect(await cellsOf(ploy)).toEqual([{ hidden: 7 }, { hidden: 9.5 }])
})

test('a file from before what the history has takes nothing back that was given since', async () => {
  const [quiz, essay] = [await addColumn('Quiz'), await makeAssignment(db, course, { score: 10 })]
  const column = await addColumn('Essay', { assignment_id: essay.id })
  await submit(db, course, essay, nat)
  await put(mali, nat, quiz, 5)
  await put(mali, nat, column, 4)
  const file = csvOf(await rowsIn(await exported()))
  server.clock.pass({ minutes: 1 })
  await put(mali, nat, quiz, 6, 5)
  await put(mali, nat, column, 7, 4)
  expect((await list())[0]?.can.undo).toBe(true)
  await db.deleteFrom('change_rows').where('course_id', '=', course.id).execute()
  expect((await list())[0]?.can.undo).toBe(false)
  expect((await plan(file)).rows).toMatchObject([
    { person_id: nat.id, fate: 'refused', problem: 'newer', value: '6' },
    { person_id: nat.id, fate: 'refused', problem: 'newer', value: '7' },
  ])
})

test('a score that a quiz gave by itself since the file was made is not overwritten, nor another in its place', async () => {
  const quiz = await makeAssignment(db, course, { score: 2.5, has_text: false })
  const question = await makeQuestion(db, course, quiz, ['Right', 'Wrong'])
  const column = await addColumn('Quiz', { assignment_id: quiz.id })
  const handIn = (person: SignedIn) =>
    worksheetOf(person, course, quiz).submit({ [`item-${question.id}`]: firstOptionId(0) })
  await handIn(nat)
  const [titles = []] = await rowsIn(await exported())
  const edited = csvOf([titles, ...[nat, ploy].map(({ id }) => [id, '', '', '', 1])])
  server.clock.pass({ minutes: 1 })
  await handIn(ploy)
  expect((await plan(edited)).rows).toMatchObject([
    { person_id: nat.id, fate: 'changed', before: 2.5, after: 1 },
    { person_id: ploy.id, fate: 'refused', problem: 'newer', value: '2.5' },
  ])
  await put(arthit, ploy, column, 2, 2.5)
  expect((await plan(edited)).rows).toMatchObject([
    { fate: 'changed' },
    { fate: 'refused', problem: 'newer', value: '2' },
  ])
})

test('a score that followed from a key since the file was made is not overwritten, whoever corrected it', async () => {
  const quiz = await makeAssignment(db, course, { score: 2.5, has_text: false })
  const question = await makeQuestion(db, course, quiz, ['Right', 'Wrong'])
  await addColumn('Quiz', { assignment_id: quiz.id })
  for (const person of [nat, ploy])
    await worksheetOf(person, course, quiz).submit({ [`item-${question.id}`]: firstOptionId(person === nat ? 0 : 1) })
  const file = csvOf(await rowsIn(await exported()))
  server.clock.pass({ minutes: 1 })
  const params = { course_id: course.id, asgn_id: quiz.id }
  const { revision = 0 } = await arthit.call(contract.assignments.one, { params })
  const choices = ['Right', 'Wrong'].map((text, i) => ({ _id: firstOptionId(i), text, correct: true }))
  const several = { _id: question.id, kind: 'one' as const, question: 'Why?', score: 2.5, choices }
  await arthit.call(contract.assignments.edit, { params, revision, body: { assignment_questionset: [several] } })
  expect((await plan(file)).rows).toMatchObject([
    { person_id: nat.id, fate: 'unchanged' },
    { person_id: ploy.id, fate: 'refused', problem: 'newer', value: '2.5' },
  ])
})

test('attendance that was taken since the file was made is not overwritten with what it came to before', async () => {
  const column = await addColumn('Attendance', { attendance_late: 50 })
  const classes = [await makeSchedule(db, course), await makeSchedule(db, course)]
  const present = (place: number, code: 1 | 3) =>
    arthit.call(attendance.take, {
      params: { ...inCourse(), schedule_id: classes[place]?.id ?? '' },
      body: { items: [ploy, nat].map(({ id }) => ({ person_id: id, code, excused: false })) },
    })
  await present(0, 3)
  const file = await exported()
  server.clock.pass({ minutes: 1 })
  await present(1, 1)
  await put(arthit, nat, column, 8, 5)
  expect((await plan(file)).rows).toMatchObject([
    { person_id: nat.id, fate: 'refused', problem: 'newer', value: '8' },
    { person_id: ploy.id, fate: 'refused', problem: 'newer', value: '5' },
  ])
})

test('attendance of which a class was cancelled since the file was made is not overwritten with what it came to before', async () => {
  await addColumn('Attendance', { attendance_late: 50 })
  const classes = [await makeSchedule(db, course), await makeSchedule(db, course)].map(({ id: schedule_id }) => ({
    ...inCourse(),
    schedule_id,
  }))
  for (const [i, params] of classes.entries()) {
    const items = [{ person_id: ploy.id, code: i === 0 ? (3 as const) : (1 as const), excused: false }]
    await arthit.call(attendance.take, { params, body: { items } })
  }
  const file = await exported()
  server.clock.pass({ minutes: 1 })
  const params = classes[1] as (typeof classes)[0]
  await arthit.call(schedules.edit, { params, revision: 1, body: { schedule_cancelled: true } })
  expect((await plan(file)).rows).toMatchObject([
    { person_id: ploy.id, fate: 'refused', problem: 'newer', value: '10' },
  ])
})

test('attendance that is none any more since the file was made does not come back as a score by hand', async () => {
  const column = await addColumn('Attendance', { attendance_late: 50 })
  const { id: schedule_id } = await makeSchedule(db, course)
  const params = { ...inCourse(), schedule_id }
  const mark = (code: 3 | null) =>
    arthit.call(attendance.take, { params, body: { items: [{ person_id: ploy.id, code, excused: false }] } })
  await mark(3)
  const file = await exported()
  server.clock.pass({ minutes: 1 })
  const refused = [{ person_id: ploy.id, fate: 'refused', problem: 'newer', value: '' }]
  await arthit.call(schedules.edit, { params, revision: 1, body: { schedule_cancelled: true } })
  expect((await plan(file)).rows).toMatchObject(refused)
  await undo()
  await mark(null)
  expect((await plan(file)).rows).toMatchObject(refused)
  await undo()
  const ofColumn = { ...inCourse(), gradable_id: column._id }
  await arthit.call(grading.editColumn, { params: ofColumn, revision: 1, body: { attendance_late: null } })
  expect((await plan(file)).rows).toMatchObject(refused)
})

test('a column that counts otherwise since the file was made is not overwritten with what it came to before', async () => {
  const column = await addColumn('Attendance', { attendance_late: 50 })
  const { id: schedule_id } = await makeSchedule(db, course)
  const items = [{ person_id: ploy.id, code: 3 as const, excused: false }]
  await arthit.call(attendance.take, { params: { ...inCourse(), schedule_id }, body: { items } })
  const quiz = await makeAssignment(db, course, { score: 10, attempts_allowed: 0 })
  await addColumn('Quiz', { assignment_id: quiz.id })
  for (const [i, score] of [9, 4].entries()) {
    const { id: submission_id } = await submit(db, course, quiz, nat, { attempt: i + 1 })
    await mali.call(contract.submissions.save, {
      ...{ params: { ...inCourse(), submission_id }, revision: 0 },
      body: { parts: {}, applied: [], override: String(score), override_reason: 'Given', comment: '' },
    })
  }
  const file = await exported()
  server.clock.pass({ minutes: 1 })
  const ofColumn = { ...inCourse(), gradable_id: column._id }
  await arthit.call(grading.editColumn, { params: ofColumn, revision: 1, body: { gradable_score: 20 } })
  const params = { course_id: course.id, asgn_id: quiz.id }
  const { revision = 0 } = await arthit.call(contract.assignments.one, { params })
  await arthit.call(contract.assignments.edit, { params, revision, body: { assignment_counts: 'best' } })
  expect((await plan(file)).rows).toMatchObject([
    { person_id: nat.id, fate: 'refused', problem: 'newer', value: '9' },
    { person_id: ploy.id, fate: 'refused', problem: 'newer', value: '20' },
  ])
})

test('of a student who was moved to another group since the file was made, the score of the group they left does not come back', async () => {
  const group = await makeGroup(db, course, [nat])
  const other = { id: newId(), grouping_id: group.grouping_id }
  await db
    .insertInto('groups')
    .values({ course_id: course.id, name: 'Group 2', ...other })
    .execute()
  const lab = await makeAssignment(db, course, { score: 10, grouping_id: group.grouping_id })
  await addColumn('Lab', { assignment_id: lab.id })
  for (const [owner, score] of [[group, 9] as const, [other, 4] as const]) {
    const { id } = await submit(db, course, lab, owner)
    await giveFeedback(db, course, { _id: id }, { score, grader_id: mali.id, updated_at: server.clock.now() })
  }
  const file = await exported()
  expect((await plan(file)).rows).toMatchObject([{ person_id: nat.id, fate: 'unchanged', before: 9 }])
  server.clock.pass({ minutes: 1 })
  const items = [{ person_id: nat.id, group_id: other.id }]
  await arthit.call(contract.groups.move, {
    params: { ...inCourse(), grouping_id: group.grouping_id },
    body: { items },
  })
  expect((await plan(file)).rows).toMatchObject([{ person_id: nat.id, fate: 'refused', problem: 'newer', value: '4' }])
})

test('of a student who came into a group since the file was made, a score is taken while no work brought them another', async () => {
  const group = await makeGroup(db, course, [])
  const lab = await makeAssignment(db, course, { score: 10, grouping_id: group.grouping_id })
  await addColumn('Lab', { assignment_id: lab.id })
  const rows = await rowsIn(await exported())
  // A row ends with its last cell that has something.
  const withSeven = (person: Thing) =>
    csvOf(rows.map((cells) => (cells[0] === person.id ? [0, 1, 2, 3].map((i) => cells[i] ?? '').concat('7') : cells)))
  const edited = withSeven(nat)
  server.clock.pass({ minutes: 1 })
  const params = { ...inCourse(), grouping_id: group.grouping_id }
  const move = (person: Thing) =>
    arthit.call(contract.groups.move, { params, body: { items: [{ person_id: person.id, group_id: group.id }] } })
  await move(nat)
  expect((await plan(edited)).rows).toMatchObject([{ person_id: nat.id, fate: 'new', after: 7 }])
  await submit(db, course, lab, group)
  expect((await plan(edited)).rows).toMatchObject([{ person_id: nat.id, fate: 'new', after: 7 }])
  const ploys = withSeven(ploy)
  await move(ploy)
  const newer = [{ person_id: ploy.id, fate: 'refused', problem: 'newer' }]
  expect((await plan(ploys)).rows).toMatchObject(newer)
  await undo()
  expect((await plan(ploys)).rows).toMatchObject(newer)
})

test('the score of a work goes to its feedback with the file as the reason, and of a group’s to the member’s own', async () => {
  const lab = await makeAssignment(db, course, { score: 10 })
  const group = await makeGroup(db, course, [ploy, nat])
  const project = await makeAssignment(db, course, { grouping_id: group.grouping_id })
  const [ofLab, ofProject] = [
    await addColumn('Lab', { assignment_id: lab.id }),
    await addColumn('Project', { assignment_id: project.id }),
  ]
  const { id: submissionId } = await submit(db, course, lab, ploy)
  await submit(db, course, project, group)
  const by = { courseId: course.id, by: mali.id, at: server.clock.now() }
  await seed(db, (trx) => writeScores(trx, { ...by, scores: [{ submissionId, score: 4 }] }))
  const file = csvOf([
    ['Person', ofLab._id, ofProject._id],
    [ploy.id, 6, 9],
  ])
  expect(said(await plan(file))).toEqual([
    [2, 'changed', 4, 6],
    [2, 'new', null, 9],
  ])
  await take(file)
  expect([await cellsOf(ploy), await cellsOf(nat)]).toEqual([
    [{ hidden: 6 }, { hidden: 9 }],
    [null, null],
  ])
  const params = { ...inCourse(), gradable_id: ofLab._id, person_id: ploy.id }
  expect(await mali.call(grading.history, { params })).toMatchObject([
    { before: 4, after: 6, reason: 'Import: grades.csv' },
  ])
})

test('an import of an export changes nothing, and one with other scores brings exactly those', async () => {
  const names = ['Quiz', '=SUM(A1)', 'a "quoted", one', 'ชื่อยาว\nสองบรรทัด', 'Quiz']
  const columns: { _id: string }[] = []
  for (const [i, name] of names.entries()) columns.push(await addColumn(name, { released: i % 2 === 0 }))
  const score = fc.oneof(
    fc.constant(null),
    fc.constant('excused' as const),
    fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 100),
  )
  const book = fc.array(score, { minLength: 10, maxLength: 10 })
  const write = async (scores: CellValue[]) => {
    await seed(db, async (trx) => {
      await trx.deleteFrom('entries').where('course_id', '=', course.id).execute()
      const entries = scores.flatMap((score, i) => {
        const place = { person_id: [ploy.id, nat.id][i % 2] as string, gradable_id: columns[i >> 1]?._id as string }
        const value = { score: score === 'excused' ? null : score, excused: score === 'excused' }
        const entered_at = server.clock.now()
        return score === null ? [] : [{ course_id: course.id, ...place, ...value, entered_at }]
      })
      if (entries.length > 0) await trx.insertInto('entries').values(entries).execute()
    })
  }
  const cells = async () => [await cellsOf(ploy), await cellsOf(nat)]
  await fc.assert(
    fc.asyncProperty(book, book, fc.constantFrom('csv' as const, 'xlsx' as const), async (first, second, kind) => {
      await write(first)
      const file = await exported(kind)
      const { rows } = await plan(file)
      expect(rows.filter(({ fate }) => fate !== 'unchanged')).toEqual([])
      expect(rows).toHaveLength(first.filter((one) => one !== null).length)
      await write(second)
      const other = (await rowsIn(await exported(kind))).toReversed()
      const filled = second.map((one, i) => one ?? first[i] ?? null)
      await write(filled)
      const wanted = await cells()
      await write(first)
      await take(csvOf([...other.slice(-1), ...other.slice(0, -1)]))
      expect(await cells()).toEqual(wanted)
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('twenty thousand cells are one change, in a few statements, and more are refused', async () => {
  // The connections keep plans made for small tables, as on the first day of an installation.
  await sql`analyze`.execute(db)
  await put(arthit, nat, await addColumn('Quiz'), 5)
  const people = await seed(db, async (trx) => {
    const values = Array.from({ length: 500 }, (_, i) => ({
      ...{ id: crypto.randomUUID(), first: 'P', last: String(i), email: `${i}-${course.id}@example.org` },
    }))
    await trx.insertInto('people').values(values).execute()
    await trx
      .insertInto('roster')
      .values(values.map(({ id }) => ({ course_id: course.id, person_id: id, role: 'student' as const })))
      .execute()
    return values
  })
  const columns = Array.from({ length: 41 }, (_, i) => ({
    ...{ course_id: course.id, id: crypto.randomUUID(), name: `Quiz ${i}`, score: 10, position: i },
  }))
  await seed(db, (trx) => trx.insertInto('gradables').values(columns).execute())
  const fileOf = (n: number) =>
    csvOf([
      ['Person', ...columns.slice(0, n).map(({ id }) => id)],
      ...people.map(({ id }, i) => [id, ...columns.slice(0, n).map((_, j) => (i + j) % 11)]),
    ])
  expect((await send(fileOf(41), { dry_run: 'true' })).json().error.code).toBe('too_large')
  const file = fileOf(40)
  const { digest, rows } = await plan(file)
  expect(rows).toHaveLength(20_000)
  const statements = await server.statementsOf(async () => {
    expect((await send(file, { digest })).statusCode).toBe(200)
  })
  expect(statements.length).toBeLessThan(35)
  expect((await plan(file)).rows.every(({ fate }) => fate === 'unchanged')).toBe(true)
  await undo()
  expect((await plan(file)).digest).toBe(digest)
}, 120_000)
