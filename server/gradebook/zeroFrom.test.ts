import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { giveFeedback, showFeedback } from '../assignments/testing.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import {
  accommodate,
  changeAssignment,
  enrol,
  makeAssignment,
  makeGroup,
  submit,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db, clock } = server
const { grading, gradebook, exceptions } = contract

let course: Thing
let essay: Thing
let column: { _id: string }
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let ton: SignedIn
let rada: SignedIn

const at = (days: number) => ahead({ days }).toISOString()
const inCourse = () => ({ course_id: course.id })
const addColumn = (gradable_name: string, more: object) =>
  arthit.call(grading.addColumn, {
    ...{ params: inCourse(), body: { gradable_name, gradable_score: 10, released: true, ...more } },
  })

/** Everyone has all points of the quiz: with the essay as nought, the total is half of them. */
beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  ;[nat, ton, rada] = [
    await server.person({ first: 'Nat' }),
    await server.person({ first: 'Ton' }),
    await server.person({ first: 'Rada' }),
  ]
  await enrol(db, course, nat, 'student', { section: '2' })
  for (const one of [ton, rada]) await enrol(db, course, one, 'student', { section: '3' })
  essay = await makeAssignment(db, course, { name: 'Essay', due_at: ahead({ days: 1 }) })
  const quiz = await addColumn('Quiz', {})
  column = await addColumn('Essay', { assignment_id: essay.id, zero_from: at(2) })
  const items = [ploy, nat, ton, rada].map(({ id }) => ({
    ...{ person_id: id, gradable_id: quiz._id, score: 10, was: null },
  }))
  await arthit.call(grading.write, { params: inCourse(), body: { items } })
})

const give = (body: Parameters<typeof arthit.call<typeof exceptions.put>>[1]['body']) =>
  arthit.call(exceptions.put, { params: { ...inCourse(), asgn_id: essay.id }, body })

/** Everyone's final grade if it were released now: in percent, in the order of `people`. */
async function finals(...people: Thing[]) {
  const body = { released: true }
  const { items } = await arthit.call(grading.final, { params: inCourse(), query: { dry_run: 'true' }, body })
  return people.map(({ id }) => items.find(({ person_id }) => person_id === id)?.percent)
}

/** From when the essay counts as nought for a person: by their own reply, and by the row of staff's table. */
async function zeroOf(person: SignedIn) {
  const { items } = await person.call(gradebook.explain, { params: inCourse() })
  const { rows } = await mali.call(grading.table, { params: inCourse() })
  const row = rows.find(({ _id }) => _id === person.id)
  return [items.find(({ name }) => name === 'Essay')?.zero_from, row?.zero_from?.[column._id]]
}

test('who has more time counts as nought from their own due date, and everybody else from that of the column', async () => {
  await give([
    { people: [ploy.id], due: at(5) },
    { sections: ['2'], due: at(4) },
  ])
  await accommodate(db, course, ton, { extra_days: 7 })
  expect(await zeroOf(ploy)).toEqual([at(5), at(5)])
  expect(await zeroOf(nat)).toEqual([at(4), at(4)])
  expect(await zeroOf(ton)).toEqual([at(8), at(8)])
  expect(await zeroOf(rada)).toEqual([at(2), undefined])
  // A score that staff may clear again changes nothing of that.
  const write = (score: number | null, was: number | null) =>
    arthit.call(grading.write, {
      params: inCourse(),
      body: { items: [{ person_id: ploy.id, gradable_id: column._id, score, was }] },
    })
  await write(10, null)
  expect(await zeroOf(ploy)).toEqual([at(5), at(5)])
  await write(null, 10)
  expect(await finals(ploy, nat, ton, rada)).toEqual([100, 100, 100, 100])
  clock.pass({ days: 2 })
  expect(await finals(ploy, nat, ton, rada)).toEqual([100, 100, 100, 50])
  clock.pass({ days: 2 })
  expect(await finals(ploy, nat, ton, rada)).toEqual([100, 50, 100, 50])
  clock.pass({ days: 1 })
  expect(await finals(ploy, nat, ton, rada)).toEqual([50, 50, 100, 50])
})

test('more time that ends before the date of the column, and attempts alone, change nothing', async () => {
  await give([
    { people: [ploy.id], due: ahead({ days: 1, hours: 1 }).toISOString() },
    { people: [nat.id], attempts: 2 },
  ])
  expect([await zeroOf(ploy), await zeroOf(nat)]).toEqual([
    [at(2), undefined],
    [at(2), undefined],
  ])
  // Nobody has an exception, and the column's date is before the due date.
  await changeAssignment(db, essay, { due_at: ahead({ days: 6 }) })
  expect(await zeroOf(ploy)).toEqual([at(2), undefined])
})

test('what is given to a group, or to one of them, is for all who hand in together', async () => {
  const group = await makeGroup(db, course, [ploy, nat])
  await changeAssignment(db, essay, { grouping_id: group.grouping_id })
  await accommodate(db, course, nat, { extra_days: 2 })
  expect([await zeroOf(ploy), await zeroOf(ton)]).toEqual([
    [at(3), at(3)],
    [at(2), undefined],
  ])
  await give([{ groups: [group.id], due: at(5) }])
  expect([await zeroOf(ploy), await zeroOf(nat)]).toEqual([
    [at(5), at(5)],
    [at(5), at(5)],
  ])
})

test('work that waits for its grade is not missing, and a grade that is not released says nothing to its student', async () => {
  const { id } = await submit(db, course, essay, ploy)
  clock.pass({ days: 3 })
  expect(await finals(ploy, rada)).toEqual([100, 50])
  expect([await zeroOf(ploy), await zeroOf(rada)]).toEqual([
    [null, null],
    [at(2), undefined],
  ])
  const seen = () => ploy.call(gradebook.explain, { params: inCourse() })
  const before = await seen()
  await giveFeedback(db, course, { _id: id }, { score: 4, show: false })
  expect(await seen()).toEqual(before)
  expect(await finals(ploy)).toEqual([70])
  await showFeedback(db, id)
  expect((await seen()).items.map(({ score }) => score)).toEqual([10, 4])
})

test('an assignment that students do not see counts as nought for nobody', async () => {
  clock.pass({ days: 3 })
  expect(await finals(ploy, rada)).toEqual([50, 50])
  for (const publish_at of [null, ahead({ days: 9_000 })]) {
    await changeAssignment(db, essay, { publish_at })
    expect([await zeroOf(ploy), await finals(ploy, rada)]).toEqual([
      [undefined, null],
      [100, 100],
    ])
  }
})

test('it costs staff’s table one statement more, where a column of an assignment has such a date', async () => {
  const table = () => mali.call(grading.table, { params: inCourse() })
  await table()
  expect(await server.statementsOf(table)).toHaveLength(4)
})
