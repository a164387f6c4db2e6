import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { Curve } from '../../contract/staff/curve.ts'
import { worksheetOf } from '../assignments/testing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, setCourse, type Thing } from '../testing/world.ts'
import { gradebookOf } from './testing.ts'

const server = await useServer()
const { db } = server
const { grading, gradebook, curves, changes, submissions } = contract

let course: Thing
let essay: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let column: { _id: string }
let work: Thing

beforeEach(async () => {
  server.clock.reset()
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
  nat = await server.person({ first: 'Nat', last: 'Zumi' })
  await enrol(db, course, nat)
  const due_at = new Date(server.clock.now().getTime() - 36 * 3_600_000)
  essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10, due_at })
  column = await addColumn('Essay', { assignment_id: essay.id })
  work = { id: (await worksheetOf(ploy, course, essay).submit({ textbox: 'Because.' }))._id }
})

const { inCourse, addColumn } = gradebookOf(() => ({ course, arthit, mali }))
const grade = (points: string, revision = 0, more: object = {}) =>
  mali.call(submissions.save, {
    params: { ...inCourse(), submission_id: work.id },
    revision,
    body: { parts: { textbox: points }, applied: [], override: null, override_reason: '', comment: '', ...more },
  })
const revision = async () =>
  (await mali.call(submissions.work, { params: { ...inCourse(), submission_id: work.id } })).feedback.revision
const release = (shown = true) =>
  arthit.call(submissions.release, { params: { ...inCourse(), asgn_id: essay.id }, body: { people: 'all', shown } })
const curve = (curve: Curve, of = column) =>
  arthit.call(curves.apply, { params: { ...inCourse(), gradable_id: of._id }, body: { curve } })
const stepsOf = async (person: SignedIn) => {
  const { items } = await person.call(gradebook.explain, { params: inCourse() })
  return items.map(({ score, steps }) => [score, steps])
}
const undo = async () => {
  const { items } = await arthit.call(changes.list, { params: inCourse() })
  await arthit.call(changes.undo, { params: { ...inCourse(), change_id: items[0]?._id ?? '' } })
}
const late = { how: 'late', before: 9, after: 7.2, days: 2, keeps: 80 }

test('a student follows what the late rule took and what a curve gave, once it is released', async () => {
  await grade('9')
  expect(await stepsOf(ploy)).toEqual([[null, []]])
  await release()
  expect(await stepsOf(ploy)).toEqual([[7.2, [late]]])
  await curve({ kind: 'add', points: 1 })
  expect(await stepsOf(ploy)).toEqual([[8.2, [late, { how: 'add', before: 7.2, after: 8.2 }]]])
  await release(false)
  expect(await stepsOf(ploy)).toEqual([[null, []]])
  expect(await stepsOf(nat)).toEqual([[null, []]])
})

test('a curve is forgotten by another score, and is there again when that is taken back', async () => {
  await grade('9')
  await release()
  await curve({ kind: 'add', points: 1 })
  await undo()
  expect(await stepsOf(ploy)).toEqual([[7.2, [late]]])
  await curve({ kind: 'best' })
  const curved = [late, { how: 'best', before: 7.2, after: 10 }]
  expect(await stepsOf(ploy)).toEqual([[10, curved]])
  await grade('9', await revision(), { override: '10', override_reason: 'Curve', comment: 'Well done' })
  expect(await stepsOf(ploy)).toEqual([[10, curved]])
  await grade('9', await revision(), { override: '6', override_reason: 'Read again' })
  expect(await stepsOf(ploy)).toEqual([[6, []]])
  await undo()
  expect(await stepsOf(ploy)).toEqual([[10, curved]])
})

test('so is the curve of a column by hand, and nothing of one that is not released', async () => {
  const [quiz, secret] = [await addColumn('Quiz', { released: true }), await addColumn('Secret')]
  for (const { _id } of [quiz, secret])
    await arthit.call(grading.write, {
      ...{ params: inCourse(), body: { items: [{ person_id: nat.id, gradable_id: _id, score: 4, was: null }] } },
    })
  for (const one of [quiz, secret]) await curve({ kind: 'mean', mean: 5 }, one)
  expect(await stepsOf(nat)).toEqual([
    [null, []],
    [5, [{ how: 'mean', before: 4, after: 5 }]],
  ])
  await arthit.call(grading.write, {
    params: inCourse(),
    body: { items: [{ person_id: nat.id, gradable_id: quiz._id, score: 8, was: 5 }] },
  })
  expect((await stepsOf(nat))[1]).toEqual([8, []])
})

test('what the late rule took is told also of a score that ends in half a hundredth', async () => {
  await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 2.5, floor: 50 }) })
  await grade('2.3')
  await release()
  expect(await stepsOf(ploy)).toEqual([[2.19, [{ how: 'late', before: 2.3, after: 2.19, days: 2, keeps: 95 }]]])
})
