import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { drawOf, giveFeedback, makeQuestion, makeSet, makeSlot } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { ago, ahead, start } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import {
  enrol,
  enterGroup,
  leaveCourse,
  makeAssignment,
  makeException,
  makeGroup,
  makePerson,
  makeSchedule,
  setPlace,
  submit,
  type Thing,
  takeAttendance,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { statistics, grading } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: Thing

beforeEach(async () => {
  server.clock.reset()
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  await setPlace(db, ploy, { joined_at: ago({ days: 60 }) }, course)
  nat = await makePerson(db, { first: 'Nat', last: 'Zumi' })
  await enrol(db, course, nat, 'student', { section: '2', joined_at: ago({ days: 60 }) })
})

const inCourse = () => ({ course_id: course.id })
const of = (assignment: Thing, query: { section?: string } = {}) =>
  mali.call(statistics.assignment, { params: { ...inCourse(), asgn_id: assignment.id }, query })
const ofCourse = (query: { section?: string } = {}) => mali.call(statistics.course, { params: inCourse(), query })
const answer = (work: Thing, response: object, more: object = {}) =>
  db
    .updateTable('submissions')
    .set({ response: JSON.stringify(response), ...more })
    .where('id', '=', work.id)
    .execute()
const oneMore = async () => {
  const person = await makePerson(db)
  await enrol(db, course, person, 'student', { joined_at: ago({ days: 60 }) })
  return person
}

describe('an assignment', () => {
  test('counts those who are on the course, what they sent, and the attempt that counts', async () => {
    const quiz = await makeAssignment(db, course, { score: 10, counts: 'best' })
    const gone = await oneMore()
    const [first, second, third] = [
      await submit(db, course, quiz, ploy),
      await submit(db, course, quiz, ploy, { attempt: 2 }),
      await submit(db, course, quiz, gone),
    ]
    await db
      .updateTable('submissions')
      .set({ submitted_at: ago({ days: 2 }) })
      .where('id', '=', first.id)
      .execute()
    await giveFeedback(db, course, { _id: first.id }, { score: 8 })
    await giveFeedback(db, course, { _id: second.id }, { score: 3, show: false })
    await giveFeedback(db, course, { _id: third.id }, { score: 1 })
    await leaveCourse(db, gone, course)
    const fields = JSON.stringify({ textbox: { value: 'half', version: 1 } })
    const draft = { course_id: course.id, assignment_id: quiz.id, owner_id: nat.id, fields, updated_at: start }
    await db.insertInto('drafts').values(draft).execute()
    expect(await of(quiz)).toMatchObject({
      ...{ owners: 2, handed_in: 1, graded: 1, released: 1, of_groups: false, due: '2026-09-15' },
      scores: { count: 1, mean: 8 },
      attempts: [{ attempts: 2, count: 1 }],
      over_time: {
        unit: 'day',
        items: [
          { from: '2026-09-12', first: 1, again: 0 },
          { from: '2026-09-13', first: 0, again: 0 },
          { from: '2026-09-14', first: 0, again: 1 },
        ],
      },
    })
    expect((await of(quiz)).distribution[8]).toEqual({ from: 80, to: 90, count: 1 })
  })

  test('counts the score that the gradebook has while a later attempt waits for its grade', async () => {
    const quiz = await makeAssignment(db, course, { score: 10, attempts_allowed: 0 })
    await mali.call(grading.addColumn, {
      params: inCourse(),
      body: { gradable_name: 'Quiz', gradable_score: 10, assignment_id: quiz.id },
    })
    const [first, second] = [
      await submit(db, course, quiz, ploy),
      await submit(db, course, quiz, ploy, { attempt: 2 }),
    ] as const
    await giveFeedback(db, course, { _id: first.id }, { score: 8 })
    const seen = async () => [await of(quiz), (await ofCourse()).columns[0]]
    expect(await seen()).toMatchObject([
      { graded: 1, scores: { count: 1, mean: 8 } },
      { scores: { count: 1, mean: 80 } },
    ])
    await giveFeedback(db, course, { _id: second.id }, { score: 5 })
    expect(await seen()).toMatchObject([
      { graded: 1, scores: { count: 1, mean: 5 } },
      { scores: { count: 1, mean: 50 } },
    ])
  })

  test('says of each question how hard it is, what was chosen, and whether it tells the better from the weaker', async () => {
    const quiz = await makeAssignment(db, course, { score: 5, score_questionset: 5, has_text: false })
    const [easy, hard] = [
      await makeQuestion(db, course, quiz, ['yes', 'no']),
      await makeQuestion(db, course, quiz, ['yes', 'no']),
    ]
    const people = [ploy, nat, ...(await Promise.all(Array.from({ length: 10 }, oneMore)))]
    for (const [i, person] of people.entries()) {
      const right = { [`item-${easy.id}`]: i < 9 ? 'a' : 'b', [`item-${hard.id}`]: i < 3 ? 'a' : 'b' }
      await answer(await submit(db, course, quiz, person), right)
    }
    const { parts } = await of(quiz)
    expect(parts.find(({ part }) => part === `item-${easy.id}`)).toMatchObject({
      ...{ question: 'Why?', kind: 'one', most: 2.5, asked: 12, judged: 12, mean: 75, full: 9, none: 3 },
      ...{ discrimination: 0.33 },
      choices: [
        { text: 'yes', correct: true, count: 9 },
        { text: 'no', correct: false, count: 3 },
      ],
    })
    expect(parts.find(({ part }) => part === `item-${hard.id}`)).toMatchObject({ mean: 25, discrimination: 0.33 })
  })

  test('counts a work in the questions that it was asked, also when their set draws fewer by now', async () => {
    const quiz = await makeAssignment(db, course, { score: 5, score_questionset: 5, has_text: false })
    const [easy, hard] = [
      await makeQuestion(db, course, quiz, ['yes', 'no']),
      await makeQuestion(db, course, quiz, ['yes', 'no']),
    ]
    const set = await makeSet(db, course, quiz, [easy, hard], 2)
    await answer(await submit(db, course, quiz, ploy), { [`item-${easy.id}`]: 'a', [`item-${hard.id}`]: 'b' })
    await drawOf(db, set, 1)
    const means = (await of(quiz)).parts.map(({ part, asked, mean }) => [part, asked, mean])
    expect(means).toEqual(
      expect.arrayContaining([
        [`item-${easy.id}`, 1, 100],
        [`item-${hard.id}`, 1, 0],
      ]),
    )
  })

  test('asks of a work only what it is graded by: neither files that are asked since, nor a text that has the points of questions since gone', async () => {
    const quiz = await makeAssignment(db, course, { score: 5, score_file: 2 })
    const gone = await makeQuestion(db, course, quiz, ['yes', 'no'])
    const right = { [`item-${gone.id}`]: 'a' }
    await answer(await submit(db, course, quiz, ploy), right)
    const slot = await makeSlot(db, course, quiz)
    expect((await of(quiz)).parts).toMatchObject([
      { part: `item-${gone.id}`, asked: 1, judged: 1 },
      { part: 'file', asked: 0, judged: 0 },
    ])
    await seed(db, async (trx) => {
      await trx.deleteFrom('questions').where('id', '=', gone.id).execute()
      await trx.deleteFrom('file_slots').where('id', '=', slot.id).execute()
    })
    expect((await of(quiz)).parts).toMatchObject([{ part: 'textbox', asked: 0, judged: 0 }])
  })

  test('counts points by hand and by the rubric, and a question that came later not of who was not asked it', async () => {
    const essay = await makeAssignment(db, course, { score: 10, score_essay: 7.5 })
    const work = await submit(db, course, essay, ploy)
    const item = {
      course_id: course.id,
      id: newId(),
      assignment_id: essay.id,
      part: 'textbox',
      title: 'x',
      points: -1.5,
    }
    await seed(db, (trx) => trx.insertInto('rubric_items').values(item).execute())
    await giveFeedback(db, course, { _id: work.id }, { items: [item.id] })
    const late = await makeQuestion(db, course, essay, ['yes', 'no'])
    expect((await of(essay)).parts).toMatchObject([
      { part: 'textbox', question: '', kind: null, asked: 1, judged: 1, mean: 80 },
      { part: `item-${late.id}`, asked: 0, judged: 0, mean: null, discrimination: null },
    ])
    await submit(db, course, essay, nat)
    await seed(db, (trx) =>
      trx
        .updateTable('feedback')
        .set({ items: [], parts: JSON.stringify({ textbox: '3' }) })
        .execute(),
    )
    expect((await of(essay)).parts[0]).toMatchObject({ asked: 2, judged: 1, mean: 40 })
  })

  test('counts a group once, as long as a student is in it', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    const staffs = { id: newId(), grouping_id: group.grouping_id }
    await db
      .insertInto('groups')
      .values({ ...staffs, course_id: course.id, name: 'Staff' })
      .execute()
    await enterGroup(db, course, staffs, arthit)
    const both = await makeAssignment(db, course, { grouping_id: group.grouping_id })
    await submit(db, course, both, group)
    expect(await of(both)).toMatchObject({ owners: 1, handed_in: 1, of_groups: true, graded: 0, scores: null })
  })
})

describe('a course', () => {
  const score = async (gradable_name: string, scores: [Thing, number][]) => {
    const { _id } = await arthit.call(grading.addColumn, {
      params: inCourse(),
      body: { gradable_name, gradable_score: 10 },
    })
    const items = scores.map(([{ id }, n]) => ({ person_id: id, gradable_id: _id, score: n, was: null }))
    await arthit.call(grading.write, { params: inCourse(), body: { items } })
  }

  test('says how totals and columns are, released or not', async () => {
    await score('Quiz', [
      [ploy, 9],
      [nat, 4],
    ])
    await score('Essay', [[ploy, 7]])
    expect(await ofCourse()).toMatchObject({
      ...{ students: 2, totals: { count: 2, mean: 60, lowest: 40, highest: 80 } },
      letters: [{ count: 1 }, { count: 0 }, { count: 0 }, { count: 0 }, { count: 1 }],
      columns: [
        { gradable_name: 'Quiz', scores: { count: 2, mean: 65 } },
        { gradable_name: 'Essay', scores: { count: 1, median: 70 } },
      ],
      over_time: { unit: 'week', items: [] },
    })
  })

  test('and an assignment are told of one section alone', async () => {
    await setPlace(db, ploy, { section: '' }, course)
    await score('Quiz', [
      [ploy, 9],
      [nat, 4],
    ])
    const quiz = await makeAssignment(db, course, { score: 10 })
    for (const person of [ploy, nat]) await submit(db, course, quiz, person)
    expect(await ofCourse({ section: '2' })).toMatchObject({
      ...{ students: 1, totals: { count: 1, mean: 40 }, columns: [{ scores: { count: 1, mean: 40 } }] },
      over_time: { items: [{ first: 1 }] },
    })
    expect(await ofCourse({ section: '' })).toMatchObject({ students: 1, totals: { mean: 90 } })
    expect(await ofCourse({ section: 'none of that name' })).toMatchObject({ students: 0, totals: null })
    expect(await of(quiz, { section: '2' })).toMatchObject({
      owners: 1,
      handed_in: 1,
      over_time: { items: [{ first: 1 }] },
    })
    const group = await makeGroup(db, course, [ploy])
    const ofGroup = await makeAssignment(db, course, { grouping_id: group.grouping_id })
    expect([(await of(ofGroup, { section: '2' })).owners, (await of(ofGroup, { section: '' })).owners]).toEqual([0, 1])
  })

  test('names who misses what most others do, with the reasons, and nobody else', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, oneMore))
    for (const days of [1, 2, 3]) {
      const due = await makeAssignment(db, course, { due_at: ago({ days }) })
      for (const person of others) await submit(db, course, due, person)
      if (days === 1) {
        await submit(db, course, due, ploy)
        await makeException(db, course, due, { person_id: nat.id, due_at: ahead({ days: 1 }) })
      }
    }
    // An assignment that hardly anybody hands in is no reason.
    await makeAssignment(db, course, { due_at: ago({ days: 4 }) })
    const schedule = await makeSchedule(db, course, { start_at: ago({ days: 1 }) })
    await takeAttendance(db, course, schedule, nat, 1)
    await score('Quiz', [[nat, 2]])
    await score('Essay', [[nat, 3]])
    const { behind, behind_count } = await ofCourse()
    const named = behind.map(({ _id, reasons }) => [_id, reasons])
    expect(named).toEqual([
      [
        nat.id,
        [
          { kind: 'missing', n: 2, of: 2 },
          { kind: 'below', percent: 25, than: 50 },
          { kind: 'quiet', since: null, days: 60 },
        ],
      ],
      [ploy.id, [{ kind: 'missing', n: 2, of: 3 }]],
    ])
    expect(behind_count).toBe(2)
    // "Most" always means most of the whole class.
    expect((await ofCourse({ section: '2' })).behind).toEqual(behind.slice(0, 1))
  })

  test('counts the classes at which a student marked their own attendance among those of which they missed some', async () => {
    for (const days of [1, 2, 3, 4, 5]) {
      const schedule = await makeSchedule(db, course, { start_at: ago({ days }) })
      if (days <= 3) await takeAttendance(db, course, schedule, nat, 1)
      else {
        const mark = { course_id: course.id, schedule_id: schedule.id, person_id: nat.id, code: 3, marked_at: start }
        await db.insertInto('attendance_marks').values(mark).execute()
      }
    }
    const { behind } = await ofCourse()
    expect(behind.find(({ _id }) => _id === nat.id)?.reasons).toContainEqual({ kind: 'absent', n: 3, of: 5 })
  })
})
