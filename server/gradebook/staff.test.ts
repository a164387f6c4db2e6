import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { cellsMost, reasonMost } from '../../contract/staff/gradebook.ts'
import { usualLetters } from '../../contract/totals.ts'
import { giveFeedback } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { lockingWorks } from '../grading/lock.ts'
import { newId } from '../ids.ts'
import { addressOf } from '../testing/client.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, makeSchedule, setCourse, submit, type Thing, takeAttendance } from '../testing/world.ts'
import { lockGradebook } from './cells.ts'
import { writeScores } from './score.ts'
import { cell, gradebookOf } from './testing.ts'

const server = await useServer()
const { db } = server
const { grading, gradebook, changes } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat', last: 'Zumi' })
  await enrol(db, course, nat, 'student', { section: '2' })
})

const { inCourse, addColumn, table, put, own, explain, latest, undo } = gradebookOf(() => ({ course, arthit, mali }))
const cellsOf = async (person: Thing) => (await table()).rows.find(({ _id }) => _id === person.id)?.cells

test('students stand in one order everywhere, so that a copied column is pasted beside its people', async () => {
  const names: [first: string, last: string][] = [
    ['ไพลิน', 'ทองสุข'],
    ['Wirun', 'Anan'],
    ['มานี', 'ใจดี'],
    ['anong', 'Zumi'],
    ['เกศินี', 'ทองสุข'],
    ['เกศินี', 'กล้าหาญ'],
    ['กานดา', 'ทองสุข'],
    ['กอง', 'ใจดี'],
    ['ก้อง', 'กล้าหาญ'],
    ['Student', '10'],
    ['Student', '2'],
  ]
  for (const [first, last] of names) await enrol(db, course, await server.person({ first, last }))
  const work = await makeAssignment(db, course)
  const lecture = await makeSchedule(db, course)
  const roster = await mali.call(contract.courses.roster, { params: inCourse() })
  const students = roster.filter(({ role }) => role === 'student').map(({ first, last }) => `${first} ${last}`.trim())
  expect(students).toEqual([
    ...['anong Zumi', 'Nat Zumi', 'Ploy Jaidee', 'Student 2', 'Student 10', 'Wirun Anan'],
    // As in a dictionary: a vowel that is written before its consonant counts after it, and a tone after all letters.
    ...['ก้อง กล้าหาญ', 'กอง ใจดี', 'กานดา ทองสุข', 'เกศินี กล้าหาญ', 'เกศินี ทองสุข', 'ไพลิน ทองสุข', 'มานี ใจดี'],
  ])
  const name = ({ first, last }: { first: string; last: string }) => `${first} ${last}`.trim()
  expect((await table()).rows.map(name)).toEqual(students)
  const { items } = await mali.call(contract.submissions.submissions, {
    params: { ...inCourse(), asgn_id: work.id },
  })
  expect(items.map(({ people }) => people.map(name).join())).toEqual(students)
  const sheet = await mali.call(contract.attendance.sheet, { params: { ...inCourse(), schedule_id: lecture.id } })
  expect(sheet.items.map(name)).toEqual(students)
})

test('a column by hand is seen by staff alone until it is released, and taken back', async () => {
  const quiz = await addColumn('Quiz')
  await put([cell(ploy, quiz, 7.25), cell(nat, quiz, 'excused')])
  expect(await cellsOf(ploy)).toEqual([{ hidden: 7.25 }])
  expect(await cellsOf(nat)).toEqual(['excused'])
  expect(await own(ploy)).toEqual([])
  expect((await explain(ploy)).items).toEqual([])
  const params = { ...inCourse(), gradable_id: quiz._id }
  const out = await arthit.call(grading.editColumn, { params, body: { released: true }, revision: quiz.revision })
  expect(await own(ploy)).toEqual([['Quiz', 7.25]])
  expect(await own(nat)).toEqual([['Quiz', null]])
  expect((await explain(nat)).items).toMatchObject([{ name: 'Quiz', excused: true, score: null }])
  expect(await cellsOf(ploy)).toEqual([7.25])
  await arthit.call(grading.editColumn, { params, body: { released: false }, revision: out.revision })
  expect(await own(ploy)).toEqual([])
  await undo()
  expect(await own(ploy)).toEqual([['Quiz', 7.25]])
})

test('a column is shown and hidden by who releases grades, also in what they take back', async () => {
  const body = { gradable_name: 'Quiz', gradable_score: 10 }
  const shown = { params: inCourse(), body: { ...body, released: true } }
  expect((await mali.refused(grading.addColumn, shown)).status).toBe(403)
  const quiz = await mali.call(grading.addColumn, { params: inCourse(), body })
  const params = { ...inCourse(), gradable_id: quiz._id }
  const show = { params, body: { released: true }, revision: quiz.revision }
  expect((await mali.refused(grading.editColumn, show)).status).toBe(403)
  const { revision } = await arthit.call(grading.editColumn, show)
  const { items } = await mali.call(changes.list, { params: inCourse() })
  const of = { params: { ...inCourse(), change_id: items[0]?._id ?? '' } }
  expect((await mali.refused(changes.undo, of)).status).toBe(403)
  await mali.call(grading.editColumn, { params, body: { gradable_name: 'Oral', released: true }, revision })
  await setCourse(db, course, { assistants_may: ['grade', 'release'] })
  await mali.call(changes.undo, of)
  const lab = await makeAssignment(db, course)
  await mali.call(grading.addColumn, { params: inCourse(), body: { ...body, assignment_id: lab.id } })
})

test('a column that students see is removed and put back by who releases grades', async () => {
  const hers = async (change = 0) => {
    const { items } = await mali.call(changes.list, { params: inCourse() })
    return { params: { ...inCourse(), change_id: items[change]?._id ?? '' } }
  }
  const isOffered = async (person = mali) =>
    (await person.call(changes.list, { params: inCourse() })).items[0]?.can.undo
  const remove = ({ _id, revision }: { _id: string; revision: number }) => ({
    ...{ params: { ...inCourse(), gradable_id: _id }, revision },
  })
  const names = async () => (await table()).columns.map(({ gradable_name }) => gradable_name)
  const quiz = await addColumn('Quiz', { released: true })
  const added = await hers()
  expect((await mali.refused(grading.removeColumn, remove(quiz))).status).toBe(403)
  expect([await isOffered(), await isOffered(arthit)]).toEqual([false, true])
  expect((await mali.refused(changes.undo, added)).status).toBe(403)
  await arthit.call(grading.removeColumn, remove(quiz))
  expect((await mali.refused(changes.undo, await hers())).status).toBe(403)
  // What nobody sees is hers to remove, also the column of an assignment of which no grade is released.
  const draft = await addColumn('Draft')
  await mali.call(grading.removeColumn, remove(draft))
  expect(await isOffered()).toBe(true)
  await mali.call(changes.undo, await hers())
  const lab = await makeAssignment(db, course, { score: 10 })
  const work = await submit(db, course, lab, ploy)
  const ofLab = { gradable_name: 'Lab', gradable_score: 10, assignment_id: lab.id }
  await mali.call(grading.addColumn, { params: inCourse(), body: ofLab })
  await mali.call(changes.undo, await hers())
  expect(await names()).toEqual(['Draft'])
  await giveFeedback(db, course, { _id: work.id }, { score: 7, show: true })
  await mali.call(grading.addColumn, { params: inCourse(), body: ofLab })
  expect((await mali.refused(changes.undo, await hers())).status).toBe(403)
  expect(await own(ploy)).toEqual([['Lab', 7]])
  await setCourse(db, course, { assistants_may: ['grade', 'release'] })
  await mali.call(changes.undo, await hers())
  expect(await names()).toEqual(['Draft'])
})

test('each student is told once that they have a score in a column by hand, when they may see it, and of no other', async () => {
  const told = async () => {
    const lists = await Promise.all([ploy, nat, mali].map((person) => person.call(contract.notifications.list)))
    return lists.map(({ notifications }) => notifications.map(({ message }) => [message.kind, message.message]))
  }
  const oral = await addColumn('Oral')
  await put([cell(ploy, oral, 7)])
  expect(await told()).toEqual([[], [], []])
  const params = { ...inCourse(), gradable_id: oral._id }
  const edit = async (body: object) => {
    const { revision } = (await table()).columns[0] ?? { revision: 0 }
    return arthit.call(grading.editColumn, { params, body, revision })
  }
  await edit({ released: true })
  const once = [['scored', 'Oral']]
  expect(await told()).toEqual([once, [], []])
  // Who gets a score later is told then, and nobody of a correction.
  await put([cell(ploy, oral, 8, 7), cell(nat, oral, 'excused')])
  expect(await told()).toEqual([once, [], []])
  await put([cell(nat, oral, 5, 'excused')])
  expect(await told()).toEqual([once, once, []])
  await edit({ released: false })
  expect(await told()).toEqual([[], [], []])
  await undo()
  expect(await told()).toEqual([once, once, []])
})

test('a column stands where it is put, also a new one, and moving it is taken back', async () => {
  const names = async () => (await table()).columns.map(({ gradable_name }) => gradable_name)
  const [one, , three] = [await addColumn('One'), await addColumn('Two'), await addColumn('Three')]
  await addColumn('Zero', { after: null })
  await addColumn('Half', { after: one._id })
  expect(await names()).toEqual(['Zero', 'One', 'Half', 'Two', 'Three'])
  const move = async (column: { _id: string }, after: string | null) => {
    const { revision = 0 } = (await table()).columns.find(({ _id }) => _id === column._id) ?? {}
    await mali.call(grading.editColumn, {
      ...{ params: { ...inCourse(), gradable_id: column._id }, body: { after }, revision },
    })
  }
  await move(three, null)
  expect(await names()).toEqual(['Three', 'Zero', 'One', 'Half', 'Two'])
  await undo()
  expect(await names()).toEqual(['Zero', 'One', 'Half', 'Two', 'Three'])
  // After a missing column it becomes the last.
  await move(one, newId())
  expect(await names()).toEqual(['Zero', 'Half', 'Two', 'Three', 'One'])
})

test('as many cells as one call may write fit into its body', () => {
  const id = newId()
  const largest = { person_id: id, gradable_id: id, score: 999_999.99, was: 'excused' }
  const body = { items: Array(cellsMost).fill(largest), reason: 'ก'.repeat(reasonMost) }
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(grading.write.bodyMost)
})

test('many cells are one change, shown before, and undone as one', async () => {
  const [quiz, essay] = [await addColumn('Quiz', { released: true }), await addColumn('Essay', { released: true })]
  const items = [cell(ploy, quiz, 1), cell(ploy, essay, 2), cell(nat, quiz, 3), cell(nat, essay, 4)]
  const tried = await put(items, { query: { dry_run: 'true' } })
  expect(tried.items).toContainEqual({ person_id: nat.id, gradable_id: essay._id, before: null, after: 4 })
  expect(await cellsOf(nat)).toEqual([null, null])
  expect(await put(items)).toEqual(tried)
  expect([await cellsOf(ploy), await cellsOf(nat)]).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(await latest()).toMatchObject({ kind: 'grades_entered', about: { title: 'Quiz', count: 4 } })
  await undo()
  expect([await cellsOf(ploy), await own(nat)]).toEqual([
    [null, null],
    [
      ['Quiz', null],
      ['Essay', null],
    ],
  ])
})

test('a cell that says something else by now is not overwritten, and nothing else is written', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put([cell(ploy, quiz, 5)])
  const body = { items: [cell(nat, quiz, 9), cell(ploy, quiz, 6)] }
  expect(await mali.refused(grading.write, { params: inCourse(), body })).toMatchObject({
    status: 409,
    current: [{ person_id: ploy.id, gradable_id: quiz._id, score: 5 }],
  })
  expect([await cellsOf(ploy), await cellsOf(nat)]).toEqual([[5], [null]])
  // The same number from two people is no conflict.
  expect((await put([cell(ploy, quiz, 5)])).items).toEqual([])
})

test('the history of a cell says who wrote what and why, the newest first', async () => {
  const quiz = await addColumn('Quiz')
  await put([cell(ploy, quiz, 5)])
  await put([cell(ploy, quiz, 6, 5)], { reason: 'Counted again' })
  await put([cell(ploy, quiz, null, 6)])
  const params = { ...inCourse(), gradable_id: quiz._id, person_id: ploy.id }
  const steps = await mali.call(grading.history, { params })
  expect(steps.map(({ before, after, reason }) => [before, after, reason])).toEqual([
    [6, null, ''],
    [5, 6, 'Counted again'],
    [null, 5, ''],
  ])
  expect(steps[0]?.actor).toMatchObject({ _id: arthit.id })
  expect(await mali.call(grading.history, { params: { ...params, person_id: nat.id } })).toEqual([])
})

test('the score of a work that was handed in is its feedback’s, seen by staff before it is released', async () => {
  const lab = await makeAssignment(db, course, { score: 10 })
  const column = await addColumn('Lab', { assignment_id: lab.id })
  const { id: submissionId } = await submit(db, course, lab, ploy)
  const by = { courseId: course.id, by: mali.id, at: server.clock.now() }
  await seed(db, (trx) => writeScores(trx, { ...by, scores: [{ submissionId, score: 4 }] }))
  expect(await cellsOf(ploy)).toEqual([{ hidden: 4 }])
  await put([cell(ploy, column, 6, 4), cell(nat, column, 2)])
  expect(await cellsOf(ploy)).toEqual([{ hidden: 6 }])
  expect(await own(ploy)).toEqual([['Lab', null]])
  expect(await own(nat)).toEqual([['Lab', 2]])
  const feedback = await db.selectFrom('feedback').select('score').where('submission_id', '=', submissionId).execute()
  expect(feedback).toEqual([{ score: 6 }])
  expect(await db.selectFrom('entries').select('person_id').where('course_id', '=', course.id).execute()).toEqual([
    { person_id: nat.id },
  ])
  await seed(db, (trx) =>
    trx.updateTable('feedback').set({ show: true }).where('submission_id', '=', submissionId).execute(),
  )
  expect(await own(ploy)).toEqual([['Lab', 6]])
  await put([cell(ploy, column, 'excused', 6)])
  expect(await cellsOf(ploy)).toEqual(['excused'])
  expect((await explain(ploy)).items).toMatchObject([{ excused: true, score: null }])
  const mine = async () => ploy.call(gradebook.mine, { params: inCourse() })
  expect(await mine(), 'says the same as the total').toMatchObject([{ excused: true, score: null }])
  await put([cell(ploy, column, 7, 'excused')])
  expect(await cellsOf(ploy)).toEqual([7])
})

test('the score of a work outlasts that its student is excused', async () => {
  const lab = await makeAssignment(db, course, { score: 10 })
  const column = await addColumn('Lab', { assignment_id: lab.id })
  const { id: submissionId } = await submit(db, course, lab, ploy)
  const by = { courseId: course.id, by: mali.id, at: server.clock.now() }
  await seed(db, (trx) => writeScores(trx, { ...by, scores: [{ submissionId, score: 4 }] }))
  await put([cell(ploy, column, 'excused', 4), cell(nat, column, 'excused')])
  const emptied = await put([cell(ploy, column, null, 'excused'), cell(nat, column, null, 'excused')])
  expect(emptied.items.map(({ before, after }) => [before, after])).toEqual([
    ['excused', 4],
    ['excused', null],
  ])
  expect([await cellsOf(ploy), await cellsOf(nat)]).toEqual([[{ hidden: 4 }], [null]])
  await put([cell(ploy, column, null, 4)])
  expect(await cellsOf(ploy)).toEqual([null])
})

test('a score over that of a graded work has its reason in the history, and is taken back', async () => {
  const lab = await makeAssignment(db, course, { score: 10 })
  const column = await addColumn('Lab', { assignment_id: lab.id })
  const { id: submissionId } = await submit(db, course, lab, ploy)
  const by = { courseId: course.id, by: mali.id, at: server.clock.now() }
  await seed(db, (trx) => writeScores(trx, { ...by, scores: [{ submissionId, score: 4 }] }))
  await put([cell(ploy, column, 6, 4)], { reason: 'Counted again' })
  const params = { ...inCourse(), gradable_id: column._id, person_id: ploy.id }
  expect(await mali.call(grading.history, { params })).toMatchObject([{ before: 4, after: 6, reason: 'Counted again' }])
  await undo()
  expect(await cellsOf(ploy)).toEqual([{ hidden: 4 }])
})

test('who is not a student of the course, and a column that is gone, have no cell', async () => {
  const quiz = await addColumn('Quiz')
  const gone = await addColumn('Gone')
  await arthit.call(grading.removeColumn, { params: { ...inCourse(), gradable_id: gone._id }, revision: 1 })
  const items = [cell(mali, quiz, 1), cell(await server.person(), quiz, 1), cell(ploy, gone, 1), cell(ploy, quiz, 1)]
  const { status, current } = await arthit.refused(grading.write, { params: inCourse(), body: { items } })
  const named = items
    .slice(0, 3)
    .map(({ person_id, gradable_id }) => ({ person_id, gradable_id, score: null, gone: true }))
  expect([status, current]).toEqual([409, named])
  expect(await cellsOf(ploy)).toEqual([null])
  expect((await table()).columns.map(({ gradable_name }) => gradable_name)).toEqual(['Quiz'])
})

test('a score has at most two decimals and is not negative', async () => {
  const quiz = await addColumn('Quiz')
  for (const score of [-1, 1.005, 1e9])
    expect(
      (await arthit.refused(grading.write, { params: inCourse(), body: { items: [cell(ploy, quiz, score)] } })).code,
    ).toBe('invalid')
})

test('categories and letters are written together, with who changes shown before', async () => {
  const [quiz, exam] = [await addColumn('Quiz', { released: true }), await addColumn('Exam', { released: true })]
  await put([cell(ploy, quiz, 10), cell(ploy, exam, 5), cell(nat, quiz, 7), cell(nat, exam, 7)])
  const letters = [
    { letter: 'S', from: 60 },
    { letter: 'U', from: 0 },
  ]
  const categories = [
    { name: 'Quizzes', weight: 20 },
    { name: 'Exams', weight: 80 },
  ]
  const setUp = (revision: number, body: object, query = {}) =>
    arthit.call(grading.setUp, { params: inCourse(), body: body as never, revision, query })
  const { changed } = await setUp(0, { categories, letters }, { dry_run: 'true' })
  expect(changed).toContainEqual({
    ...{ person_id: ploy.id, before: { percent: 75, letter: 'B' }, after: { percent: null, letter: null } },
  })
  expect((await table()).categories).toEqual([])
  await setUp(0, { categories, letters })
  const { categories: made, revision } = await table()
  const [quizzes, exams] = made
  for (const [column, category] of [
    [quiz, quizzes],
    [exam, exams],
  ] as const)
    await arthit.call(grading.editColumn, {
      params: { ...inCourse(), gradable_id: column._id },
      body: { category_id: category?._id ?? null },
      revision: 1,
    })
  const dropped = { categories: [{ ...exams, weight: 100 }], letters }
  const { changed: then } = await setUp(revision, dropped)
  expect(then).toEqual([
    { person_id: ploy.id, before: { percent: 60, letter: 'S' }, after: { percent: 50, letter: 'U' } },
  ])
  expect(await mali.refused(grading.setUp, { params: inCourse(), body: dropped as never, revision })).toMatchObject({
    status: 409,
  })
  await undo()
  expect((await table()).categories.map(({ name }) => name)).toEqual(['Quizzes', 'Exams'])
  expect((await table()).columns[0]?.category_id).toBe(quizzes?._id)
})

test('who edits or removes a column may ask first whose total that changes', async () => {
  const [quiz, exam] = [await addColumn('Quiz'), await addColumn('Exam')]
  await put([cell(ploy, quiz, 10), cell(ploy, exam, 5), cell(nat, exam, 7)])
  const params = { ...inCourse(), gradable_id: quiz._id }
  const { revision } = quiz
  const query = { dry_run: 'true' } as const
  const ployTo = (percent: number, letter: string) => ({
    ...{ person_id: ploy.id, before: { percent: 75, letter: 'B' }, after: { percent, letter } },
  })
  const natTo = (percent: number, letter: string) => ({
    ...{ person_id: nat.id, before: { percent: 70, letter: 'B' }, after: { percent, letter } },
  })
  const there = await table()
  const last = await latest()
  const look = (body: object) => mali.call(grading.editColumn, { params, body, revision, query })
  const edited = await look({ gradable_score: 20 })
  expect(edited).toMatchObject({ _id: quiz._id, gradable_score: 20, changed: [ployTo(50, 'D')] })
  expect((await look({ extra: true })).changed).toEqual([ployTo(150, 'A')])
  const sinceYesterday = { zero_from: ahead({ days: -1 }).toISOString() }
  expect((await look(sinceYesterday)).changed).toEqual([natTo(35, 'F')])
  expect((await look({ gradable_name: 'Oral', released: false, after: exam._id })).changed).toEqual([])
  const removed = await mali.call(grading.removeColumn, { params, revision, query })
  expect(removed).toEqual({ _id: quiz._id, changed: [ployTo(50, 'D')] })
  // Nothing of it is there, and the writes answer as before.
  expect(await table()).toEqual(there)
  expect(await latest()).toEqual(last)
  const stale = { params, body: { extra: true }, revision: revision + 1, query }
  expect((await mali.refused(grading.editColumn, stale)).current).toMatchObject({ _id: quiz._id, revision })
  const out = await arthit.call(grading.editColumn, { params, body: { released: true }, revision })
  expect(out).not.toHaveProperty('changed')
  const remove = { params, revision: out.revision }
  expect((await mali.refused(grading.removeColumn, { ...remove, query })).status).toBe(403)
  expect(await arthit.call(grading.removeColumn, remove)).toEqual({ _id: quiz._id })
})

test('columns are put into categories with the set-up, shown before and undone as one, and one that is gone is left out', async () => {
  const [quiz, exam] = [await addColumn('Quiz'), await addColumn('Exam')]
  await put([cell(ploy, quiz, 10), cell(ploy, exam, 5)])
  const setUp = (columns: { _id: string; category: number | null }[], query = {}) => {
    const categories = [
      { name: 'Quizzes', weight: 20 },
      { name: 'Exams', weight: 80 },
    ]
    const body = { categories, letters: [{ letter: 'S', from: 0 }], columns }
    return arthit.call(grading.setUp, { params: inCourse(), body, revision: 0, query })
  }
  const columns = [
    { _id: quiz._id, category: 0 },
    { _id: exam._id, category: 1 },
    { _id: newId(), category: 1 },
  ]
  const change = { person_id: ploy.id, before: { percent: 75, letter: 'B' }, after: { percent: 60, letter: 'S' } }
  expect((await setUp(columns, { dry_run: 'true' })).changed).toContainEqual(change)
  expect((await table()).columns.map(({ category_id }) => category_id)).toEqual([null, null])
  const strange = {
    params: inCourse(),
    body: { categories: [], letters: [{ letter: 'S', from: 0 }], columns },
    revision: 0,
  }
  expect((await arthit.refused(grading.setUp, strange)).status).toBe(400)
  await setUp(columns)
  const { categories: made, columns: now } = await table()
  expect(now.map(({ category_id }) => category_id)).toEqual(made.map(({ _id }) => _id))
  await undo()
  expect((await table()).columns.map(({ category_id }) => category_id)).toEqual([null, null])
})

test('the column of an assignment follows its points, unless it has others, and is taken back with them', async () => {
  const made = await arthit.call(contract.assignments.create, {
    params: inCourse(),
    body: { assignment_name: 'Lab', assignment_text: true, assignment_score_essay: 10 },
  })
  const edit = (assignment_score_essay: number, revision: number) =>
    arthit.call(contract.assignments.edit, {
      ...{ params: { ...inCourse(), asgn_id: made._id }, query: {} },
      ...{ body: { assignment_score_essay }, revision },
    })
  const most = async () => (await table()).columns.map(({ gradable_score }) => gradable_score)
  const column = await addColumn('Lab', { assignment_id: made._id })
  await edit(20, 1)
  expect(await most()).toEqual([20])
  await undo()
  expect(await most()).toEqual([10])
  const { revision } = (await table()).columns[0] ?? { revision: 0 }
  const params = { ...inCourse(), gradable_id: column._id }
  await arthit.call(grading.editColumn, { params, body: { gradable_score: 5 }, revision })
  await edit(30, 3)
  expect(await most()).toEqual([5])
  // One that was removed meanwhile comes back with the points of now.
  const lastRevision = async () => (await table()).columns[0]?.revision ?? 0
  await arthit.call(grading.editColumn, { params, body: { gradable_score: 30 }, revision: await lastRevision() })
  await arthit.call(grading.removeColumn, { params, revision: await lastRevision() })
  const removal = { ...inCourse(), change_id: (await latest())._id }
  await edit(40, 4)
  await arthit.call(changes.undo, { params: removal })
  expect(await most()).toEqual([40])
})

test('an assignment has one column, and staff see which has none', async () => {
  const lab = await makeAssignment(db, course, { name: 'Lab', score: 5 })
  expect((await table()).without).toEqual([{ _id: lab.id, assignment_name: 'Lab', assignment_score: 5 }])
  const column = await addColumn('Lab', { assignment_id: lab.id })
  expect((await table()).without).toEqual([])
  const body = { gradable_name: 'Again', gradable_score: 5, assignment_id: lab.id }
  expect(await arthit.refused(grading.addColumn, { params: inCourse(), body })).toMatchObject({
    ...{ status: 409, current: { _id: column._id } },
  })
})

test('a new column is taken back also where it has scores by itself, and where those that were entered are taken back', async () => {
  const homework = await makeAssignment(db, course, { score: 10 })
  const work = await submit(db, course, homework, ploy)
  await giveFeedback(db, course, { _id: work.id }, { score: 7, show: true })
  await addColumn('Homework', { assignment_id: homework.id })
  expect(await own(ploy)).toEqual([['Homework', 7]])
  await undo()
  expect(await own(ploy)).toEqual([])
  const column = await addColumn('Quiz', { released: true })
  const added = { ...inCourse(), change_id: (await latest())._id }
  await put([cell(ploy, column, 4)])
  const obstacles = await arthit.refused(changes.undo, { params: added })
  expect(obstacles).toMatchObject({ status: 409, current: [{ table: 'gradables', reason: 'in_use' }] })
  await undo()
  await arthit.call(changes.undo, { params: added })
  const lecture = await makeSchedule(db, course)
  await takeAttendance(db, course, lecture, ploy, 3)
  await addColumn('Attendance', { attendance_late: 50 })
  expect(await cellsOf(ploy)).toEqual([{ hidden: 10 }])
  await undo()
  expect((await table()).columns).toEqual([])
})

test('of several who set the gradebook up at once one does, and the others learn what is there', async () => {
  const letters = [{ letter: 'S', from: 0 }]
  const setUp = (name: string) =>
    arthit
      .call(grading.setUp, { params: inCourse(), body: { categories: [{ name, weight: 100 }], letters }, revision: 0 })
      .then(
        () => 200,
        (error: { status: number }) => error.status,
      )
  expect((await Promise.all(['A', 'B', 'C', 'D'].map(setUp))).toSorted()).toEqual([200, 409, 409, 409])
  expect((await table()).categories).toHaveLength(1)
})

test('an assignment gets one column and a course one final grade, however many ask for it at once', async () => {
  const lab = await makeAssignment(db, course, { name: 'Lab', score: 5 })
  const added = await Promise.allSettled([1, 2, 3, 4].map(() => addColumn('Lab', { assignment_id: lab.id })))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const body = { released: true }
  await Promise.all([1, 2, 3, 4].map(() => arthit.call(grading.final, { params: inCourse(), body })))
  expect((await table()).columns.map(({ final }) => final)).toEqual([false, true])
})

test('the table costs two statements besides the access, however many students and columns there are', async () => {
  const quiz = await addColumn('Quiz')
  await put([cell(ploy, quiz, 1)])
  await table()
  expect(await server.statementsOf(table)).toHaveLength(3)
})

test('a column that was removed does not come back beside another one of its assignment', async () => {
  const quiz = await makeAssignment(db, course, { score: 10 })
  const add = () => addColumn('Quiz', { assignment_id: quiz.id })
  const first = await add()
  const params = { ...inCourse(), gradable_id: first._id }
  await arthit.call(grading.removeColumn, { params, revision: first.revision })
  const { _id: change_id } = await latest()
  const second = await add()
  const undone = { params: { ...inCourse(), change_id } }
  expect(await arthit.refused(changes.undo, undone)).toMatchObject({
    ...{ code: 'conflict', current: [{ table: 'gradables', reason: 'taken' }] },
  })
  expect((await table()).columns.map(({ _id }) => _id)).toEqual([second._id])
  await undo()
  await arthit.call(changes.undo, undone)
  expect((await table()).columns.map(({ _id }) => _id)).toEqual([first._id])
})

test('no column goes back into a category that was removed', async () => {
  const setUp = async (categories: object[], columns: { _id: string; category: number | null }[]) =>
    arthit.call(grading.setUp, {
      params: inCourse(),
      body: { categories: categories as [], letters: usualLetters, columns },
      revision: (await table()).revision,
    })
  const quiz = await addColumn('Quiz')
  await setUp(
    [
      { name: 'Tests', weight: 40 },
      { name: 'Rest', weight: 60 },
    ],
    [{ _id: quiz._id, category: 0 }],
  )
  const [tests, rest] = (await table()).categories
  await setUp([tests, rest] as object[], [{ _id: quiz._id, category: 1 }])
  const { _id: change_id } = await latest()
  await setUp([rest] as object[], [])
  const undone = { params: { ...inCourse(), change_id } }
  expect(await arthit.refused(changes.undo, undone)).toMatchObject({
    ...{ code: 'conflict', current: [{ table: 'gradables', reason: 'gone' }] },
  })
  await undo()
  await arthit.call(changes.undo, undone)
  expect((await table()).columns[0]?.category_id).toBe(tests?._id)
})

test.each(['an edit', 'an undo'])('%s puts no column into a category that is removed at that moment', async (by) => {
  const body = { categories: ['Tests', 'Rest'].map((name) => ({ name, weight: 50 })), letters: usualLetters }
  const quiz = await addColumn('Quiz')
  await arthit.call(grading.setUp, {
    params: inCourse(),
    body: { ...body, columns: [{ _id: quiz._id, category: 0 }] },
    revision: 0,
  })
  const { categories } = await table()
  const [tests, rest] = categories.map(({ _id }) => _id)
  const move = async (category_id: string | undefined) => {
    const { revision } = (await table()).columns[0] as { revision: number }
    const params = { ...inCourse(), gradable_id: quiz._id }
    return arthit.raw('PATCH', addressOf(grading.editColumn, params), {
      headers: { 'if-match': `"${revision}"` },
      payload: { category_id },
    })
  }
  await move(rest)
  const { _id: change_id } = await latest()
  let answer: Awaited<ReturnType<typeof move>> | undefined
  const moving = await db.transaction().execute(async (trx) => {
    await sql`select set_config('raintree.change', 'seed', true)`.execute(trx)
    await lockGradebook(trx, course.id)
    await sql`update grade_categories set deleted_at = now() where course_id = ${course.id} and id = ${tests}`.execute(
      trx,
    )
    const asked =
      by === 'an edit' ? move(tests) : arthit.raw('POST', addressOf(changes.undo, { ...inCourse(), change_id }))
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
    const isSettled = asked.then((one) => {
      answer = one
    })
    await expect.poll(async () => answer !== undefined || (await waiting.execute(trx)).rows.length > 0).toBe(true)
    return { isSettled }
  })
  await moving.isSettled
  expect(answer?.statusCode).toBe(by === 'an edit' ? 404 : 409)
  expect((await table()).columns[0]?.category_id).toBe(rest)
})

test('a cell is not written over a grade that somebody is just saving', async () => {
  const essay = await makeAssignment(db, course, { score: 10, score_essay: 10 })
  const column = await addColumn('Essay', { assignment_id: essay.id })
  const { id: submissionId } = await submit(db, course, essay, ploy)
  const by = { courseId: course.id, by: mali.id, at: server.clock.now() }
  await seed(db, (trx) => writeScores(trx, { ...by, scores: [{ submissionId, score: 4 }] }))
  const [saving, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const grader = seed(db, async (trx) => {
    await lockingWorks(course.id, [submissionId]).execute(trx)
    await trx.updateTable('feedback').set({ score: 9, override: 9 }).where('submission_id', '=', submissionId).execute()
    saving.resolve()
    await saved.promise
  })
  await saving.promise
  const refused = arthit.refused(grading.write, { params: inCourse(), body: { items: [cell(ploy, column, 6, 4)] } })
  const waits = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
  await expect.poll(async () => (await waits.execute(db)).rows[0]?.n).toBe(1)
  saved.resolve()
  await grader
  expect(await refused).toMatchObject({ status: 409, current: [{ person_id: ploy.id, score: 9 }] })
  expect(await cellsOf(ploy)).toEqual([{ hidden: 9 }])
})
