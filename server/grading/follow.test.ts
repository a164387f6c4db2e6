import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Assignment } from '../../contract/assignments.ts'
import { contract } from '../../contract/index.ts'
import type { Check } from '../../contract/staff/assignments.ts'
import type { GradeForm } from '../../contract/staff/grading.ts'
import { getHandIn } from '../assignments/handInQueries.ts'
import { findAssignment } from '../assignments/queries.ts'
import { commonAssignment } from '../assignments/shown.ts'
import { handIn as keep } from '../assignments/submit.ts'
import { makeUpload, worksheetOf } from '../assignments/testing.ts'
import { handInOver } from '../assignments/timeUp.ts'
import { newId } from '../ids.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, makeGroup, setCourse, type Thing } from '../testing/world.ts'

/* Grades follow their key, their dates and their rubric. */

const server = await useServer()
const { db } = server
const { answers, assignments, changes, courses, exceptions, feedback, grading, hiddenNames, people, roster } = contract
const { statistics, submissions } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let quiz: Assignment

const inCourse = () => ({ course_id: course.id })
const ofQuiz = () => ({ ...inCourse(), asgn_id: quiz._id })
const hours = (n: number) => new Date(server.clock.now().getTime() + n * 3_600_000)

const letters = ['a', 'b', 'c']
const choicesOf = (right: number[]) =>
  letters.map((_id, i) => ({ _id, text: `Choice ${_id}`, correct: right.includes(i) }))
const one = (right: number, score = 2) => ({
  ...{ kind: 'one' as const, question: 'Which one?', score },
  choices: choicesOf([right]),
})
const several = (right: number[], credit: 'all' | 'parts' = 'parts') => ({
  ...{ kind: 'several' as const, question: 'Which ones?', score: 3, credit },
  choices: choicesOf(right),
})
const number = (value: string, tolerance = '0') => ({
  ...{ kind: 'number' as const, question: 'How many?', score: 1.25 },
  ...{ value, tolerance },
})

type Body = Parameters<typeof arthit.call<typeof assignments.create>>[1]['body']
type Question = NonNullable<Body['assignment_questionset']>[number]

async function makeQuiz(questions: Question[], more: Partial<Body> = {}) {
  const publish_at = server.clock.now().toISOString()
  const body = { assignment_name: 'Quiz', publish_at, assignment_questionset: questions, ...more }
  quiz = await arthit.call(assignments.create, { params: inCourse(), body })
}
const idsOf = () => quiz.assignment_questionset.map(({ _id }) => _id)
const written = (questions: (Question | null)[]) =>
  questions.flatMap((question, i) => (question ? [{ ...question, _id: idsOf()[i] as string }] : []))

async function edit(body: Partial<Body>, query?: { dry_run: 'true' }) {
  const { revision = 0 } = await arthit.call(assignments.one, { params: ofQuiz() })
  return arthit.call(assignments.edit, { params: ofQuiz(), revision, body, ...(query && { query }) })
}
/** A null question is removed. */
const correct = (questions: (Question | null)[]) => edit({ assignment_questionset: written(questions) })
const tried = async (body: Partial<Body>) => ((await edit(body, { dry_run: 'true' })) as Check).check

async function handIn(person: SignedIn, answers: string[], textbox?: string): Promise<Thing> {
  const fields = answers.map((answer, i) => [`item-${idsOf()[i]}`, answer])
  const form = { ...Object.fromEntries(fields), ...(textbox && { textbox }) }
  return { id: (await worksheetOf(person, course, { id: quiz._id }).submit(form))._id }
}
/** Hands in with what was read before `meanwhile`, as a request does that is under way at that moment. */
async function handInMeanwhile({ id: personId }: SignedIn, answers: string[], meanwhile: () => Promise<unknown>) {
  const [courseId, assignmentId, id] = [course.id, quiz._id, newId()]
  const [row] = await findAssignment(db, { courseId, audience: 'student' }, assignmentId)
  if (!row) throw new Error('there is no quiz')
  const own = await getHandIn(db, { courseId, assignmentId, personId, id, uploads: [] })
  const form = Object.fromEntries(answers.map((answer, i) => [`item-${idsOf()[i]}`, answer]))
  await meanwhile()
  const by = { viewer: { _id: personId }, role: 'student' as const }
  await keep(db, { assignment: commonAssignment(row), own, ...by, id, now: server.clock.now(), form })
  return { id }
}

const none: GradeForm = { parts: {}, applied: [], override: null, override_reason: '', comment: '' }
const gradeOf = async ({ id }: Thing) =>
  (await mali.call(submissions.work, { params: { ...inCourse(), submission_id: id } })).feedback
async function save({ id }: Thing, form: Partial<GradeForm> = {}) {
  const { revision } = await gradeOf({ id })
  const params = { ...inCourse(), submission_id: id }
  return mali.call(submissions.save, { params, revision, body: { ...none, ...form } })
}
const scores = async () =>
  (await mali.call(submissions.submissions, { params: ofQuiz() })).items.map(({ score }) => score)
const history = async () => (await arthit.call(changes.list, { params: inCourse(), query: { limit: '100' } })).items
const undo = (change_id: string) => arthit.call(changes.undo, { params: { ...inCourse(), change_id } })
const undoLast = async () => undo((await history())[0]?._id ?? '')
const setRule = async (late_rule: object) => {
  const { revision } = await arthit.call(courses.settings, { params: inCourse() })
  await arthit.call(courses.edit, { params: inCourse(), revision, body: { late_rule: late_rule as never } })
}

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ;[arthit, mali, nat, ploy] = (await Promise.all(
    ['Arthit', 'Mali', 'Nat', 'Ploy'].map((first) => server.person({ first, last: 'T' })),
  )) as [SignedIn, SignedIn, SignedIn, SignedIn]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  await enrol(db, course, nat)
  await enrol(db, course, ploy, 'student', { section: '1' })
})

describe('a key that is corrected', () => {
  const answered = async () => {
    await makeQuiz([one(0), { kind: 'open', question: 'Why?', score: 3 }])
    const [a, b] = [await handIn(nat, ['a', 'Because']), await handIn(ploy, ['b', 'Because'])]
    for (const work of [a, b]) await save(work, { parts: { [`item-${idsOf()[1]}`]: '3' } })
    return [a, b] as const
  }
  const open = { kind: 'open' as const, question: 'Why?', score: 3 }

  test('names those whose grades change in the order of all lists', async () => {
    // By their codes, ข stands before เ, and a capital before a small letter.
    const firsts = ['amara', 'Mali', 'เก', 'ขวัญ']
    const people = await Promise.all(firsts.map((first) => server.person({ first, last: 'T' })))
    for (const person of people) await enrol(db, course, person)
    await makeQuiz([one(0)])
    for (const person of people) await handIn(person, ['a'])
    const { grades } = await tried({ assignment_questionset: written([one(1)]) })
    expect(grades.map(({ people: [person] }) => person?.first)).toEqual(firsts)
  })

  test('says before whose grades change and by how much, changes them at once, and is taken back as one', async () => {
    const [a] = await answered()
    await arthit.call(submissions.release, { params: ofQuiz(), body: { people: [ploy.id], shown: true } })
    const check = await tried({ assignment_questionset: written([one(1), open]) })
    expect(check).toMatchObject({ grades_changed: 2, grades_released: 1 })
    expect(
      check.grades.map(({ people, before, after, released }) => [people[0]?.first, before, after, released]),
    ).toEqual([
      ['Ploy', '3', '5', true],
      ['Nat', '5', '3', false],
    ])
    const part = `item-${idsOf()[0]}`
    expect(check.grades.map(({ parts }) => parts)).toEqual([
      [{ part, before: '0', after: '2' }],
      [{ part, before: '2', after: '0' }],
    ])
    expect(await scores()).toEqual(['5', '3'])
    await correct([one(1), open])
    expect(await scores()).toEqual(['3', '5'])
    expect((await worksheetOf(ploy, course, { id: quiz._id }).my()).my?.feedback.score).toBe(5)
    // A grader who saves meanwhile is not refused for the correction.
    expect((await gradeOf(a)).revision).toBe(1)
    await undoLast()
    expect(await scores()).toEqual(['5', '3'])
  })

  test('names nobody before whose names are hidden', async () => {
    await answered()
    await arthit.call(hiddenNames.set, { params: ofQuiz(), body: { hidden: true } })
    await arthit.call(submissions.release, { params: ofQuiz(), body: { people: [ploy.id], shown: true } })
    const { grades } = await tried({ assignment_questionset: written([one(1), open]) })
    expect(grades).toMatchObject([
      { people: [{ first: 'Ploy' }] },
      { people: [], group: '', hidden: { number: expect.any(Number), is_group: false } },
    ])
  })

  test('is taken back also when somebody graded since', async () => {
    const [a] = await answered()
    await correct([one(1), open])
    const [corrected] = await history()
    await save(a, { parts: { [`item-${idsOf()[1]}`]: '1' } })
    expect(await scores()).toEqual(['1', '5'])
    await undo(corrected?._id ?? '')
    expect(await scores()).toEqual(['3', '3'])
  })

  test('holds for what is graded at the same moment', async () => {
    await makeQuiz([one(0), open], { assignment_attempt: 0 })
    const part = `item-${idsOf()[1]}`
    for (const right of [1, 0, 1, 0]) {
      const works = [await handIn(nat, ['a', 'x']), await handIn(ploy, ['b', 'x'])]
      await Promise.all([correct([one(right), open]), ...works.map((work) => save(work, { parts: { [part]: '3' } }))])
      const { rows } = await sql<{ score: string }>`
        select score::float::text as score from feedback where course_id = ${course.id}
          and submission_id = any(${works.map(({ id }) => id)}::uuid[]) order by submission_id`.execute(db)
      expect(rows.map(({ score }) => score)).toEqual(right === 0 ? ['5', '3'] : ['3', '5'])
    }
  })

  test('leaves what is not asked any more as it was', async () => {
    await answered()
    await correct([null, open])
    expect(await scores()).toEqual(['5', '3'])
  })

  test('says before how many students then have more than all the points', async () => {
    await answered()
    expect((await tried({ assignment_questionset: written([null, open]) })).effects).toContainEqual({
      ...{ kind: 'above_most', title: '', count: 1 },
    })
    expect((await tried({ assignment_questionset: written([one(1), open]) })).effects).toMatchObject([
      { kind: 'key_changed' },
    ])
  })

  test('tells who may not grade how many change, and not whose', async () => {
    await answered()
    await setCourse(db, course, { assistants_may: ['author'] })
    const { revision = 0 } = await mali.call(assignments.one, { params: ofQuiz() })
    const body = { assignment_questionset: written([one(1), open]) }
    const asked = { params: ofQuiz(), revision, body, query: { dry_run: 'true' as const } }
    const { check } = (await mali.call(assignments.edit, asked)) as Check
    expect(check).toMatchObject({ grades_changed: 2, grades: [] })
  })
})

test('a corrected order holds for earlier work also when a line comes or goes later', async () => {
  const sort = (order: string) => ({
    ...{ kind: 'ordering' as const, question: 'Sort', score: 2 },
    choices: [...order].map((_id) => ({ _id, text: `Line ${_id}` })),
  })
  await makeQuiz([sort('abc')])
  await handIn(ploy, ['[b,a,c]'])
  expect(await scores()).toEqual([null, '0'])
  for (const order of ['bac', 'bacd', 'dbac', 'ba', 'bca', 'bac']) {
    await correct([sort(order)])
    expect([order, ...(await scores())]).toEqual([order, null, order === 'bca' ? '0' : '2'])
  }
  for (const order of ['bca', 'ba', 'dbac', 'bacd', 'bac', 'abc']) {
    const [last] = (await history()).filter(({ undoes, undone_by }) => !undoes && !undone_by)
    await undo(last?._id ?? '')
    expect([order, ...(await scores())]).toEqual([order, null, order === 'bca' || order === 'abc' ? '0' : '2'])
  }
})

describe('a key that was corrected holds', () => {
  const choices = (letters: string, right: string) => ({
    ...{ kind: 'one' as const, question: 'Which one?', score: 2 },
    choices: [...letters].map((_id) => ({ _id, text: `Choice ${_id}`, correct: _id === right })),
  })
  const handedIn = async () => {
    await makeQuiz([choices('abc', 'a'), number('3')])
    await handIn(nat, ['a', '3'])
    await handIn(ploy, ['b', '3'])
    expect(await scores()).toEqual(['3.25', '1.25'])
  }

  test('when the question is taken off the sheet, with the points that it had last', async () => {
    await handedIn()
    await correct([{ ...choices('abc', 'b'), score: 3 }, number('3')])
    expect(await scores()).toEqual(['1.25', '4.25'])
    expect(await tried({ assignment_questionset: written([null, number('3')]) })).toMatchObject({ grades_changed: 0 })
    await correct([null, number('3')])
    expect(await scores()).toEqual(['1.25', '4.25'])
    await undoLast()
    expect(await scores()).toEqual(['1.25', '4.25'])
  })

  test('when its set goes with it', async () => {
    await makeQuiz([{ ...choices('abc', 'a'), set: 0 }, number('3')], {
      assignment_sets: [{ name: 'Set', draw: 1, score: 2 }],
    })
    await handIn(ploy, ['b', '3'])
    const questions = written([{ ...choices('abc', 'b'), set: 0 }, number('3')])
    await edit({ assignment_questionset: questions, assignment_sets: [{ name: 'Set', draw: 1, score: 5 }] })
    expect(await scores()).toEqual([null, '6.25'])
    await edit({ assignment_questionset: written([null, number('3')]), assignment_sets: [] })
    expect(await scores()).toEqual([null, '6.25'])
  })

  test('when the choice is taken off the sheet', async () => {
    await handedIn()
    await correct([choices('abc', 'b'), number('3')])
    await correct([choices('ac', 'c'), number('3')])
    expect(await scores()).toEqual(['1.25', '3.25'])
  })

  test('when the choice is taken off, and an earlier change of the words is undone after that', async () => {
    await handedIn()
    await correct([choices('abc', 'b'), number('3')])
    expect(await scores()).toEqual(['1.25', '3.25'])
    await correct([{ ...choices('abc', 'b'), question: 'Which?' }, number('3')])
    const [words] = await history()
    await correct([{ ...choices('ac', 'c'), question: 'Which?' }, number('3')])
    expect(await scores()).toEqual(['1.25', '3.25'])
    await undo(words?._id ?? '')
    await correct([choices('ac', 'c'), number('4')])
    expect(await scores()).toEqual(['0', '2'])
  })

  test('when the question becomes one of another kind', async () => {
    await handedIn()
    await correct([choices('abc', 'b'), number('3')])
    await correct([{ kind: 'short', question: 'Which one?', score: 2, accepted: ['b'] }, number('3')])
    expect(await scores()).toEqual(['1.25', '3.25'])
  })

  test('unless the change was undone before, or brought the question back and was undone', async () => {
    await handedIn()
    await correct([choices('abc', 'b'), number('3')])
    await undoLast()
    await correct([null, number('3')])
    expect(await scores()).toEqual(['3.25', '1.25'])
    await correct([choices('abc', 'b'), number('3')])
    expect(await scores()).toEqual(['1.25', '3.25'])
    await undoLast()
    expect(await scores()).toEqual(['3.25', '1.25'])
    await undoLast()
    expect(await scores()).toEqual(['1.25', '3.25'])
    await undoLast()
    expect(await scores()).toEqual(['3.25', '1.25'])
  })
})

test('what is taken off the sheet and put back has its points again, also in works that were graded meanwhile', async () => {
  await makeQuiz([one(0)], { assignment_text: true, assignment_score_essay: 3 })
  const work = await handIn(nat, ['a'], 'Because.')
  await save(work, { parts: { textbox: '2.5' } })
  await edit({ assignment_text: false })
  const [off] = await history()
  expect((await save(work, { comment: 'Well done' })).score).toBe('2')
  await undo(off?._id ?? '')
  expect(await gradeOf(work)).toMatchObject({ score: '4.5', comment: 'Well done' })
})

describe('what was given to files alone', () => {
  const parts = async (work: Thing) => (await gradeOf(work)).parts.map(({ part, points, by }) => [part, points, by])
  async function handInFile(person: SignedIn): Promise<Thing> {
    const form = { [`file-${quiz.assignment_file[0]?._id}`]: (await makeUpload(db, person, 'report.pdf')).location }
    return { id: (await worksheetOf(person, course, { id: quiz._id }).submit(form))._id }
  }
  const graded = async () => {
    await makeQuiz([], { assignment_score: 10, assignment_file: [{ slotname: 'Report' }] })
    const [a, b] = [await handInFile(nat), await handInFile(ploy)]
    const body = { part: 'file', title: 'No sources', points: '-2' }
    const item = await mali.call(submissions.addItem, { params: ofQuiz(), body })
    await save(a, { parts: { file: '7' } })
    await save(b, { applied: [item._id] })
    return [a, b] as const
  }

  test('stays given when a text is asked as well, and no more, wherever grades are read', async () => {
    const [a, b] = await graded()
    expect(await tried({ assignment_text: true })).toMatchObject({ grades_changed: 0 })
    await edit({ assignment_text: true })
    expect([await parts(a), await parts(b)]).toEqual([[['textbox', '7', 'hand']], [['textbox', '8', 'rubric']]])
    expect(await scores()).toEqual(['7', '8'])
    const byQuestion = await mali.call(answers.list, { params: ofQuiz(), query: { part: 'textbox' } })
    const works = byQuestion.items.flatMap(({ works }) => works)
    expect(works.map(({ points, by }) => `${points} ${by}`).toSorted()).toEqual(['7 hand', '8 rubric'])
    expect(byQuestion.rubric.map(({ part }) => part)).toEqual(['textbox'])
    expect((await mali.call(statistics.assignment, { params: ofQuiz() })).parts[0]).toMatchObject({
      judged: 2,
      mean: 75,
    })

    expect((await save(a, { parts: { textbox: '9' } })).score).toBe('9')
    await edit({ assignment_text: false })
    expect([await parts(a), await parts(b)]).toEqual([[['file', '9', 'hand']], [['file', '8', 'rubric']]])
    await undoLast()
    expect([await parts(a), await parts(b)]).toEqual([[['textbox', '9', 'hand']], [['textbox', '8', 'rubric']]])
  })

  test('keeps what was given meanwhile when the text is taken back', async () => {
    const [a, b] = await graded()
    await edit({ assignment_text: true })
    const [added] = await history()
    await save(a, { parts: { textbox: '6' } })
    await undo(added?._id ?? '')
    expect([await parts(a), await parts(b)]).toEqual([[['file', '6', 'hand']], [['file', '8', 'rubric']]])
    await undoLast()
    expect([await parts(a), await parts(b)]).toEqual([[['textbox', '6', 'hand']], [['textbox', '8', 'rubric']]])
  })

  test('is asked about by the name that it has by now', async () => {
    const [a] = await graded()
    await arthit.call(submissions.release, { params: ofQuiz(), body: { people: [nat.id], shown: true } })
    await nat.call(feedback.ask, { params: { ...ofQuiz(), submission_id: a.id }, body: { part: 'file', text: 'Why?' } })
    await edit({ assignment_text: true })
    const asked = async () => (await nat.call(feedback.shown, { params: ofQuiz() }))?.regrades.map(({ part }) => part)
    expect(await asked()).toEqual(['textbox'])
    await undoLast()
    expect(await asked()).toEqual(['file'])
  })

  test('leaves what was given to a text alone as it is where files are asked in place of the text', async () => {
    await makeQuiz([], { assignment_score: 10, assignment_text: true })
    const work = await handIn(nat, [], 'Because.')
    await save(work, { parts: { textbox: '7' } })
    await edit({ assignment_text: false, assignment_file: [{ slotname: 'Report' }] })
    expect([await parts(work), (await gradeOf(work)).score]).toEqual([[['textbox', '7', 'hand']], '7'])
  })
})

describe('the rubric', () => {
  test('says truly how many scores change', async () => {
    await makeQuiz([one(0)], { assignment_text: true, assignment_score_essay: 2 })
    const [a, b] = [await handIn(nat, ['a'], 'x'), await handIn(ploy, ['a'], 'x')]
    const params = ofQuiz()
    const item = await mali.call(submissions.addItem, { params, body: { part: 'textbox', title: 'X', points: '-1' } })
    await save(a, { applied: [item._id] })
    await save(b, { applied: [item._id], override: '1', override_reason: 'Agreed' })
    const asked = { params: { ...params, item_id: item._id }, revision: 1, body: { points: '-2' } }
    for (const query of [{ dry_run: 'true' as const }, {}])
      expect(await mali.call(submissions.editItem, { ...asked, query })).toMatchObject({ works: 2, changed: 1 })
    expect(await scores()).toEqual(['2', '1'])
    await undoLast()
    expect(await scores()).toEqual(['3', '1'])
  })

  test('keeps an item that somebody has applied, whoever takes back that it was made', async () => {
    await makeQuiz([one(0)], { assignment_text: true, assignment_score_essay: 2 })
    const work = await handIn(nat, ['a'], 'x')
    const body = { part: 'textbox', title: 'X', points: '-1' }
    const item = await mali.call(submissions.addItem, { params: ofQuiz(), body })
    const made = (await history())[0]?._id ?? ''
    await save(work, { applied: [item._id] })
    const undone = { params: { ...inCourse(), change_id: made } }
    expect(await arthit.refused(changes.undo, undone)).toMatchObject({
      ...{ code: 'conflict', current: [{ table: 'rubric_items', reason: 'in_use' }] },
    })
    expect(await scores()).toEqual(['3', null])
    await undoLast()
    await undo(made)
    expect((await gradeOf(work)).applied).toEqual([])
  })
})

describe('dates', () => {
  test('that move, the late rule and what some are given take grades along, each with its undo', async () => {
    await makeQuiz([one(0, 10)])
    for (const person of [nat, ploy]) await handIn(person, ['a'])
    expect(await scores()).toEqual(['10', '10'])
    await setRule({ kind: 'percent', percent: 10, floor: 50 })
    await edit({ assignment_due: hours(-30).toISOString() })
    expect(await scores()).toEqual(['8', '8'])
    const given = [{ people: [nat.id], due: hours(-1).toISOString(), reason: 'Ill' }]
    await arthit.call(exceptions.put, { params: ofQuiz(), body: given })
    expect(await scores()).toEqual(['9', '8'])
    await setRule({ kind: 'none' })
    expect(await scores()).toEqual(['10', '10'])
    const [, gift] = await history()
    await undoLast()
    expect(await scores()).toEqual(['9', '8'])
    await undo(gift?._id ?? '')
    expect(await scores()).toEqual(['8', '8'])
  })
})

describe('what some are given', () => {
  const late_rule = JSON.stringify({ kind: 'percent', percent: 10, floor: 50 })
  const set = (body: Parameters<typeof arthit.call<typeof exceptions.put>>[1]['body']) =>
    arthit.call(exceptions.put, { params: ofQuiz(), body })

  test('by an accommodation, to a section, or by a place in it takes their grades along alone', async () => {
    await setCourse(db, course, { late_rule })
    await makeQuiz([one(0, 10)], { assignment_due: hours(-30).toISOString() })
    for (const person of [nat, ploy]) await handIn(person, ['a'])
    expect(await scores()).toEqual(['8', '8'])
    const place = { ...inCourse(), person_id: nat.id }
    await arthit.call(people.accommodate, { params: place, body: { time_percent: 100, extra_days: 1 }, revision: 0 })
    expect(await scores()).toEqual(['9', '8'])
    await undoLast()
    expect(await scores()).toEqual(['8', '8'])
    await set([{ sections: ['1'], due: hours(1).toISOString(), reason: 'Holiday' }])
    expect(await scores()).toEqual(['8', '10'])
    await arthit.call(roster.edit, { params: place, body: { section: '1' }, revision: 1 })
    expect(await scores()).toEqual(['10', '10'])
  })

  test('in minutes of a test takes their grades along, as does another time limit', async () => {
    await setCourse(db, course, { late_rule })
    await makeQuiz([one(0, 10)], { assignment_due: hours(-30).toISOString(), assignment_time_limit: 600 })
    for (const person of [nat, ploy]) {
      await person.call(assignments.begin, { params: ofQuiz() })
      await handIn(person, ['a'])
    }
    const place = { ...inCourse(), person_id: nat.id }
    const accommodate = (time_percent: number, revision: number) =>
      arthit.call(people.accommodate, { params: place, body: { time_percent, extra_days: 0 }, revision })
    await accommodate(101, 0)
    for (const whom of [{ people: [ploy.id] }, { sections: ['1'] }]) {
      await set([{ ...whom, minutes: 1, reason: 'Ill' }])
      expect(await scores()).toEqual(['8', '8'])
      await set([{ ...whom, minutes: 1_800, reason: 'Ill' }])
      expect(await scores(), 'not late').toEqual(['8', '10'])
      if (whom.people) await undoLast()
    }
    await accommodate(200, 1)
    expect(await scores(), '20 hours late').toEqual(['9', '10'])
    await edit({ assignment_time_limit: 300 })
    expect(await scores(), '25 hours late').toEqual(['8', '10'])
    await edit({ assignment_time_limit: null })
    expect(await scores()).toEqual(['8', '8'])
    await undoLast()
    expect(await scores()).toEqual(['8', '10'])
  })

  test('stays with the grade of a student who leaves the course and joins it again', async () => {
    await setCourse(db, course, { late_rule })
    await makeQuiz([one(0, 10)], { assignment_due: hours(-30).toISOString() })
    await handIn(nat, ['a'])
    const place = { ...inCourse(), person_id: nat.id }
    await arthit.call(people.accommodate, { params: place, body: { time_percent: 100, extra_days: 1 }, revision: 0 })
    await arthit.call(roster.remove, { params: place, revision: 1 })
    await enrol(db, course, nat)
    expect(await scores()).toEqual(['9', null])
  })

  test('counts for the grade of a student who is off the course while the due date moves', async () => {
    await setCourse(db, course, { late_rule })
    await makeQuiz([one(0, 10)], { assignment_due: hours(-30).toISOString() })
    await handIn(nat, ['a'])
    const place = { ...inCourse(), person_id: nat.id }
    await arthit.call(people.accommodate, { params: place, body: { time_percent: 100, extra_days: 1 }, revision: 0 })
    await arthit.call(roster.remove, { params: place, revision: 1 })
    await edit({ assignment_due: hours(-54).toISOString() })
    await enrol(db, course, nat)
    expect(await scores()).toEqual(['8', null])
  })

  test('to a section counts for the grade of its student who is off the course while the due date moves', async () => {
    await setCourse(db, course, { late_rule })
    await makeQuiz([one(0, 10)], { assignment_due: hours(-30).toISOString() })
    await handIn(ploy, ['a'])
    await set([{ sections: ['1'], due: hours(-1).toISOString(), reason: 'Holiday' }])
    await arthit.call(roster.remove, { params: { ...inCourse(), person_id: ploy.id }, revision: 1 })
    await edit({ assignment_due: hours(-54).toISOString() })
    await enrol(db, course, ploy, 'student', { section: '1' })
    expect(await scores()).toEqual([null, '9'])
  })

  test('to a group, or to one of its members, counts for its work', async () => {
    await setCourse(db, course, { late_rule })
    const group = await makeGroup(db, course, [nat])
    await makeQuiz([one(0, 10)], { assignment_due: hours(-30).toISOString(), assignment_group: group.grouping_id })
    await handIn(nat, ['a'])
    expect(await scores()).toEqual(['8'])
    await set([{ groups: [group.id], due: hours(-1).toISOString(), reason: 'Flood' }])
    expect(await scores()).toEqual(['9'])
    await undoLast()
    await set([{ people: [nat.id], due: hours(1).toISOString(), reason: 'Ill' }])
    expect(await scores()).toEqual(['10'])
  })
})

describe('an emptied cell of the gradebook', () => {
  test('has again what the parts of the work add up to, as the try and the answer say, also after a correction', async () => {
    await makeQuiz([one(0)])
    const work = await handIn(nat, ['a'])
    const body = { gradable_name: 'Quiz', gradable_score: 10, assignment_id: quiz._id }
    const { _id: gradable_id } = await arthit.call(grading.addColumn, { params: inCourse(), body })
    const at = { person_id: nat.id, gradable_id }
    const put = (score: number | null, query?: { dry_run: 'true' }) =>
      arthit.call(grading.write, { params: inCourse(), body: { items: [{ ...at, score }] }, ...(query && { query }) })
    for (const before of [2, 9]) {
      if (before === 9) await put(9)
      const emptied = { items: [{ ...at, before, after: 2 }] }
      expect(await put(null, { dry_run: 'true' })).toEqual(emptied)
      expect(await put(null)).toEqual(emptied)
      expect(await scores()).toEqual(['2', null])
    }
    await undoLast()
    expect(await scores()).toEqual(['9', null])
    await put(null)
    await correct([one(1)])
    expect(await scores()).toEqual(['0', null])
    await save(work, { override: '7', override_reason: 'Agreed' })
    expect(await put(null)).toMatchObject({ items: [{ before: 7, after: 0 }] })
  })
})

describe('a work whose every part is scored by itself', () => {
  test('has its score at once, which its student does not see before it is released', async () => {
    await makeQuiz([one(0), several([0, 1])])
    const work = await handIn(ploy, ['b', '[a]'])
    expect(await gradeOf(work)).toMatchObject({
      score: '1.5',
      points: '1.5',
      grader: null,
      released: false,
      revision: 1,
    })
    expect((await worksheetOf(ploy, course, { id: quiz._id }).my()).my?.feedback).toMatchObject({
      score: null,
      show: false,
    })
    expect((await history()).map(({ kind }) => kind)).toEqual(['assignment_created'])
  })

  test('loses by the late rule at once', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 25, floor: 0 }) })
    await makeQuiz([one(0)], { assignment_due: hours(-1).toISOString() })
    expect(await gradeOf(await handIn(ploy, ['a']))).toMatchObject({ points: '2', score: '1.5' })
  })

  test('has it as well when its time is up', async () => {
    await makeQuiz([one(0)], { assignment_time_limit: 30 })
    const sheet = worksheetOf(ploy, course, { id: quiz._id })
    await ploy.call(assignments.begin, { params: ofQuiz() })
    await sheet.save({ [`item-${idsOf()[0]}`]: { value: 'a', at: 1 } })
    server.clock.pass({ hours: 1 })
    await handInOver(db, server.clock.now())
    expect(await scores()).toEqual([null, '2'])
  })

  test('has none where a person must judge', async () => {
    await makeQuiz([one(0), number('5')])
    await handIn(ploy, ['a', 'five'])
    expect(await scores()).toEqual([null, null])
    await makeQuiz([one(0)], { assignment_text: true })
    await handIn(ploy, ['a'])
    expect(await scores()).toEqual([null, null])
  })

  test('has the score of the key that holds, also when it is corrected at the same moment', async () => {
    await makeQuiz([one(0)], { assignment_attempt: 0 })
    for (const right of [1, 0, 1, 0]) {
      await Promise.all([correct([one(right)]), handIn(ploy, ['a']), handIn(nat, ['b'])])
      const { rows } = await sql<{ score: string; response: Record<string, string> }>`
        select f.score::float::text as score, s.response from submissions s
        left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
        where s.course_id = ${course.id}`.execute(db)
      for (const { score, response } of rows) {
        expect(score).toBe(Object.values(response)[0] === letters[right] ? '2' : '0')
      }
    }
  })
  test('loses by the late rule that holds, also when that is changed at the same moment', async () => {
    await setRule({ kind: 'percent', percent: 25, floor: 0 })
    await makeQuiz([one(0)], { assignment_due: hours(-1).toISOString() })
    await handInMeanwhile(ploy, ['a'], () => setRule({ kind: 'percent', percent: 50, floor: 0 }))
    expect(await scores()).toEqual([null, '1'])
    await undoLast()
    expect(await scores()).toEqual([null, '1.5'])
  })
})

test('a work is not asked what was added to the sheet while it was handed in, also where it is the first of all', async () => {
  await makeQuiz([one(0)])
  const id = newId()
  const more = { ...number('5'), _id: id }
  const parts = async (work: Thing) => (await gradeOf(work)).parts.map(({ part }) => part)
  for (const person of [nat, ploy]) {
    const work = await handInMeanwhile(person, ['a'], () =>
      edit({ assignment_questionset: [...written([one(0)]), more] }),
    )
    expect(await parts(work)).toEqual([`item-${idsOf()[0]}`])
    const [shown] = await worksheetOf(person, course, { id: quiz._id }).attempts()
    expect(shown?.sheet?.assignment_questionset).toHaveLength(1)
    await edit({ assignment_questionset: written([one(0)]) })
  }
})
