import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { addressOf } from '../testing/client.ts'
import { start } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { changeAssignment, enrol, makeAssignment, type Thing } from '../testing/world.ts'
import { cell, gradebookOf } from './testing.ts'

const server = await useServer()
const { db } = server
const { grading, changes } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat', last: 'Zumi' })
  await enrol(db, course, nat)
})

const { inCourse, addColumn, table, put, own, explain, latest, undo } = gradebookOf(() => ({ course, arthit, mali }))

test('the final grade is told when it is released, as it was worked out then, and taken back', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  const oral = await addColumn('Oral')
  await put([cell(ploy, quiz, 8.5), cell(nat, quiz, 4)])
  const final = (released: boolean, query = {}) =>
    arthit.call(grading.final, { params: inCourse(), body: { released }, query })
  const told = async () =>
    (await ploy.call(contract.notifications.list, {})).notifications.flatMap(({ message }) =>
      message.kind === 'final_grades_released' ? [`${message.message}: ${message.link}`] : [],
    )
  const tried = await final(true, { dry_run: 'true' })
  expect(await told()).toEqual([])
  expect(tried.hidden).toEqual(['Oral'])
  expect(tried.items).toContainEqual({ person_id: ploy.id, percent: 85, letter: 'A', before: null })
  expect((await explain(ploy)).final).toBe(null)
  await final(true)
  expect((await explain(ploy)).final).toEqual({ score: 85, letter: 'A' })
  expect(await told()).toEqual([`Final grades are released: /course/${course.id}/grade?explain`])
  expect(await own(ploy)).toEqual([['Quiz', 8.5]])
  expect((await table()).final_released).toBe(true)
  await put([cell(ploy, oral, 0)])
  expect((await explain(ploy)).final).toEqual({ score: 85, letter: 'A' })
  const before = { percent: 85, letter: 'A' }
  const again = await final(true, { dry_run: 'true' })
  expect(again.items).toContainEqual({ person_id: ploy.id, percent: 42.5, letter: 'F', before })
  await final(true)
  expect((await explain(ploy)).final).toEqual({ score: 42.5, letter: 'F' })
  expect(await told()).toHaveLength(1)
  await final(false)
  expect((await explain(ploy)).final).toBe(null)
  expect(await told()).toEqual([])
  await undo()
  expect(await told()).toHaveLength(1)
  expect((await explain(ploy)).final).toEqual({ score: 42.5, letter: 'F' })
  expect((await mali.refused(grading.final, { params: inCourse(), body: { released: true } })).status).toBe(403)
})

test('what became other than the preview said is not released, and the refusal has the preview of now', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put([cell(ploy, quiz, 5)])
  const body = { released: true }
  const tried = () => arthit.call(grading.final, { params: inCourse(), body, query: { dry_run: 'true' } })
  const { digest } = await tried()
  await put([cell(ploy, quiz, 9, 5)])
  const refused = await arthit.refused(grading.final, { params: inCourse(), body, query: { digest } })
  const current = await tried()
  expect(refused).toMatchObject({ code: 'conflict', current })
  expect(current.items).toContainEqual({ person_id: ploy.id, percent: 90, letter: 'A', before: null })
  expect((await explain(ploy)).final).toBe(null)
  await arthit.call(grading.final, { params: inCourse(), body, query: { digest: current.digest } })
  expect((await explain(ploy)).final).toEqual({ score: 90, letter: 'A' })
})

test('a final grade that is corrected by hand has its letter, and stays when they are released again', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put([cell(ploy, quiz, 5), cell(nat, quiz, 4)])
  const final = (query = {}) => arthit.call(grading.final, { params: inCourse(), body: { released: true }, query })
  await final()
  const column = (await table()).columns.at(-1) as { _id: string; revision: number }
  const corrected = { params: inCourse(), body: { items: [cell(ploy, column, 79.5, 50)] } }
  // Assistants grade, but neither release final grades nor change a released one.
  expect((await mali.refused(grading.write, corrected)).status).toBe(403)
  // The cells are named, so that the other ones are sent again without them.
  const payload = { items: [cell(ploy, quiz, 6, 5), cell(ploy, column, 79.5, 50), cell(nat, column, 60, 40)] }
  const { error } = (await mali.raw('PUT', addressOf(grading.write, inCourse()), { payload })).json()
  expect(Object.keys(error.fields)).toEqual(['items.1.score', 'items.2.score'])
  const ofColumn = { params: { ...inCourse(), gradable_id: column._id }, revision: column.revision }
  expect((await mali.refused(grading.removeColumn, ofColumn)).status).toBe(403)
  await arthit.call(grading.write, corrected)
  const letters = async () => (await table()).rows.map(({ first, final_letter }) => [first, final_letter])
  expect(await letters(), 'staff read what students are told').toEqual([
    ['Nat', 'F'],
    ['Ploy', 'B'],
  ])
  expect((await explain(ploy)).final).toEqual({ score: 79.5, letter: 'B' })
  const params = { ...inCourse(), change_id: (await latest())._id }
  expect((await mali.call(changes.list, { params: inCourse() })).items[0]?.can.undo).toBe(false)
  expect((await mali.refused(changes.undo, { params })).status).toBe(403)
  await put([cell(nat, column, 'excused', 40)])
  expect((await final({ dry_run: 'true' })).items).toEqual([
    { person_id: nat.id, percent: null, letter: null, before: { percent: null, letter: null } },
    { person_id: ploy.id, percent: 79.5, letter: 'B', before: { percent: 79.5, letter: 'B' } },
  ])
  const scheme = { categories: [], letters: [{ letter: 'S', from: 60 }] }
  await arthit.call(grading.setUp, { params: inCourse(), body: scheme, revision: 0 })
  expect(await letters()).toEqual([
    ['Nat', undefined],
    ['Ploy', 'B'],
  ])
  expect((await explain(ploy)).final).toEqual({ score: 79.5, letter: 'B' })
  await final()
  expect((await explain(ploy)).final).toEqual({ score: 79.5, letter: 'S' })
  expect((await explain(nat)).final).toEqual({ score: null, letter: null })
  const half = { ...ofColumn, body: { gradable_score: 50 } }
  expect((await arthit.refused(grading.editColumn, half)).status).toBe(400)
})

test('a final grade that students are not told yet has its letter by the letters of now, also in a file', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put([cell(ploy, quiz, 5)])
  const final = (released: boolean) => arthit.call(grading.final, { params: inCourse(), body: { released } })
  await final(true)
  const column = (await table()).columns.at(-1) as { _id: string }
  await put([cell(ploy, column, 75, 50)])
  await final(false)
  const letters = [
    { letter: 'S', from: 76 },
    { letter: 'U', from: 0 },
  ]
  await arthit.call(grading.setUp, { params: inCourse(), body: { categories: [], letters }, revision: 0 })
  const file = await mali.raw('GET', addressOf(contract.gradeTables.csv, inCourse()))
  expect([(await table()).rows.at(-1)?.final_letter, file.body.trim().at(-1)]).toEqual(['U', 'U'])
  await final(true)
  expect((await explain(ploy)).final).toEqual({ score: 75, letter: 'U' })
})

test('before the release each column is named that counts and that students do not see', async () => {
  const draft = await makeAssignment(db, course, { name: 'Draft', publish_at: null })
  const column = await addColumn('Draft', { assignment_id: draft.id })
  await addColumn('Oral')
  await put([cell(ploy, column, 5)])
  const body = { released: true }
  const tried = () => arthit.call(grading.final, { params: inCourse(), query: { dry_run: 'true' }, body })
  expect((await tried()).hidden).toEqual(['Draft', 'Oral'])
  await changeAssignment(db, draft, { publish_at: start })
  expect((await tried()).hidden).toEqual(['Oral'])
})

test('of final grades only those are told who have one', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put([cell(ploy, quiz, 5)])
  const final = (released: boolean) => arthit.call(grading.final, { params: inCourse(), body: { released } })
  const told = async (person: SignedIn) => {
    const { notifications, unread_notifications } = await person.call(contract.notifications.list, {})
    const kinds = notifications.filter(({ message }) => message.kind === 'final_grades_released')
    const { length } = (await person.call(contract.courses.activity, { params: inCourse() })).filter(
      ({ kind }) => kind === 'final_grades_released',
    )
    return [kinds.length, length, unread_notifications >= kinds.length]
  }
  await final(true)
  expect(await told(ploy)).toEqual([1, 1, true])
  expect(await told(nat)).toEqual([0, 0, true])
  // By hand, after the others.
  const column = (await table()).columns.at(-1) as { _id: string }
  await put([cell(nat, column, 70)])
  expect(await told(nat)).toEqual([1, 1, true])
  expect(await told(ploy)).toEqual([1, 1, true])
  await undo()
  expect(await told(nat)).toEqual([0, 0, true])
  await final(false)
  expect(await told(ploy)).toEqual([0, 0, true])
})

test('released again, a final grade goes whose student has no total by now, as the dry run said', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put([cell(ploy, quiz, 5), cell(nat, quiz, 4)])
  const final = (query = {}) => arthit.call(grading.final, { params: inCourse(), body: { released: true }, query })
  await final()
  await put([cell(ploy, quiz, null, 5)])
  expect((await final({ dry_run: 'true' })).items).toContainEqual({
    ...{ person_id: ploy.id, percent: null, letter: null, before: { percent: 50, letter: 'D' } },
  })
  await final()
  expect((await explain(ploy)).final).toBe(null)
  expect((await explain(nat)).final).toEqual({ score: 40, letter: 'F' })
  await undo()
  expect((await explain(ploy)).final).toEqual({ score: 50, letter: 'D' })
})

test('final grades that were removed do not come back beside others', async () => {
  const quiz = await addColumn('Quiz', { released: true })
  await put([cell(ploy, quiz, 5)])
  const final = () => arthit.call(grading.final, { params: inCourse(), body: { released: true } })
  await final()
  const column = (await table()).columns.at(-1) as { _id: string; revision: number }
  const params = { ...inCourse(), gradable_id: column._id }
  await arthit.call(grading.removeColumn, { params, revision: column.revision })
  const { _id: change_id } = await latest()
  await put([cell(ploy, quiz, 9, 5)])
  await final()
  expect(await arthit.refused(changes.undo, { params: { ...inCourse(), change_id } })).toMatchObject({
    ...{ code: 'conflict', current: [{ table: 'gradables', reason: 'taken' }] },
  })
  expect((await explain(ploy)).final).toEqual({ score: 90, letter: 'A' })
})
