import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { giveFeedback } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  changeAssignment,
  enrol,
  leaveCourse,
  makeAssignment,
  makeCourse,
  submit,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { mine } = contract.gradebook

let course: Thing
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ;[ploy, nat] = [await server.person({ first: 'Ploy' }), await server.person({ first: 'Nat' })]
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
})

async function makeGradable(name: string, data: Partial<Insertable<DB['gradables']>> = {}): Promise<Thing> {
  const id = newId()
  const row = { course_id: course.id, id, name, score: 20, ...data }
  await seed(db, (trx) => trx.insertInto('gradables').values(row).execute())
  return { id }
}

const give = (gradable: Thing, person: Thing, score: number | null) =>
  seed(db, (trx) =>
    trx
      .insertInto('entries')
      .values({ course_id: course.id, gradable_id: gradable.id, person_id: person.id, score })
      .execute(),
  )

const read = (person: SignedIn) => person.call(mine, { params: { course_id: course.id } })

test('the gradebook is empty at first', async () => {
  expect(await read(ploy)).toEqual([])
})

test('it has each column in its order, with the person’s own score or null', async () => {
  const final = await makeGradable('Midterm', { position: 2, score: 40 })
  const quiz = await makeGradable('Quiz', { position: 1, score: 7.5 })
  const essay = await makeGradable('Essay', { position: 3 })
  await give(quiz, ploy, 6.25)
  await give(quiz, nat, 1)
  await give(essay, ploy, null)
  expect(await read(ploy)).toEqual([
    { _id: quiz.id, gradable_name: 'Quiz', score: 6.25, gradable_score: 7.5, class_mean: null },
    { _id: final.id, gradable_name: 'Midterm', score: null, gradable_score: 40, class_mean: null },
    { _id: essay.id, gradable_name: 'Essay', score: null, gradable_score: 20, class_mean: null },
  ])
  expect((await read(nat)).map((row) => row.score)).toEqual([1, null, null])
})

test('the mean of the class is told once five have a score, in steps that do not tell one score', async () => {
  const quiz = await makeGradable('Quiz', { score: 10 })
  const others = await Promise.all(Array.from({ length: 5 }, () => server.person()))
  for (const one of others) await enrol(db, course, one)
  const mean = async () => (await read(ploy)).map((row) => row.class_mean)
  for (const one of others.slice(1)) await give(quiz, one, 5)
  await give(quiz, nat, null)
  expect(await mean()).toEqual([null])
  await give(quiz, others[0] as SignedIn, 9)
  // The mean is 5.8.
  expect(await mean()).toEqual([6])
  await give(quiz, ploy, 1)
  // 5 of six; the steps are 2.
  expect(await mean()).toEqual([6])
})

test('who is excused does not count for the mean, though their work is graded', async () => {
  const assignment = await makeAssignment(db, course)
  const lab = await makeGradable('Lab', { assignment_id: assignment.id, score: 10 })
  const students = await Promise.all(Array.from({ length: 6 }, () => server.person()))
  for (const one of students) {
    await enrol(db, course, one)
    const { id } = await submit(db, course, assignment, one)
    await giveFeedback(db, course, { _id: id }, { score: one === students[0] ? 10 : 2 })
  }
  const mean = async () => (await read(ploy)).map((row) => row.class_mean)
  // 20 of six.
  expect(await mean()).toEqual([4])
  await seed(db, (trx) =>
    trx
      .insertInto('entries')
      .values({ course_id: course.id, gradable_id: lab.id, person_id: (students[0] as SignedIn).id, excused: true })
      .execute(),
  )
  expect(await mean()).toEqual([2])
})

test('who teaches, and who has left, does not count for the mean', async () => {
  const quiz = await makeGradable('Quiz', { score: 10 })
  const students = await Promise.all(Array.from({ length: 5 }, () => server.person()))
  for (const one of students) await enrol(db, course, one)
  const teacher = await server.person()
  await enrol(db, course, teacher, 'instructor')
  for (const one of [...students, teacher]) await give(quiz, one, one === teacher ? 10 : 4)
  expect((await read(ploy)).map((row) => row.class_mean)).toEqual([4])
  await leaveCourse(db, students[0] as SignedIn)
  expect((await read(ploy)).map((row) => row.class_mean)).toEqual([null])
})

test('a score of nought is a score', async () => {
  await give(await makeGradable('Quiz'), ploy, 0)
  expect((await read(ploy)).map((row) => row.score)).toEqual([0])
})

test('the final grade is not in it', async () => {
  await give(await makeGradable('Final grade', { final: true }), ploy, 81)
  expect(await read(ploy)).toEqual([])
})

test('the column of a deleted assignment is gone for its students, and there again with its scores when it comes back', async () => {
  const assignment = await makeAssignment(db, course)
  await makeGradable('Lab 1', { assignment_id: assignment.id })
  const { id: submission_id } = await submit(db, course, assignment, ploy)
  await giveFeedback(db, course, { _id: submission_id }, { score: 5 })
  const names = async () => (await read(ploy)).map((row) => [row.gradable_name, row.score])
  expect(await names()).toEqual([['Lab 1', 5]])
  const set = (deleted_at: Date | null) => changeAssignment(db, assignment, { deleted_at })
  await set(new Date())
  expect(await names()).toEqual([])
  expect(await read(nat)).toEqual([])
  await set(null)
  expect(await names()).toEqual([['Lab 1', 5]])
})

test('another course’s columns are not in it, and a stranger finds none', async () => {
  await makeGradable('Quiz')
  const other = await makeCourse(db)
  await enrol(db, other, ploy)
  expect(await ploy.call(mine, { params: { course_id: other.id } })).toEqual([])
  expect(await (await server.person()).refused(mine, { params: { course_id: course.id } })).toEqual({
    status: 404,
    code: 'not_found',
  })
})

test('what is known of the course aside, it takes one statement', async () => {
  await makeGradable('Quiz')
  await read(ploy)
  expect(await server.statementsOf(() => read(ploy))).toHaveLength(1)
})
