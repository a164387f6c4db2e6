import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { GradeForm } from '../../contract/staff/grading.ts'
import { makeQuestion, worksheetOf } from '../assignments/testing.ts'
import { addressOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  changeAssignment,
  enrol,
  makeAssignment,
  makeCourse,
  makeGroup,
  setCourse,
  setPlace,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { shown, ask, regrades, answer } = contract.feedback
const { submissions } = contract

let course: Thing
let lab: Thing
let question: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
  const people = await Promise.all(
    ['Arthit', 'Mali', 'Ploy', 'Nat'].map((first) => server.person({ first, last: 'T' })),
  )
  ;[arthit, mali, ploy, nat] = people as [SignedIn, SignedIn, SignedIn, SignedIn]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  for (const person of [ploy, nat]) await enrol(db, course, person)
  lab = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 5 })
  question = await makeQuestion(db, course, lab, ['yes', 'no'])
})

const item = () => `item-${question.id}`
const ofLab = () => ({ course_id: course.id, asgn_id: lab.id })
const ofWork = ({ id }: Thing) => ({ course_id: course.id, submission_id: id })
const none: GradeForm = { parts: {}, applied: [], override: null, override_reason: '', comment: '' }
const save = (work: Thing, form: Partial<GradeForm>, revision = 0, by = mali) =>
  by.call(submissions.save, { params: ofWork(work), revision, body: { ...none, ...form } })
const release = (owner: Thing, is = true) =>
  arthit.call(submissions.release, { params: ofLab(), body: { people: [owner.id], shown: is } })
const see = (person: SignedIn, work?: Thing) =>
  person.call(shown, { params: ofLab(), query: work ? { submission_id: work.id } : {} })
const askAbout = (person: SignedIn, work: Thing, part: string, text = 'Is it not right?') =>
  person.call(ask, { params: { ...ofLab(), submission_id: work.id }, body: { part, text } })
const refusedAsk = (person: SignedIn, work: Thing, part: string, text = 'Is it not right?') =>
  person.refused(ask, { params: { ...ofLab(), submission_id: work.id }, body: { part, text } })
const answerTo = (work: Thing, regrade_id: string, text = 'You are right.', by = mali) =>
  by.call(answer, { params: { ...ofWork(work), regrade_id }, body: { text } })
const told = async (person: SignedIn) => {
  const { notifications } = await person.call(contract.notifications.list)
  return notifications.map(({ message }) => message.kind).sort()
}
const rowsOf = async () => (await mali.call(submissions.submissions, { params: ofLab() })).items
const rowOf = async (owner: Thing) => (await rowsOf()).find(({ owner_id }) => owner_id === owner.id)
const stateOf = async (owner: Thing) => (await rowOf(owner))?.state

async function handIn(person: SignedIn): Promise<Thing> {
  const { _id } = await worksheetOf(person, course, lab).submit({ textbox: 'Because.', [item()]: '0' })
  return { id: _id }
}

/** Four of five points for the text, released. */
async function graded(person: SignedIn): Promise<Thing> {
  const work = await handIn(person)
  await save(work, { parts: { textbox: '4' } })
  await release(person)
  return work
}

describe('how a grade came about', () => {
  test('is told by part once it is released, to whose it is, and not a moment before', async () => {
    const work = await handIn(ploy)
    const body = { part: 'textbox', title: 'No example', points: '-1.5' }
    const { _id } = await mali.call(submissions.addItem, { params: ofLab(), body })
    await save(work, { applied: [_id], comment: 'Look again' })
    const pin = { field: 'textbox', kind: 'pin' as const, shape: { at: [0.5, 0.5] as [number, number] } }
    await mali.call(contract.marks.create, { params: ofWork(work), body: pin })
    expect(await see(ploy)).toBeNull()
    await release(ploy)
    expect(await see(ploy)).toMatchObject({
      ...{ submission_id: work.id, attempt: 1, score: '6', points: '6', overridden: false, penalty: null, items: [] },
      parts: [
        { part: 'textbox', points: '3.5', most: '5', by: 'rubric', items: [{ title: 'No example', points: '-1.5' }] },
        { part: item(), points: '2.5', most: '2.5', by: 'auto', auto: '2.5', items: [] },
      ],
      ...{ marks: 1, regrades: [] },
    })
    expect(await see(ploy, work)).toEqual(await see(ploy))
    expect((await nat.refused(shown, { params: ofLab(), query: { submission_id: work.id } })).status).toBe(404)
    expect((await nat.refused(shown, { params: ofLab() })).status).toBe(404)
    await release(ploy, false)
    expect(await see(ploy)).toBeNull()
  })

  test('says what the late rule took, and that a score stands in place of the sum without why', async () => {
    const due_at = new Date(server.clock.now().getTime() - 36 * 3_600_000)
    lab = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10, due_at })
    const { _id } = await worksheetOf(ploy, course, lab).submit({ textbox: 'Because.' })
    await save({ id: _id }, { parts: { textbox: '9' } })
    await release(ploy)
    expect(await see(ploy)).toMatchObject({ score: '7.2', points: '9', penalty: { days: 2, keeps: 80 } })
    await save({ id: _id }, { parts: { textbox: '9' }, override: '8', override_reason: 'Was ill' }, 2)
    const told = await see(ploy)
    expect(told).toMatchObject({ score: '8', points: '9', overridden: true })
    expect(JSON.stringify(told)).not.toContain('ill')
  })
})

describe('a part is looked at again', () => {
  test('asked, answered with another score, and each step is seen by both and told once', async () => {
    const work = await graded(ploy)
    const asked = await askAbout(ploy, work, 'textbox', 'I named two.')
    expect(asked).toMatchObject({
      ...{ part: 'textbox', text: 'I named two.', score: '6.5', points: '4', answer: null },
      asked_by: { first: 'Ploy' },
    })
    expect([await told(mali), await told(arthit), await stateOf(ploy)]).toEqual([['regrade_asked'], [], 'asked'])
    expect(await mali.call(regrades, { params: ofWork(work) })).toEqual([asked])
    await save(work, { parts: { textbox: '5' } }, 2)
    const answered = await answerTo(work, asked._id)
    expect(answered.answer).toMatchObject({ text: 'You are right.', score: '7.5', points: '5', by: { first: 'Mali' } })
    expect((await see(ploy))?.regrades).toEqual([answered])
    expect([await told(ploy), await stateOf(ploy)]).toEqual([['graded', 'regrade_answered'], 'released'])
    const late = { params: { ...ofWork(work), regrade_id: asked._id }, body: { text: 'No.' } }
    expect(await arthit.refused(answer, late)).toMatchObject({ code: 'conflict', current: answered })
  })

  test('also once its student hands in again: the list and the newer attempt say so until it is answered', async () => {
    await changeAssignment(db, lab, { attempts_allowed: 0 })
    const work = await graded(ploy)
    const asked = await askAbout(ploy, work, 'textbox')
    expect(await rowOf(ploy)).not.toHaveProperty('asked')
    const again = await handIn(ploy)
    expect(await rowOf(ploy)).toMatchObject({ _id: again.id, state: 'submitted', asked: work.id })
    expect(await mali.call(regrades, { params: ofWork(again) })).toEqual([asked])
    await save(again, { parts: { textbox: '5' } })
    expect(await rowOf(ploy)).toMatchObject({ _id: again.id, state: 'graded', asked: work.id })
    await release(ploy)
    expect(await rowOf(ploy)).toMatchObject({ _id: again.id, state: 'asked', asked: work.id })
    await answerTo(work, asked._id)
    expect(await rowOf(ploy)).toMatchObject({ _id: again.id, state: 'released' })
    expect(await rowOf(ploy)).not.toHaveProperty('asked')
  })

  test('and tells nobody whose newer attempt one is while names are hidden', async () => {
    await changeAssignment(db, lab, { attempts_allowed: 0 })
    const work = await graded(ploy)
    await askAbout(ploy, work, 'textbox')
    const again = await handIn(ploy)
    await arthit.call(contract.hiddenNames.set, { params: ofLab(), body: { hidden: true } })
    const rows = await rowsOf()
    expect(rows.find(({ _id }) => _id === again.id)).toMatchObject({ people: [], state: 'submitted' })
    expect(rows.filter((row) => 'asked' in row)).toEqual([])
    expect(await mali.call(regrades, { params: ofWork(again) })).toEqual([])
  })

  test('and whom it was told find it beside the list while names are hidden, and who may show them; nobody else', async () => {
    await changeAssignment(db, lab, { attempts_allowed: 0 })
    const work = await graded(ploy)
    const { _id } = await askAbout(ploy, work, 'textbox')
    const krit = await server.person({ first: 'Krit' })
    await enrol(db, course, krit, 'assistant')
    const beside = (one: SignedIn) =>
      one.call(contract.submissions.submissions, { params: ofLab() }).then(({ asked }) => asked)
    await handIn(ploy)
    // While names are shown the row leads to it.
    expect(await beside(arthit)).toEqual([])
    await arthit.call(contract.hiddenNames.set, { params: ofLab(), body: { hidden: true } })
    expect(await told(mali)).toEqual(['regrade_asked'])
    expect([await beside(mali), await beside(arthit), await beside(krit)]).toEqual([[work.id], [work.id], []])
    // Each attempt that waits is named.
    await arthit.call(contract.hiddenNames.set, { params: ofLab(), body: { hidden: false } })
    const again = await graded(ploy)
    await arthit.call(contract.hiddenNames.set, { params: ofLab(), body: { hidden: true } })
    await askAbout(ploy, again, 'textbox')
    await handIn(ploy)
    expect([await beside(mali), await beside(arthit), await beside(krit)]).toEqual([
      [work.id, again.id],
      [work.id, again.id],
      [],
    ])
    await answerTo(work, _id)
    expect([await beside(mali), await beside(arthit)]).toEqual([[again.id], [again.id]])
  })

  test('by an answer that is taken back, and it waits again', async () => {
    const work = await graded(ploy)
    const asked = await askAbout(ploy, work, 'textbox')
    await answerTo(work, asked._id)
    const params = { course_id: course.id }
    const { items } = await arthit.call(contract.changes.list, { params })
    expect(items[0]).toMatchObject({ kind: 'regrade_answered' })
    await arthit.call(contract.changes.undo, { params: { ...params, change_id: items[0]?._id ?? '' } })
    expect([(await see(ploy))?.regrades, await stateOf(ploy), await told(ploy)]).toEqual([[asked], 'asked', ['graded']])
    await answerTo(work, asked._id, 'It stays.')
    expect(await told(ploy)).toEqual(['graded', 'regrade_answered'])
  })

  test('of a group’s work for any of its members, and all of them see it', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    lab = await makeAssignment(db, course, {
      ...{ has_text: true, score: 10, score_essay: 10, grouping_id: group.grouping_id },
    })
    const { _id: id } = await worksheetOf(ploy, course, lab).submit({ textbox: 'Ours.' })
    await save({ id }, { parts: { textbox: '4' } })
    await release(group)
    const asked = await askAbout(nat, { id }, 'textbox')
    expect((await see(ploy))?.regrades).toEqual([asked])
    expect(asked).toMatchObject({ score: '4', points: '4' })
    await save({ id }, { parts: { textbox: '4' }, members: { [nat.id]: { score: '3', reason: 'Was away' } } }, 2)
    const hidden = { score: null, points: null }
    expect(await see(nat)).toMatchObject({
      ...{ score: '3', own: true, points: null, regrades: [{ ...asked, ...hidden }] },
      parts: [{ part: 'textbox', points: null, by: null, auto: null }],
    })
    expect(await see(ploy)).toMatchObject({
      ...{ score: '4', own: false, points: '4', regrades: [asked] },
      parts: [{ part: 'textbox', points: '4', by: 'hand' }],
    })
    await answerTo({ id }, asked._id)
    expect((await see(nat))?.regrades[0]?.answer).toMatchObject(hidden)
    expect(await told(ploy)).toEqual(['graded', 'regrade_answered'])
    expect(await told(nat)).toEqual(['graded', 'handed_in', 'regrade_answered'])
  })

  test('once, when two ask and two answer at the same moment', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    lab = await makeAssignment(db, course, {
      ...{ has_text: true, score: 10, score_essay: 10, grouping_id: group.grouping_id },
    })
    const { _id: id } = await worksheetOf(ploy, course, lab).submit({ textbox: 'Ours.' })
    await save({ id }, { parts: { textbox: '4' } })
    await release(group)
    const asked = await Promise.allSettled([ploy, nat].map((one) => askAbout(one, { id }, 'textbox')))
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [regrade] = (await see(ploy))?.regrades ?? []
    const both = [mali, arthit].map((by) => answerTo({ id }, regrade?._id ?? '', 'It stays.', by))
    const answered = await Promise.allSettled(both)
    expect(answered.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await told(nat)).toEqual(['graded', 'handed_in', 'regrade_answered'])
  })

  test('with the points that the grader saw, and not with those that a colleague saves at that moment', async () => {
    const work = await graded(ploy)
    const { _id: regrade_id } = await askAbout(ploy, work, 'textbox')
    await save(work, { parts: { textbox: '5' } }, 2)
    const stays = { params: { ...ofWork(work), regrade_id }, body: { text: 'No, stays.', grade_revision: 2 } }
    expect(await arthit.refused(answer, stays)).toMatchObject({ status: 409, code: 'conflict' })
    expect([(await see(ploy))?.regrades[0]?.answer, await told(ploy)]).toEqual([null, ['graded']])
    const saw = { ...stays, body: { text: 'You are right.', grade_revision: 3 } }
    expect((await arthit.call(answer, saw)).answer).toMatchObject({ points: '5', by: { first: 'Arthit' } })
  })

  test('told to all who grade where nobody of them graded it', async () => {
    const work = await graded(ploy)
    await setCourse(db, course, { assistants_may: ['author'] })
    await askAbout(ploy, work, 'textbox')
    expect([await told(arthit), await told(mali)]).toEqual([['regrade_asked'], []])
  })
})

test('while a release is taken back nobody reads what was asked, and nobody answers', async () => {
  const work = await graded(ploy)
  const { _id: regrade_id } = await askAbout(ploy, work, 'textbox')
  await release(ploy, false)
  expect([await see(ploy), await mali.call(regrades, { params: ofWork(work) })]).toEqual([null, []])
  expect([await stateOf(ploy), await told(mali)]).toEqual(['graded', []])
  const late = { params: { ...ofWork(work), regrade_id }, body: { text: 'No.' } }
  expect((await mali.refused(answer, late)).status).toBe(404)
  await release(ploy)
  expect([await stateOf(ploy), await told(mali)]).toEqual(['asked', ['regrade_asked']])
})

describe('nobody asks', () => {
  test('about what is not released, what is another’s, or a part that is not there', async () => {
    const work = await handIn(ploy)
    await save(work, { parts: { textbox: '4' } })
    expect((await refusedAsk(ploy, work, 'textbox')).status).toBe(404)
    await release(ploy)
    expect((await refusedAsk(nat, work, 'textbox')).status).toBe(404)
    expect((await refusedAsk(ploy, work, 'file')).status).toBe(404)
    expect(await refusedAsk(ploy, work, 'textbox', '  ')).toMatchObject({ code: 'invalid' })
    await release(ploy, false)
    expect((await refusedAsk(ploy, work, 'textbox')).status).toBe(404)
  })

  test('twice at a time about one part, and a repeated request is one', async () => {
    const work = await graded(ploy)
    const once = async () => {
      const headers = { 'idempotency-key': 'once' }
      const address = addressOf(ask, { ...ofLab(), submission_id: work.id })
      const payload = { part: 'textbox', text: 'Is it not right?' }
      return (await ploy.raw('POST', address, { headers, payload })).json().data
    }
    const asked = await once()
    expect([await once(), (await see(ploy))?.regrades]).toEqual([asked, [asked]])
    expect(await refusedAsk(ploy, work, 'textbox', 'And?')).toMatchObject({ code: 'conflict', current: asked })
    await answerTo(work, asked._id)
    server.clock.pass({ minutes: 1 })
    await askAbout(ploy, work, 'textbox', 'And?')
    server.clock.pass({ minutes: 1 })
    await askAbout(ploy, work, item())
    expect((await see(ploy))?.regrades.map(({ text }) => text)).toEqual([
      'Is it not right?',
      'And?',
      'Is it not right?',
    ])
  })

  test('after the days that the course gives, and where it gives none', async () => {
    const work = await graded(ploy)
    const until = new Date(server.clock.now().getTime() + 7 * 86_400_000).toISOString()
    expect((await see(ploy))?.ask_until).toBe(until)
    server.clock.pass({ days: 7 })
    expect((await see(ploy))?.ask_until).toBeNull()
    expect(await refusedAsk(ploy, work, 'textbox')).toMatchObject({ code: 'conflict' })
    server.clock.reset()
    await setCourse(db, course, { regrade_days: 0 })
    expect((await see(ploy))?.ask_until).toBeNull()
    expect(await refusedAsk(ploy, work, 'textbox')).toMatchObject({ code: 'conflict' })
  })

  test('more often than a person answers', async () => {
    const work = await graded(ploy)
    for (let n = 0; n < 20; n++) await answerTo(work, (await askAbout(ploy, work, 'textbox'))._id)
    expect(await refusedAsk(ploy, work, 'textbox')).toMatchObject({ code: 'too_many' })
  })
})

test('a request is read by who may grade, by nobody who no longer may, and not in the student view', async () => {
  const inCourse = { params: { course_id: course.id } }
  const unread = async () => (await mali.call(contract.notifications.unread)).unread_notifications
  const activityOf = async () => (await mali.call(contract.courses.activity, inCourse)).map(({ kind }) => kind)
  await askAbout(ploy, await graded(ploy), 'textbox')
  expect([await told(mali), await unread(), await activityOf()]).toEqual([['regrade_asked'], 1, ['regrade_asked']])
  expect(
    JSON.parse((await mali.raw('GET', `${addressOf(contract.courses.activity, inCourse.params)}?as=student`)).body),
  ).toEqual({ data: [] })
  await setCourse(db, course, { assistants_may: ['author'] })
  expect([await told(mali), await unread(), await activityOf()]).toEqual([[], 0, []])
  await setCourse(db, course, { assistants_may: ['grade'] })
  expect(await told(mali)).toEqual(['regrade_asked'])
  await setPlace(db, mali, { role: 'student' })
  expect([await told(mali), await unread(), await activityOf()]).toEqual([[], 0, []])
})
