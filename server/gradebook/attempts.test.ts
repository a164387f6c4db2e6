import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, makeGroup, submit, type Thing } from '../testing/world.ts'
import { cell, gradebookOf } from './testing.ts'

/* The cell of a work with several attempts of which the best one counts. */

const server = await useServer()
const { db } = server
const { answers, assignments, curves, grading, submissions } = contract

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

const { inCourse, addColumn, table, put, own, undo } = gradebookOf(() => ({ course, arthit, mali }))
const shown = async (person: Thing) => (await table()).rows.find(({ _id }) => _id === person.id)?.cells[0]
const grade = (work: Thing, points: number, override: string | null = null) =>
  mali.call(submissions.save, {
    ...{ params: { ...inCourse(), submission_id: work.id }, revision: 0 },
    body: {
      parts: { textbox: String(points) },
      applied: [],
      override,
      override_reason: override ? 'Given' : '',
      comment: '',
    },
  })
const scoreOf = async (work: Thing) =>
  (await mali.call(submissions.work, { params: { ...inCourse(), submission_id: work.id } })).feedback.score
const history = async (person: Thing, column: { _id: string }) => {
  const steps = await mali.call(grading.history, {
    params: { ...inCourse(), gradable_id: column._id, person_id: person.id },
  })
  return steps.map(({ before, after, attempt }) => [before, after, attempt])
}

async function attemptsOf(owner: Thing, points: number[], grouping_id?: string) {
  const quiz = await makeAssignment(db, course, {
    ...{ has_text: true, score: 10, score_essay: 10, attempts_allowed: 0, counts: 'best' },
    ...(grouping_id && { grouping_id }),
  })
  const works: Thing[] = []
  for (const [i, score] of points.entries()) {
    const work = await submit(db, course, quiz, owner, { attempt: i + 1 })
    await grade(work, score)
    works.push(work)
  }
  return { quiz, works, column: await addColumn('Quiz', { assignment_id: quiz.id }) }
}

test('a score that is typed below those of the attempts is what the student gets, and emptied the best counts again', async () => {
  const { quiz, works, column } = await attemptsOf(ploy, [8, 3, 9, 6])
  const body = { people: [ploy.id], shown: true }
  await arthit.call(submissions.release, { params: { ...inCourse(), asgn_id: quiz.id }, body })
  expect([await shown(ploy), await own(ploy)]).toEqual([9, [['Quiz', 9]]])
  const { items } = await put([cell(ploy, column, 5, 9)])
  expect(items).toMatchObject([{ before: 9, after: 5 }])
  expect([await shown(ploy), await own(ploy)]).toEqual([5, [['Quiz', 5]]])
  expect(await Promise.all(works.map(scoreOf))).toEqual(['5', '3', '5', '5'])
  const steps = await history(ploy, column)
  expect(steps.slice(0, 3)).toEqual(
    expect.arrayContaining([
      [8, 5, 1],
      [9, 5, 3],
      [6, 5, 4],
    ]),
  )
  await undo()
  expect([await shown(ploy), await own(ploy)]).toEqual([9, [['Quiz', 9]]])
  await put([cell(ploy, column, 5, 9)])
  expect((await put([cell(ploy, column, null, 5)])).items).toMatchObject([{ before: 5, after: 9 }])
  expect([await shown(ploy), await own(ploy)]).toEqual([9, [['Quiz', 9]]])
  expect(await Promise.all(works.map(scoreOf))).toEqual(['8', '3', '9', '6'])
})

test('of attempts with equal scores the earlier one counts, wherever one is shown or written', async () => {
  const { quiz, works, column } = await attemptsOf(ploy, [5, 9, 9])
  const of = { ...inCourse(), asgn_id: quiz.id }
  await arthit.call(submissions.release, { params: of, body: { people: [ploy.id], shown: true } })
  const { items } = await mali.call(submissions.submissions, { params: of })
  const answered = await mali.call(answers.list, { params: of, query: { part: 'textbox' } })
  const [, second] = works
  expect(items.find(({ owner_id }) => owner_id === ploy.id)).toMatchObject({ _id: second?.id, attempts: 3 })
  expect(answered.items.flatMap((one) => one.works.map(({ _id }) => _id))).toEqual([second?.id])
  expect((await ploy.call(assignments.my, { params: of })).counting).toEqual({ attempt: 2, score: 9 })
  await put([cell(ploy, column, 9.5, 9)])
  expect(await Promise.all(works.map(scoreOf))).toEqual(['5', '9.5', '9'])
})

test('a score above those of the attempts changes the best one alone', async () => {
  const { works, column } = await attemptsOf(ploy, [8, 9])
  expect((await put([cell(ploy, column, 9.5, 9)])).items).toMatchObject([{ before: 9, after: 9.5 }])
  expect(await Promise.all(works.map(scoreOf))).toEqual(['8', '9.5'])
})

test('a score that is typed twice is the same for each attempt that got it, so that emptied the best counts again', async () => {
  const { works, column } = await attemptsOf(ploy, [7, 8])
  await put([cell(ploy, column, 6, 8)])
  await put([cell(ploy, column, 9, 6)])
  expect(await Promise.all(works.map(scoreOf))).toEqual(['9', '9'])
  expect((await put([cell(ploy, column, null, 9)])).items).toMatchObject([{ before: 9, after: 8 }])
  expect(await Promise.all(works.map(scoreOf))).toEqual(['7', '8'])
})

test('a curve that lowers scores lowers each attempt above them, also those of a group', async () => {
  const { grouping_id, ...group } = await makeGroup(db, course, [ploy, nat])
  const { works, column } = await attemptsOf(group, [8, 9], grouping_id)
  const params = { ...inCourse(), gradable_id: column._id }
  await arthit.call(curves.apply, { params, body: { curve: { kind: 'mean', mean: 5 } }, query: {} })
  expect([await shown(ploy), await shown(nat)]).toEqual([{ hidden: 5 }, { hidden: 5 }])
  expect(await Promise.all(works.map(scoreOf))).toEqual(['5', '5'])
  await undo()
  expect(await shown(ploy)).toEqual({ hidden: 9 })
})

test('an emptied cell leaves the score that a grader gave another attempt', async () => {
  const { quiz, works, column } = await attemptsOf(ploy, [4])
  const other = await submit(db, course, quiz, ploy, { attempt: 2 })
  await grade(other, 2, '3')
  await put([cell(ploy, column, 7, 4)])
  expect((await put([cell(ploy, column, null, 7)])).items).toMatchObject([{ before: 7, after: 4 }])
  expect(await Promise.all([...works, other].map(scoreOf))).toEqual(['4', '3'])
})

test('a member of a group gets the typed score for each attempt above it, and the others keep theirs', async () => {
  const { grouping_id, ...group } = await makeGroup(db, course, [ploy, nat])
  const { column } = await attemptsOf(group, [8, 9], grouping_id)
  expect((await put([cell(nat, column, 5, 9)])).items).toMatchObject([{ before: 9, after: 5 }])
  expect([await shown(ploy), await shown(nat)]).toEqual([{ hidden: 9 }, { hidden: 5 }])
  expect((await put([cell(nat, column, null, 5)])).items).toMatchObject([{ before: 5, after: 9 }])
  expect([await shown(ploy), await shown(nat)]).toEqual([{ hidden: 9 }, { hidden: 9 }])
})
