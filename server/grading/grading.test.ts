import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { GradeForm } from '../../contract/staff/grading.ts'
import { giveFeedback, makeQuestion, worksheetOf } from '../assignments/testing.ts'
import { newId } from '../ids.ts'
import { addressOf } from '../testing/client.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  accommodate,
  changeAssignment,
  enrol,
  leaveCourse,
  makeAssignment,
  makeCourse,
  makeException,
  makeGroup,
  setCourse,
  setPlace,
  submit,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const calls = contract.submissions

let course: Thing
let essay: Thing
let question: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ;[arthit, mali, ploy, nat] = (await Promise.all(
    ['Arthit', 'Mali', 'Ploy', 'Nat'].map((first) => server.person({ first, last: 'T' })),
  )) as [SignedIn, SignedIn, SignedIn, SignedIn]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  for (const person of [ploy, nat]) await enrol(db, course, person)
  essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 5 })
  question = await makeQuestion(db, course, essay, ['yes', 'no'])
})

const ofEssay = () => ({ course_id: course.id, asgn_id: essay.id })
const ofWork = ({ id }: Thing) => ({ course_id: course.id, submission_id: id })
const list = async () => (await mali.call(calls.submissions, { params: ofEssay() })).items
const work = (one: Thing, by = mali) => by.call(calls.work, { params: ofWork(one) })
const none: GradeForm = { parts: {}, applied: [], override: null, override_reason: '', comment: '' }
const save = (one: Thing, form: Partial<GradeForm>, revision = 0, by = mali) =>
  by.call(calls.save, { params: ofWork(one), revision, body: { ...none, ...form } })
const add = (part: string, points: string) =>
  mali.call(calls.addItem, { params: ofEssay(), body: { part, title: `Item ${points}`, points } })
const release = (people: SignedIn[], shown = true) =>
  arthit.call(calls.release, { params: ofEssay(), body: { people: people.map(({ id }) => id), shown } })
const seen = async (person: SignedIn) => (await worksheetOf(person, course, essay).my()).my?.feedback

async function handIn(person: SignedIn, answers: Record<string, string> = {}): Promise<Thing> {
  const { _id } = await worksheetOf(person, course, essay).submit({ textbox: 'Because.', ...answers })
  return { id: _id }
}
const right = () => ({ [`item-${question.id}`]: '0' })

describe('the submissions of an assignment', () => {
  test('have a row for each student with its state, and of a group one together', async () => {
    await handIn(ploy)
    expect((await list()).map(({ people, state, attempts }) => [people[0]?.first, state, attempts])).toEqual([
      ['Nat', 'not_begun', 0],
      ['Ploy', 'submitted', 1],
    ])
    const group = await makeGroup(db, course, [ploy, nat])
    const both = await makeAssignment(db, course, { grouping_id: group.grouping_id })
    await submit(db, course, both, group)
    const { items } = await mali.call(calls.submissions, { params: { course_id: course.id, asgn_id: both.id } })
    expect(items.map(({ people, state }) => [people.map(({ first }) => first), state])).toEqual([
      [['Nat', 'Ploy'], 'submitted'],
    ])
  })

  test('say until when anybody can hand in, with all that some are given; null where it never closes', async () => {
    const latest = async () => (await mali.call(calls.submissions, { params: ofEssay() })).latest_closing
    const at = (days: number) => ahead({ days }).toISOString()
    expect(await latest()).toBe(null)
    await changeAssignment(db, essay, { due_at: null, closes_at: ahead({ days: 2 }) })
    expect(await latest()).toBe(at(2))
    await makeException(db, course, essay, { person_id: nat.id, closes_at: ahead({ days: 5 }) })
    expect(await latest(), 'of a person').toBe(at(5))
    await makeException(db, course, essay, { section: '1', closes_at: ahead({ days: 4 }) })
    await setPlace(db, ploy, { section: '1' }, course)
    await accommodate(db, course, ploy, { extra_days: 7 })
    expect(await latest(), 'more days after the date of a section').toBe(at(11))
    await leaveCourse(db, ploy, course)
    expect(await latest()).toBe(at(5))
    const group = await makeGroup(db, course, [nat])
    await changeAssignment(db, essay, { grouping_id: group.grouping_id, time_limit: 60 })
    await makeException(db, course, essay, { group_id: group.id, closes_at: ahead({ days: 6 }) })
    expect(await latest(), 'of a group').toBe(at(6))
    await accommodate(db, course, nat, { time_percent: 1_000 })
    await changeAssignment(db, essay, { closes_at: ahead({ days: 6 }) })
    expect(await latest(), 'more minutes').toBe(ahead({ days: 6, minutes: 540 }).toISOString())
    await changeAssignment(db, essay, { closes_at: null })
    expect(await latest()).toBe(null)
  })

  test('are divided among graders in turn, and that is taken back', async () => {
    await handIn(ploy)
    const body = { people: [nat.id, ploy.id], graders: [mali.id, arthit.id] }
    await arthit.call(calls.divide, { params: ofEssay(), body })
    expect((await list()).map(({ assigned_to }) => assigned_to?.first)).toEqual(['Mali', 'Arthit'])
    await arthit.call(calls.divide, { params: ofEssay(), body: { ...body, graders: [ploy.id] } })
    expect((await list()).map(({ assigned_to }) => assigned_to)).toEqual([null, null])
    // Nat may hand in yet; who is no student of the course never does.
    const stranger = await server.person()
    const named = { people: [nat.id, stranger.id, mali.id, newId()], graders: [mali.id] }
    expect(await arthit.call(calls.divide, { params: ofEssay(), body: named })).toEqual({ works: 1 })
    await setCourse(db, course, { assistants_may: [] })
    await arthit.call(calls.divide, { params: ofEssay(), body })
    const { items } = await arthit.call(calls.submissions, { params: ofEssay() })
    expect(items.map(({ assigned_to }) => assigned_to?.first)).toEqual([undefined, 'Arthit'])
  })

  test('are everybody’s again when their grader leaves or may not grade any more, and theirs when that ends', async () => {
    await handIn(ploy)
    const body = { people: [nat.id, ploy.id], graders: [mali.id, arthit.id] }
    await arthit.call(calls.divide, { params: ofEssay(), body })
    const graders = async () => {
      const { items } = await arthit.call(calls.submissions, { params: ofEssay() })
      return items.map(({ assigned_to }) => assigned_to?.first)
    }
    await leaveCourse(db, mali, course)
    expect(await graders()).toEqual([undefined, 'Arthit'])
    await enrol(db, course, mali, 'assistant')
    expect(await graders()).toEqual(['Mali', 'Arthit'])
    await setCourse(db, course, { assistants_may: [] })
    expect(await graders()).toEqual([undefined, 'Arthit'])
  })
})

test('a grader is told once of works that somebody else assigned to them, with how many are theirs by now', async () => {
  await handIn(ploy)
  const divide = (people: SignedIn[], graders: SignedIn[], by = arthit) => {
    const body = { people: people.map(({ id }) => id), graders: graders.map(({ id }) => id) }
    return by.call(calls.divide, { params: ofEssay(), body })
  }
  const told = async (person: SignedIn) => {
    const { notifications } = await person.call(contract.notifications.list)
    return notifications.map(({ message }) => [message.kind, message.params.count, message.link])
  }
  const link = `/course/${course.id}/assignments/${essay.id}/submissions?grader=${mali.id}`
  await divide([nat, ploy], [mali, arthit])
  expect([await told(mali), await told(arthit), await told(ploy)]).toEqual([[['grading_assigned', 1, link]], [], []])
  await mali.call(contract.notifications.readAll)
  server.clock.pass({ minutes: 1 })
  // The same again tells nobody; more works do, in place of the earlier notification.
  await divide([nat, ploy], [mali, arthit])
  const unread = async () => (await mali.call(contract.notifications.unread)).unread_notifications
  expect(await unread()).toBe(0)
  await divide([ploy], [mali])
  expect([await told(mali), await unread()]).toEqual([[['grading_assigned', 2, link]], 1])
  await divide([ploy], [mali], mali)
  expect(await told(mali)).toEqual([['grading_assigned', 2, link]])
  await divide([ploy, nat], [])
  expect([await told(mali), await unread()]).toEqual([[], 0])
})

describe('a grade', () => {
  test('adds up from what came by itself, points by hand and the rubric', async () => {
    const one = await handIn(ploy, right())
    const before = await work(one)
    expect(before.feedback.parts).toMatchObject([
      { part: 'textbox', points: null, most: '5' },
      { part: `item-${question.id}`, points: '2.5', by: 'auto', auto: '2.5' },
    ])
    const item = await add('textbox', '-1.5')
    const first = await save(one, { applied: [item._id], comment: 'Look again' })
    expect([first.points, first.score, first.revision]).toEqual(['6', '6', 1])
    const second = await save(one, { parts: { textbox: '4.25' }, applied: [item._id] }, 1)
    expect([second.score, second.parts[0]?.by]).toEqual(['6.75', 'hand'])
    const third = await save(one, { override: '9', override_reason: 'Shown in class' }, 2)
    expect([third.points, third.score]).toEqual(['2.5', '9'])
    expect((await list()).find(({ state }) => state === 'graded')).toMatchObject({
      score: '9',
      grader: { first: 'Mali' },
    })
  })

  test('is none yet where points are asked and there is a comment alone, until that is released', async () => {
    const one = await handIn(ploy)
    await save(one, { comment: 'Almost' })
    const row = async () => (await list()).find(({ _id }) => _id === one.id)
    expect(await row()).toMatchObject({ state: 'submitted', held: true, score: null })
    const body = { people: [ploy.id], shown: true }
    await arthit.call(calls.release, { params: ofEssay(), body })
    expect(await row()).toMatchObject({ state: 'released', held: false })
    await arthit.call(calls.release, { params: ofEssay(), body: { ...body, shown: false } })
    await changeAssignment(db, essay, { score: 0 })
    expect(await row()).toMatchObject({ state: 'graded' })
  })

  test('waits where the best attempt counts and the latest has a comment alone, also by question and offline', async () => {
    await changeAssignment(db, essay, { counts: 'best', attempts_allowed: 2 })
    await save(await handIn(ploy), { parts: { textbox: '3' } })
    const second = await handIn(ploy)
    await save(second, { comment: 'Almost' })
    const row = async () => (await list()).find(({ owner_id }) => owner_id === ploy.id)
    expect(await row()).toMatchObject({ _id: second.id, state: 'submitted', score: null })
    const answered = await mali.call(contract.answers.list, { params: ofEssay(), query: { part: 'textbox' } })
    expect(answered.items[0]?.works.map(({ _id }) => _id)).toEqual([second.id])
    await save(second, { comment: 'Almost', parts: { textbox: '2' } }, 1)
    expect(await row()).toMatchObject({ attempts: 2, state: 'graded', score: '3' })
  })

  test('loses by the late rule', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
    const due_at = new Date(server.clock.now().getTime() - 36 * 3_600_000)
    essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10, due_at })
    const one = await handIn(ploy)
    expect(await save(one, { parts: { textbox: '9' } })).toMatchObject({
      points: '9',
      score: '7.2',
      penalty: { days: 2, keeps: 80 },
    })
  })

  test('changes with the late rule, whose dry run says before how many do and how many students see', async () => {
    const due_at = new Date(server.clock.now().getTime() - 36 * 3_600_000)
    essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10, due_at })
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    for (const of of [one, other]) await save(of, { parts: { textbox: '9' } })
    await release([ploy])
    const params = { course_id: course.id }
    const { revision } = await arthit.call(contract.courses.settings, { params })
    const edit = (query = {}) =>
      arthit.call(contract.courses.edit, {
        ...{ params, query, revision },
        body: { late_rule: { kind: 'percent', percent: 10, floor: 50 } },
      })
    expect((await edit({ dry_run: 'true' })).grades).toEqual({ changed: 2, released: 1 })
    expect((await work(one)).feedback.score).toBe('9')
    expect((await edit()).grades).toBeUndefined()
    expect((await work(one)).feedback.score).toBe('7.2')
  })

  test('is answered as it is read again, also one that was released, and takes few statements', async () => {
    const one = await handIn(ploy, right())
    const item = await add('textbox', '-1.5')
    const first = await save(one, { applied: [item._id], comment: 'Look again' })
    expect((await work(one)).feedback).toEqual({ ...first, updated_at: expect.any(String) })
    await release([ploy])
    const { revision, released } = (await work(one)).feedback
    let second: unknown
    const statements = await server.statementsOf(async () => {
      second = await save(one, { override: '9', override_reason: 'A fine idea' }, revision)
    })
    expect([statements.length, released]).toEqual([6, true])
    expect((await work(one)).feedback).toEqual({ ...(second as object), updated_at: expect.any(String) })
    expect((await seen(ploy))?.score).toBe(9)
  })

  test('that somebody else saved meanwhile is not overwritten, and is told', async () => {
    const one = await handIn(ploy)
    await save(one, { comment: 'Mali’s' })
    const refused = await arthit.refused(calls.save, {
      params: ofWork(one),
      revision: 0,
      body: { ...none, comment: 'Arthit’s' },
    })
    expect(refused).toMatchObject({ code: 'conflict', current: { comment: 'Mali’s', revision: 1 } })
    expect((await work(one)).feedback.comment).toBe('Mali’s')
  })

  test('is refused with an override without a reason, a part that is not there, or an item of another rubric', async () => {
    const one = await handIn(ploy)
    const fields = async (form: Partial<GradeForm>) => {
      const headers = { 'if-match': '"0"' }
      const answer = await mali.raw('PUT', addressOf(calls.save, ofWork(one)), {
        headers,
        payload: { ...none, ...form },
      })
      return Object.keys(answer.json().error.fields)
    }
    expect(await fields({ override: '3' })).toEqual(['override_reason'])
    expect(await fields({ parts: { file: '3' } })).toEqual(['parts'])
    expect(await fields({ applied: [course.id] })).toEqual(['applied'])
  })

  test('is kept as it is typed, for the grader alone, until it is saved; others see that it is there', async () => {
    const one = await handIn(ploy)
    await mali.call(calls.keepDraft, { params: ofWork(one), body: { fields: { comment: 'Half' } } })
    expect((await work(one)).draft).toEqual({ comment: 'Half' })
    expect(await work(one, arthit)).toMatchObject({ draft: null, typing: [{ first: 'Mali' }] })
    await save(one, { comment: 'Whole' })
    expect(await work(one, arthit)).toMatchObject({ draft: null, typing: [] })
  })

  test('is taken back by an undo', async () => {
    const one = await handIn(ploy)
    await save(one, { comment: 'First' })
    await save(one, { comment: 'Second' }, 1)
    const params = { course_id: course.id }
    const { items } = await arthit.call(contract.changes.list, { params })
    await arthit.call(contract.changes.undo, { params: { ...params, change_id: items[0]?._id ?? '' } })
    expect((await work(one)).feedback).toMatchObject({ comment: 'First', revision: 3 })
  })
})

describe('an item of the rubric', () => {
  test('stays at its place, and so at its key, when further ones are made', async () => {
    const titles = ['No example', 'Too short', 'No base case', 'Well said', 'No sources', 'Off the topic']
    for (const [n, title] of titles.entries()) {
      const body = { part: 'textbox', title, points: '-1' }
      await (n % 2 ? arthit : mali).call(calls.addItem, { params: ofEssay(), key: `key ${title}`, body })
    }
    const { rubric } = await work(await handIn(ploy))
    expect(rubric.map(({ title }) => title)).toEqual(titles)
  })

  test('changes all works that have it, says before how many, and goes from them when it is removed', async () => {
    const [one, other] = [await handIn(ploy), await handIn(nat)]
    const item = await add('textbox', '-1')
    await save(one, { applied: [item._id] })
    await save(other, {})
    const params = { ...ofEssay(), item_id: item._id }
    const tried = { params, revision: 1, body: { points: '-3' } }
    expect(await mali.call(calls.editItem, { ...tried, query: { dry_run: 'true' } })).toMatchObject({
      works: 1,
      changed: 1,
    })
    expect((await work(one)).feedback.score).toBe('4')
    await mali.call(calls.editItem, tried)
    // Nobody has graded the other student's text.
    expect((await list()).map(({ score, state }) => [score, state])).toEqual([
      [null, 'submitted'],
      ['2', 'graded'],
    ])
    expect(await mali.refused(calls.editItem, tried)).toMatchObject({ code: 'conflict' })
    await mali.call(calls.removeItem, { params, revision: 2 })
    expect(await work(one)).toMatchObject({ rubric: [], feedback: { applied: [] } })
  })

  test('that was removed meanwhile is a conflict for a grader who has it in a grade, and nothing of that is saved', async () => {
    const one = await handIn(ploy)
    const item = await add('textbox', '-1')
    await mali.call(calls.removeItem, { params: { ...ofEssay(), item_id: item._id }, revision: 1 })
    const body = { ...none, applied: [item._id], comment: 'Almost' }
    const headers = { 'if-match': '"0"' }
    const { error } = (await arthit.raw('PUT', addressOf(calls.save, ofWork(one)), { headers, payload: body })).json()
    expect(error).toMatchObject({ code: 'conflict', current: { applied: [], revision: 0 } })
    expect(Object.keys(error.fields)).toEqual(['applied'])
    expect((await work(one)).feedback).toMatchObject({ comment: '', revision: 0 })
    expect((await save(one, { ...body, applied: [] }, 0, arthit)).comment).toBe('Almost')
  })
})

describe('a release', () => {
  test('shows a grade to whose it is, once, and what is not graded stays unseen', async () => {
    const one = await handIn(ploy)
    await handIn(nat)
    await save(one, { parts: { textbox: '4' }, comment: 'Good' })
    expect(await seen(ploy)).toMatchObject({ show: false, score: null, comment: '' })
    expect(await release([ploy, nat])).toMatchObject({ works: 1 })
    expect(await seen(ploy)).toMatchObject({ show: true, score: 4, comment: 'Good' })
    expect(await seen(nat)).toMatchObject({ show: false })
    const told = async () => (await ploy.call(contract.notifications.list)).notifications.length
    expect(await told()).toBe(1)
    expect(await release([ploy], false)).toMatchObject({ works: 1 })
    expect([await seen(ploy), await told()]).toMatchObject([{ show: false, score: null, comment: '' }, 0])
    await release([ploy])
    expect(await told()).toBe(1)
  })

  test('is the instructor’s unless the course says otherwise', async () => {
    const one = await handIn(ploy)
    await giveFeedback(db, course, { _id: one.id }, { show: false })
    expect(
      await mali.refused(calls.release, { params: ofEssay(), body: { people: [ploy.id], shown: true } }),
    ).toMatchObject({
      code: 'not_allowed',
    })
  })
})
