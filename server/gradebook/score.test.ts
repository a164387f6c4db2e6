import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { giveFeedback, showFeedback, worksheetOf } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeAssignment, makeCourse, makeGroup, submit, type Thing } from '../testing/world.ts'
import { writeScores } from './score.ts'

const server = await useServer()
const { db } = server

let course: Thing
let ploy: SignedIn
let nat: SignedIn
let mali: SignedIn
let quiz: Thing
let column: string

const makeColumn = async (assignment_id: string | null) => {
  const id = newId()
  const row = { course_id: course.id, id, name: 'Quiz', score: 10, assignment_id }
  await seed(db, (trx) => trx.insertInto('gradables').values(row).execute())
  return id
}

beforeEach(async () => {
  course = await makeCourse(db)
  ;[ploy, nat, mali] = [await server.person(), await server.person(), await server.person()]
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  await enrol(db, course, mali, 'assistant')
  quiz = await makeAssignment(db, course, { attempts_allowed: 0 })
  column = await makeColumn(quiz.id)
})

const ofSubmission = ({ id }: Thing, score: number | null) => {
  const scores = [{ submissionId: id, score }]
  return seed(db, (trx) => writeScores(trx, { courseId: course.id, scores, by: mali.id, at: server.clock.now() }))
}
const enter = (person: Thing, score: number) =>
  seed(db, (trx) =>
    trx
      .insertInto('entries')
      .values({ course_id: course.id, gradable_id: column, person_id: person.id, score })
      .execute(),
  )
const show = ({ id }: Thing, to = true) => showFeedback(db, id, to)
const cellOf = async (person: SignedIn) => {
  const rows = await person.call(contract.gradebook.mine, { params: { course_id: course.id } })
  return rows.find(({ _id }) => _id === column)?.score
}

test('the gradebook has the score of a submission once it is released, and after each change of it', async () => {
  const work = await submit(db, course, quiz, ploy)
  await ofSubmission(work, 6)
  expect(await cellOf(ploy)).toBe(null)
  await show(work)
  expect([await cellOf(ploy), await cellOf(nat)]).toEqual([6, null])
  await ofSubmission(work, 7.5)
  expect(await cellOf(ploy)).toBe(7.5)
  await show(work, false)
  expect(await cellOf(ploy)).toBe(null)
  await show(work)
  await seed(db, (trx) => trx.deleteFrom('feedback').where('submission_id', '=', work.id).execute())
  expect(await cellOf(ploy)).toBe(null)
})

test('the latest, the best or the first released attempt counts, as the assignment says, from that moment on', async () => {
  const points = [4, 9, 6]
  for (const [i, score] of points.entries()) {
    const work = await submit(db, course, quiz, ploy, { attempt: i + 1 })
    await ofSubmission(work, score)
    await show(work)
  }
  const counts = (which: 'latest' | 'best' | 'first') =>
    seed(db, (trx) => trx.updateTable('assignments').set({ counts: which }).where('id', '=', quiz.id).execute())
  expect(await cellOf(ploy)).toBe(6)
  await counts('best')
  expect(await cellOf(ploy)).toBe(9)
  await counts('first')
  expect(await cellOf(ploy)).toBe(4)
  const late = await submit(db, course, quiz, ploy, { attempt: 4 })
  await ofSubmission(late, 10)
  await show(late)
  expect(await cellOf(ploy)).toBe(4)
  await counts('latest')
  expect(await cellOf(ploy)).toBe(10)
})

test('of several attempts the latest that is released counts', async () => {
  const [first, second] = [await submit(db, course, quiz, ploy), await submit(db, course, quiz, ploy, { attempt: 2 })]
  await ofSubmission(first, 3)
  await show(first)
  await ofSubmission(second, 9)
  expect(await cellOf(ploy)).toBe(3)
  await show(second)
  expect(await cellOf(ploy)).toBe(9)
  await ofSubmission(first, 4)
  expect(await cellOf(ploy)).toBe(9)
  await show(second, false)
  expect(await cellOf(ploy)).toBe(4)
})

test('a cell that follows feedback cannot say anything else, whoever writes it', async () => {
  const work = await submit(db, course, quiz, ploy)
  await ofSubmission(work, 6)
  await show(work)
  await enter(ploy, 10)
  expect(await cellOf(ploy)).toBe(6)
  await db.updateTable('scores').set({ score: 10 }).where('person_id', '=', ploy.id).execute()
  expect(await cellOf(ploy)).toBe(6)
})

test('who handed nothing in is given a score by hand, which feedback replaces', async () => {
  await enter(nat, 2)
  expect(await cellOf(nat)).toBe(2)
  const work = await submit(db, course, quiz, nat)
  expect(await cellOf(nat)).toBe(2)
  await ofSubmission(work, 8)
  await show(work)
  expect(await cellOf(nat)).toBe(8)
})

test('a released comment without a score takes none away', async () => {
  const comment = async (work: Thing) => {
    await giveFeedback(db, course, { _id: work.id }, { score: null, show: true, comment: 'As we said.' })
  }
  await enter(nat, 2)
  await comment(await submit(db, course, quiz, nat))
  const first = await submit(db, course, quiz, ploy)
  await ofSubmission(first, 6)
  await show(first)
  await comment(await submit(db, course, quiz, ploy, { attempt: 2 }))
  expect([await cellOf(nat), await cellOf(ploy)]).toEqual([2, 6])
  await seed(db, (trx) => trx.updateTable('assignments').set({ counts: 'first' }).where('id', '=', quiz.id).execute())
  const second = await submit(db, course, quiz, nat, { attempt: 2 })
  await ofSubmission(second, 9)
  await show(second)
  const { counting } = await worksheetOf(nat, course, quiz).my()
  expect([await cellOf(nat), counting]).toEqual([9, { attempt: 2, score: 9 }])
  const { rows } = await mali.call(contract.grading.table, { params: { course_id: course.id } })
  expect(rows.map(({ _id, cells }) => [_id, cells])).toEqual(
    expect.arrayContaining([
      [nat.id, [9]],
      [ploy.id, [6]],
    ]),
  )
})

test('each of a group has its score, also who comes into it later', async () => {
  const group = await makeGroup(db, course, [ploy])
  const project = await makeAssignment(db, course, { grouping_id: group.grouping_id })
  column = await makeColumn(project.id)
  const work = await submit(db, course, project, group)
  await ofSubmission(work, 5)
  await show(work)
  const { grouping_id } = group
  const member = { course_id: course.id, grouping_id, group_id: group.id, person_id: nat.id, accepted_at: new Date() }
  await db.insertInto('group_members').values(member).execute()
  expect([await cellOf(ploy), await cellOf(nat)]).toEqual([5, 5])
})

test('a column that is linked to an assignment later has what was released before', async () => {
  const work = await submit(db, course, quiz, ploy)
  await ofSubmission(work, 6)
  await show(work)
  column = await makeColumn(null)
  expect(await cellOf(ploy)).toBe(null)
  await seed(db, (trx) =>
    trx.updateTable('gradables').set({ assignment_id: quiz.id }).where('id', '=', column).execute(),
  )
  expect(await cellOf(ploy)).toBe(6)
})

test('a score of another course’s submission is not there to write', async () => {
  const other = await makeCourse(db)
  const work = await submit(db, other, await makeAssignment(db, other), ploy)
  await expect(ofSubmission(work, 1)).rejects.toMatchObject({ code: 'not_found' })
})
