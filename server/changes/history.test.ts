import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { cell, gradebookOf } from '../gradebook/testing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, setCourse, type Thing } from '../testing/world.ts'
import { change } from './change.ts'

const server = await useServer()
const { announcements, changes } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const { inCourse, addColumn, put, table, latest } = gradebookOf(() => ({ course, arthit, mali }))

test('the history of a course is limited to an area of it, page by page', async () => {
  const quiz = await addColumn('Quiz')
  await put([cell(ploy, quiz, 7)])
  await arthit.call(announcements.create, { params: inCourse(), body: { announcement_title: 'Room 5' } })
  const kindsIn = async (query: { area?: 'grades' | 'works' | 'materials'; limit?: string; after?: string }) => {
    const { items, next } = await mali.call(changes.list, { params: inCourse(), query })
    return { kinds: items.map(({ kind }) => kind), next }
  }
  const all = ['announcement_created', 'grades_entered', 'grade_column_added']
  expect(await kindsIn({})).toEqual({ kinds: all, next: null })
  expect(await kindsIn({ area: 'materials' })).toEqual({ kinds: ['announcement_created'], next: null })
  expect(await kindsIn({ area: 'works' })).toEqual({ kinds: [], next: null })
  const first = await kindsIn({ area: 'grades', limit: '1' })
  expect(first.kinds).toEqual(['grades_entered'])
  const second = await kindsIn({ area: 'grades', limit: '1', after: first.next ?? '' })
  expect(second).toEqual({ kinds: ['grade_column_added'], next: null })
})

test('an unknown area is refused', async () => {
  const answer = await mali.raw('GET', `/api/courses/${course.id}/history?area=secrets`)
  expect(answer.statusCode).toBe(400)
})

const scoresOf = async (column: { _id: string }, people: Thing[]) => {
  const { rows, columns } = await table()
  const place = columns.findIndex(({ _id }) => _id === column._id)
  const score = (one?: unknown) => (one as { hidden?: unknown } | undefined)?.hidden ?? null
  return people.map(({ id }) => score(rows.find(({ _id }) => _id === id)?.cells[place]))
}
const makeStudents = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const one = await server.person({ first: `S${n}` })
      await enrol(server.db, course, one)
      return one
    }),
  )
const undo = (change_id: string, query: { leave?: 'changed' } = {}) =>
  arthit.call(changes.undo, { params: { ...inCourse(), change_id }, query })
const refusedUndo = (change_id: string, query: { leave?: 'changed' } = {}) =>
  arthit.refused(changes.undo, { params: { ...inCourse(), change_id }, query })

// Many rows are put back together, few one by one.
test.each([3, 30])('what somebody changed since may stay while the rest of %i scores is taken back', async (count) => {
  const students = await makeStudents(count)
  const [nat, wirun] = students as [SignedIn, SignedIn]
  const quiz = await addColumn('Quiz')
  const before = students.map((_, n): number | null => (n % 3 === 2 ? 2 : null))
  before[0] = 1
  const written = before.map((score) => (score === null ? 5 : score === 2 ? null : 6))
  await put(students.flatMap((one, n) => (before[n] == null ? [] : [cell(one, quiz, before[n] ?? null)])))
  await put(students.map((one, n) => cell(one, quiz, written[n] ?? null, before[n])))
  const { _id: pasted } = await latest()
  await put([cell(nat, quiz, 8, 6)])
  const { _id: later } = await latest()
  expect(await refusedUndo(pasted)).toMatchObject({
    status: 409,
    current: [{ table: 'entries', reason: 'changed', can_stay: true }],
  })
  expect(await scoresOf(quiz, students)).toEqual([8, ...written.slice(1)])
  const part = await undo(pasted, { leave: 'changed' })
  expect(part).toMatchObject({ undoes: pasted, about: { left: 1 } })
  expect(await scoresOf(quiz, students)).toEqual([8, ...before.slice(1)])
  const kept = () => arthit.call(changes.one, { params: { ...inCourse(), change_id: pasted } })
  expect(await kept()).toMatchObject({ undone_by: null, undone_in_part: true })
  // There is nothing else to take back.
  expect(await refusedUndo(pasted, { leave: 'changed' })).toMatchObject({ current: [{ can_stay: false }] })
  // What others wrote in the rows that are back is in the way as well.
  await put([cell(wirun, quiz, 9, before[1])])
  const { _id: again } = await latest()
  expect((await refusedUndo(pasted)).current).toHaveLength(2)
  await undo(again)
  // The rest goes back once the later score has.
  await undo(later)
  await undo(pasted)
  expect(await scoresOf(quiz, students)).toEqual(before)
  expect(await kept()).toMatchObject({ undone_by: expect.any(String) })
})

test('a change of which a part cannot stay is taken back whole or not at all', async () => {
  const quiz = await addColumn('Quiz')
  const { _id: added } = await latest()
  await put([cell(ploy, quiz, 5)])
  expect(await refusedUndo(added, { leave: 'changed' })).toMatchObject({
    status: 409,
    current: [{ table: 'gradables', reason: 'in_use', can_stay: false }],
  })
})

test('of a change that wrote more than what stands for one person each, nothing may stay', async () => {
  const quiz = await addColumn('Quiz')
  const nat = await server.person()
  await enrol(server.db, course, nat)
  await put([cell(ploy, quiz, 5), cell(nat, quiz, 6)])
  const of = { courseId: course.id, actorId: arthit.id, kind: 'grade_column_edited', at: server.clock.now() }
  const both = await change(server.db, of, async (trx) => {
    await trx.updateTable('gradables').set({ name: 'Test' }).where('id', '=', quiz._id).execute()
    await trx.updateTable('entries').set({ score: '9' }).where('gradable_id', '=', quiz._id).execute()
  })
  await put([cell(nat, quiz, 8, 9)])
  expect(await refusedUndo(both.id, { leave: 'changed' })).toMatchObject({
    current: [{ table: 'entries', reason: 'changed', can_stay: false }],
  })
})

test('of a change with very many rows the first thousand are there, and how many more there are', async () => {
  const students = await makeStudents(101)
  const columns = await Promise.all(Array.from({ length: 10 }, (_, n) => addColumn(`Quiz ${n}`)))
  await put(columns.flatMap((column) => students.map((one) => cell(one, column, 5))))
  const { _id: change_id } = await latest()
  const { rows, more_rows } = await mali.call(changes.one, { params: { ...inCourse(), change_id } })
  expect([rows.length, more_rows]).toEqual([1000, 10])
  await setCourse(server.db, course, { assistants_may: ['author'] })
  const withoutGrades = await mali.call(changes.one, { params: { ...inCourse(), change_id } })
  expect(withoutGrades).toMatchObject({ rows: [], more_rows: 0 })
  await put([cell(students[0] as Thing, columns[0] as { _id: string }, 6, 5)])
  const { _id: small } = await latest()
  expect(await mali.call(changes.one, { params: { ...inCourse(), change_id: small } })).toMatchObject({ more_rows: 0 })
})
