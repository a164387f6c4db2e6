import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { people } from '../../contract/staff/people.ts'
import { giveFeedback, showFeedback } from '../assignments/testing.ts'
import { addressOf } from '../testing/client.ts'
import { ahead, start } from '../testing/clock.ts'
import { useServer } from '../testing/server.ts'
import { changeAssignment, enrol, makeAssignment, makeCourse, setCourse, submit } from '../testing/world.ts'

const server = await useServer()
const { db } = server

test('the page of a student says which assignments they cannot see yet, and they cannot open it', async () => {
  const course = await makeCourse(db)
  const [arthit, ploy] = [await server.person(), await server.person({ first: 'Ploy' })]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy)
  const out = await makeAssignment(db, course, { name: 'Out', due_at: ahead({ days: 1 }) })
  await submit(db, course, out, ploy)
  await makeAssignment(db, course, { name: 'Later', due_at: ahead({ days: 2 }), publish_at: ahead({ days: 1 }) })
  await makeAssignment(db, course, { name: 'Draft', due_at: ahead({ days: 3 }), publish_at: null })
  const params = { course_id: course.id, person_id: ploy.id }
  const { assignments } = await arthit.call(people.one, { params })
  expect(assignments.map((one) => [one.assignment_name, one.publish_at, one.submitted !== null])).toEqual([
    ['Out', start.toISOString(), true],
    ['Later', ahead({ days: 1 }).toISOString(), false],
    ['Draft', null, false],
  ])
  expect((await ploy.raw('GET', addressOf(people.one, params))).statusCode).toBe(403)
})

test('an accommodation that was taken back meanwhile is not written over', async () => {
  const course = await makeCourse(db)
  const [arthit, ploy] = [await server.person(), await server.person()]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy)
  const params = { course_id: course.id, person_id: ploy.id }
  const body = { time_percent: 150, extra_days: 2 }
  await arthit.call(people.accommodate, { params, body, revision: 0 })
  const { items } = await arthit.call(contract.changes.list, { params })
  await arthit.call(contract.changes.undo, { params: { ...params, change_id: items[0]?._id ?? '' } })
  expect(await arthit.refused(people.accommodate, { params, body, revision: 1 })).toMatchObject({
    ...{ status: 409, code: 'conflict', current: { time_percent: 100, extra_days: 0, revision: 0 } },
  })
  expect((await arthit.call(people.accommodate, { params, body, revision: 0 })).revision).toBe(1)
})

test('an assistant who does not grade sees no score, neither on the page nor in what a change did', async () => {
  const course = await makeCourse(db, { assistants_may: ['grade'] })
  const [arthit, mali, ploy] = [await server.person(), await server.person(), await server.person()]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  await enrol(db, course, ploy)
  const essay = await makeAssignment(db, course, { score: 10 })
  const { id: submission_id } = await submit(db, course, essay, ploy)
  const params = { course_id: course.id }
  await arthit.call(contract.submissions.save, {
    params: { ...params, submission_id },
    revision: 0,
    body: { parts: {}, applied: [], override: '7', override_reason: 'Good', comment: '' },
  })
  const { items } = await arthit.call(contract.changes.list, { params })
  const seen = async () => {
    const { assignments } = await mali.call(people.one, { params: { ...params, person_id: ploy.id } })
    const { rows } = await mali.call(contract.changes.one, { params: { ...params, change_id: items[0]?._id ?? '' } })
    return [assignments[0]?.score, rows.map(({ table }) => table)]
  }
  expect(await seen()).toEqual([7, ['feedback']])
  await setCourse(db, course, { assistants_may: ['author'] })
  expect(await seen()).toEqual([null, []])
})

test('the page of a student has the score of the attempt that counts, as the gradebook has', async () => {
  const course = await makeCourse(db)
  const [arthit, ploy] = [await server.person(), await server.person()]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy)
  const quiz = await makeAssignment(db, course, { score: 10, attempts_allowed: 0, counts: 'best' })
  for (const [i, score] of [9, 4].entries()) {
    const { id } = await submit(db, course, quiz, ploy, { attempt: i + 1 })
    await giveFeedback(db, course, { _id: id }, { score, show: false })
  }
  const params = { course_id: course.id, person_id: ploy.id }
  expect((await arthit.call(people.one, { params })).assignments).toMatchObject([{ attempts: 2, score: 9 }])
})

test('the page of a student has what the gradebook has, released or not, but no score without a name', async () => {
  const course = await makeCourse(db)
  const [arthit, ploy] = [await server.person(), await server.person()]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy)
  const essay = await makeAssignment(db, course, { score: 10 })
  const { id } = await submit(db, course, essay, ploy)
  await giveFeedback(db, course, { _id: id }, { score: 7, show: false })
  const params = { course_id: course.id }
  const body = { gradable_name: 'Essay', gradable_score: 10, assignment_id: essay.id }
  const column = await arthit.call(contract.grading.addColumn, { params, body })
  const scores = async () =>
    (await arthit.call(people.one, { params: { ...params, person_id: ploy.id } })).scores.map(({ score }) => score)
  expect(await scores()).toEqual([7])
  await showFeedback(db, id, true)
  const ofColumn = { ...params, gradable_id: column._id }
  await arthit.call(contract.grading.editColumn, { params: ofColumn, body: { released: false }, revision: 1 })
  expect(await scores()).toEqual([7])
  await showFeedback(db, id, false)
  const ofEssay = { ...params, asgn_id: essay.id }
  await arthit.call(contract.hiddenNames.set, { params: ofEssay, body: { hidden: true } })
  expect(await scores()).toEqual([null])
  await changeAssignment(db, essay, { deleted_at: start })
  expect(await scores()).toEqual([])
})
