import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { Curve } from '../../contract/staff/curve.ts'
import type { CellValue } from '../../contract/staff/gradebook.ts'
import { seed } from '../changes/change.ts'
import { writeScores } from '../gradebook/score.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, makeGroup, submit, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { grading, gradebook, curves, changes, submissions } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let column: { _id: string }

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat', last: 'Zumi' })
  await enrol(db, course, nat)
  column = await addColumn('Midterm', { released: true })
})

const inCourse = () => ({ course_id: course.id })
const addColumn = (gradable_name: string, more: object = {}) =>
  arthit.call(grading.addColumn, { params: inCourse(), body: { gradable_name, gradable_score: 10, ...more } })
const put = (person: Thing, score: CellValue, was: CellValue = null, by = arthit) =>
  by.call(grading.write, {
    params: inCourse(),
    body: { items: [{ person_id: person.id, gradable_id: column._id, score, was }] },
  })
const ofColumn = () => ({ ...inCourse(), gradable_id: column._id })
const apply = (curve: Curve, query: { dry_run?: 'true'; digest?: string } = {}) =>
  arthit.call(curves.apply, { params: ofColumn(), query, body: { curve, reason: 'Curve: made easier' } })
const scores = async () => {
  const { rows, columns } = await mali.call(grading.table, { params: inCourse() })
  const place = columns.findIndex(({ _id }) => _id === column._id)
  return [ploy, nat].map(({ id }) => rows.find(({ _id }) => _id === id)?.cells[place])
}
const undo = async () => {
  const { items } = await arthit.call(changes.list, { params: inCourse() })
  await arthit.call(changes.undo, { params: { ...inCourse(), change_id: items[0]?._id ?? '' } })
}

test('a curve is shown before with what becomes of whom, applied as one change, and taken back as one', async () => {
  const third = await server.person({ first: 'Third' })
  await enrol(db, course, third)
  await put(ploy, 4)
  await put(nat, 8)
  await put(third, 'excused')
  const tried = await apply({ kind: 'best' }, { dry_run: 'true' })
  expect(tried).toMatchObject({
    items: expect.arrayContaining([
      { person_id: ploy.id, gradable_id: column._id, before: 4, after: 5 },
      { person_id: nat.id, gradable_id: column._id, before: 8, after: 10 },
    ]),
    ...{ same: 0, before: { mean: 6, most: 8 }, after: { mean: 7.5, most: 10 } },
  })
  expect(tried.items).toHaveLength(2)
  expect(await scores()).toEqual([4, 8])
  await apply({ kind: 'best' }, { digest: tried.digest })
  expect(await scores()).toEqual([5, 10])
  const [mine] = await ploy.call(gradebook.mine, { params: inCourse() })
  expect(mine?.score).toBe(5)
  const steps = await mali.call(grading.history, { params: { ...ofColumn(), person_id: ploy.id } })
  expect(steps[0]).toMatchObject({ before: 4, after: 5, reason: 'Curve: made easier' })
  await undo()
  expect(await scores()).toEqual([4, 8])
})

test('a plan that is old is not applied, and nothing of it is written', async () => {
  await put(ploy, 4)
  await put(nat, 8)
  const { digest } = await apply({ kind: 'add', points: 1 }, { dry_run: 'true' })
  await put(nat, 6, 8, mali)
  const body = { curve: { kind: 'add', points: 1 } as const }
  expect(await arthit.refused(curves.apply, { params: ofColumn(), query: { digest }, body })).toMatchObject({
    ...{ status: 409, current: { items: expect.arrayContaining([expect.objectContaining({ before: 6, after: 7 })]) } },
  })
  expect(await scores()).toEqual([4, 6])
})

test('works are curved over what their parts add up to, that of a group once, and stay unreleased', async () => {
  const group = await makeGroup(db, course, [ploy, nat])
  const project = await makeAssignment(db, course, { grouping_id: group.grouping_id, score: 10 })
  column = await addColumn('Project', { assignment_id: project.id })
  const { id: submissionId } = await submit(db, course, project, group)
  const by = { courseId: course.id, by: mali.id, at: server.clock.now() }
  await seed(db, (trx) => writeScores(trx, { ...by, scores: [{ submissionId, score: 4 }] }))
  await apply({ kind: 'root' })
  expect(await scores()).toEqual([{ hidden: 6.32 }, { hidden: 6.32 }])
  const feedback = await db
    .selectFrom('feedback')
    .select(['score', 'override', 'override_reason'])
    .where('submission_id', '=', submissionId)
    .execute()
  expect(feedback).toEqual([{ score: 6.32, override: 6.32, override_reason: 'Curve: made easier' }])
  const own = await ploy.call(gradebook.mine, { params: inCourse() })
  expect(own.map(({ score }) => score)).toEqual([null, null])
  await undo()
  expect(await scores()).toEqual([{ hidden: 4 }, { hidden: 4 }])
  // A member with a score of their own keeps it.
  await put(ploy, 9, 4)
  await apply({ kind: 'add', points: 0.5 })
  expect(await scores()).toEqual([{ hidden: 9.5 }, { hidden: 4.5 }])
})

test('a score that was entered before the group handed in is curved alone, and gives the other members none', async () => {
  const group = await makeGroup(db, course, [ploy, nat])
  const project = await makeAssignment(db, course, { grouping_id: group.grouping_id, score: 10 })
  column = await addColumn('Project', { assignment_id: project.id })
  await put(ploy, 4)
  await submit(db, course, project, group)
  const tried = await apply({ kind: 'add', points: 1 }, { dry_run: 'true' })
  expect(tried.items).toMatchObject([{ person_id: ploy.id, before: 4, after: 5 }])
  await apply({ kind: 'add', points: 1 }, { digest: tried.digest })
  expect(await scores()).toEqual([{ hidden: 5 }, null])
  await undo()
  expect(await scores()).toEqual([4, null])
})

test('where the best attempt counts, a lower curve lowers a member’s own score of another attempt too', async () => {
  const group = await makeGroup(db, course, [ploy, nat])
  const { grouping_id } = group
  const project = await makeAssignment(db, course, { grouping_id, score: 10, score_essay: 10, counts: 'best' })
  column = await addColumn('Project', { assignment_id: project.id })
  const save = ({ id }: Thing, points: string, members = {}) =>
    mali.call(submissions.save, {
      params: { ...inCourse(), submission_id: id },
      revision: 0,
      body: { parts: { textbox: points }, members },
    })
  await save(await submit(db, course, project, group), '3', { [nat.id]: { score: '6', reason: 'Did most of it' } })
  await save(await submit(db, course, project, group, { attempt: 2 }), '7')
  expect(await scores()).toEqual([{ hidden: 7 }, { hidden: 7 }])
  const { items } = await apply({ kind: 'mean', mean: 5 })
  expect(items.map(({ after }) => after)).toEqual([5, 5])
  expect(await scores()).toEqual([{ hidden: 5 }, { hidden: 5 }])
  await undo()
  expect(await scores()).toEqual([{ hidden: 7 }, { hidden: 7 }])
})

test('a column without scores stays as it is, and one of another course is not found', async () => {
  expect(await apply({ kind: 'mean', mean: 5 })).toMatchObject({ items: [], same: 0, before: { mean: null } })
  const { course: other, arthit: another } = await makeStaffedCourse(server)
  const params = { course_id: other.id, gradable_id: column._id }
  expect((await another.refused(curves.apply, { params, body: { curve: { kind: 'best' } } })).status).toBe(404)
})
