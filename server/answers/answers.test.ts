import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { commentMost } from '../../contract/staff/grading.ts'
import { drawOf, makeQuestion, makeSet, worksheetOf } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  changeAssignment,
  enrol,
  leaveCourse,
  makeAssignment,
  makeCourse,
  makeGroup,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const calls = contract.answers

let course: Thing
let quiz: Thing
let open: Thing
let closed: Thing
let arthit: SignedIn
let mali: SignedIn
let students: SignedIn[]

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ;[arthit, mali] = (await Promise.all(['Arthit', 'Mali'].map((first) => server.person({ first, last: 'T' })))) as [
    SignedIn,
    SignedIn,
  ]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  students = await Promise.all(['Ann', 'Ben', 'Cha', 'Dao'].map((first) => server.person({ first, last: 'S' })))
  for (const person of students) await enrol(db, course, person)
  quiz = await makeAssignment(db, course, { has_text: false, score: 5, attempts_allowed: 0 })
  open = await makeQuestion(db, course, quiz)
  closed = await makeQuestion(db, course, quiz, ['yes', 'no'])
})

const ofQuiz = () => ({ course_id: course.id, asgn_id: quiz.id })
const partOf = ({ id }: Thing) => `item-${id}`
const list = (part: string, by = mali) => by.call(calls.list, { params: ofQuiz(), query: { part } })
const answer = async (text: string, choice = '0', by = students[0]) =>
  worksheetOf(by as SignedIn, course, quiz).submit({ [partOf(open)]: text, [partOf(closed)]: choice })
const handIn = (...texts: string[]) => Promise.all(texts.map((text, n) => answer(text, String(n % 2), students[n])))
type Body = Parameters<typeof mali.call<typeof calls.grade>>[1]['body']
const grade = (body: Body, by = mali) => by.call(calls.grade, { params: ofQuiz(), body })
const worksOf = async (n: number) => (await list(partOf(open))).items[n]?.works ?? []
const sent = (works: { _id: string; revision: number }[]) => works.map(({ _id, revision }) => ({ _id, revision }))
const work = (id: string) =>
  mali.call(contract.submissions.work, { params: { course_id: course.id, submission_id: id } })

describe('the answers to one question', () => {
  test('are of the first that people score, unless another one is asked for', async () => {
    const asked = await makeAssignment(db, course, { has_text: false, score: 5 })
    const [first, second] = [
      await makeQuestion(db, course, asked, ['yes', 'no']),
      await makeQuestion(db, course, asked),
    ]
    const params = { course_id: course.id, asgn_id: asked.id }
    const { part, parts } = await mali.call(calls.list, { params })
    expect([part, parts]).toEqual([partOf(second), [first, second].map(partOf)])
  })

  test('are together where they say the same, the largest group first', async () => {
    await handIn('It  falls. ', 'IT FALLS.', '', 'It flies.')
    const { items, works, judged, groups, most, next } = await list(partOf(open))
    expect(items.map(({ answer, works }) => [answer.trim(), works.map(({ people }) => people[0]?.first)])).toEqual(
      expect.arrayContaining([
        ['', ['Cha']],
        ['It flies.', ['Dao']],
      ]),
    )
    expect(items[0]?.works).toHaveLength(2)
    expect({ works, judged, groups, most, next }).toEqual({ works: 4, judged: 0, groups: 3, most: '2.5', next: null })
  })

  test('of a closed one have their points already', async () => {
    await handIn('a', 'b', 'c')
    const { items, judged } = await list(partOf(closed))
    expect(items.map(({ works }) => works.map(({ points, by }) => [points, by]))).toEqual([
      [
        ['2.5', 'auto'],
        ['2.5', 'auto'],
      ],
      [['0', 'auto']],
    ])
    expect(judged).toBe(3)
  })

  test('are those of the attempt that counts, of a group once, and of nobody who left', async () => {
    await answer('First')
    await answer('Second')
    expect((await list(partOf(open))).items.map((one) => one.answer)).toEqual(['Second'])
    await changeAssignment(db, quiz, { counts: 'first' })
    expect((await list(partOf(open))).items.map((one) => one.answer)).toEqual(['First'])
    // With the rule "best attempt", the attempt without a grade may be the best.
    await grade({ part: partOf(open), works: sent(await worksOf(0)), points: '1' })
    await changeAssignment(db, quiz, { counts: 'best' })
    expect((await list(partOf(open))).items.map((one) => one.answer)).toEqual(['Second'])
    await leaveCourse(db, students[0] as SignedIn, course)
    expect((await list(partOf(open))).items).toEqual([])
    const group = await makeGroup(db, course, students.slice(1, 3))
    quiz = await makeAssignment(db, course, { has_text: true, grouping_id: group.grouping_id })
    await worksheetOf(students[1] as SignedIn, course, quiz).submit({ textbox: 'Ours' })
    expect((await list('textbox')).items.map(({ works }) => works.length)).toEqual([1])
  })

  test('are of all who were asked it, also when the set draws fewer by now', async () => {
    const set = await makeSet(db, course, quiz, [open, closed], 2)
    await handIn('It falls.', 'It flies.')
    await drawOf(db, set, 1)
    expect([(await list(partOf(open))).works, (await list(partOf(closed))).works]).toEqual([2, 2])
  })

  test('are of no work that had points elsewhere, where the text has all points by now', async () => {
    await changeAssignment(db, quiz, { has_text: true, score: 2.5 })
    const [before, after] = students.map((person) => worksheetOf(person, course, quiz))
    await before?.submit({ [partOf(closed)]: '0', textbox: 'A remark' })
    await seed(db, (trx) => trx.deleteFrom('questions').where('assignment_id', '=', quiz.id).execute())
    await after?.submit({ textbox: 'All of it' })
    expect((await list('textbox')).items.map((one) => one.answer)).toEqual(['All of it'])
  })

  test('have the points of their works also where the question has other choices by now', async () => {
    const { assignments } = contract
    const choice = (_id: string, correct: boolean) => ({ _id, text: _id, correct })
    const ask = (kind: 'one' | 'several', ...choices: ReturnType<typeof choice>[]) => ({
      ...{ kind, question: 'Which?', score: 2, choices },
    })
    const params = { course_id: course.id }
    const { revision, assignment_questionset, ...made } = await arthit.call(assignments.create, {
      params,
      body: {
        ...{ assignment_name: 'Quiz', publish_at: server.clock.now().toISOString() },
        assignment_questionset: [
          ask('one', choice('a', true), choice('b', false)),
          ask('several', choice('a', true), choice('b', true), choice('c', false)),
        ],
      },
    })
    quiz = { id: made._id }
    const ids = assignment_questionset.map(({ _id }) => _id)
    const parts = ids.map((id) => partOf({ id }))
    const [one, several] = parts as [string, string]
    const { _id } = await worksheetOf(students[0] as SignedIn, course, quiz).submit({ [one]: 'b', [several]: '[a,b]' })
    const questions = [
      ask('one', choice('a', true), choice('d', false)),
      ask('several', choice('a', true), choice('c', false)),
    ].map((question, i) => ({ ...question, _id: ids[i] as string }))
    await arthit.call(assignments.edit, {
      params: ofQuiz(),
      revision: revision ?? 0,
      body: { assignment_questionset: questions },
    })
    const { feedback } = await work(_id)
    expect(feedback.parts.map(({ part, points, auto }) => [part, points, auto])).toEqual([
      [one, '0', '0'],
      [several, '2', '2'],
    ])
    for (const { part, points, auto } of feedback.parts) {
      expect((await list(part)).items[0]?.works).toMatchObject([{ points, auto }])
      const { saved } = await grade({
        part,
        works: [{ _id, revision: (await list(part)).items[0]?.works[0]?.revision ?? 0 }],
        comment: part,
      })
      expect(saved).toMatchObject([{ points, auto }])
    }
    const { parts: of } = await mali.call(contract.statistics.assignment, { params: ofQuiz() })
    expect(of.map(({ judged, mean }) => [judged, mean])).toEqual([
      [1, 0],
      [1, 100],
    ])
  })

  test('come page by page, and long ones whole', async () => {
    const long = `${'Because. '.repeat(200)}End`
    await handIn(long, long, 'Short')
    const { items } = await list(partOf(open))
    expect(items.map(({ answer, works, cut }) => [answer === long, works.length, cut])).toEqual([
      [true, 2, false],
      [false, 1, false],
    ])
    const after = `2-${items[0]?.key}`
    const rest = await mali.call(calls.list, { params: ofQuiz(), query: { part: partOf(open), after } })
    expect(rest.items.map((one) => one.answer)).toEqual(['Short'])
  })

  test('of a part that is not asked are not found, and no student gets any', async () => {
    const query = { part: 'textbox' }
    expect(await mali.refused(calls.list, { params: ofQuiz(), query })).toMatchObject({ code: 'not_found' })
    expect(await (students[0] as SignedIn).refused(calls.list, { params: ofQuiz() })).toMatchObject({
      code: 'not_allowed',
    })
  })
})

describe('a grade for a whole group', () => {
  test('is one change: each gets the points, the items and the comment, and an undo takes all back', async () => {
    await handIn('Same', 'same', 'Other')
    const item = await mali.call(contract.submissions.addItem, {
      params: ofQuiz(),
      body: { part: partOf(open), title: 'No reason', points: '-0.5' },
    })
    const works = await worksOf(0)
    const { saved, conflicts } = await grade({
      ...{ part: partOf(open), works: sent(works), applied: [item._id], comment: 'Say why.' },
    })
    expect([saved.map(({ points, by, revision }) => [points, by, revision]), conflicts]).toEqual([
      [
        ['2', 'rubric', 1],
        ['2', 'rubric', 1],
      ],
      [],
    ])
    const [one] = works
    expect((await work(one?._id ?? '')).feedback).toMatchObject({ comment: 'Say why.', applied: [item._id] })
    const params = { course_id: course.id }
    const history = await arthit.call(contract.changes.list, { params })
    expect(history.items[0]).toMatchObject({ kind: 'answers_graded', about: { count: 2 } })
    await arthit.call(contract.changes.undo, { params: { ...params, change_id: history.items[0]?._id ?? '' } })
    expect((await list(partOf(open))).judged).toBe(0)
  })

  test('leaves the other parts as they are, and adds up with them', async () => {
    await handIn('Same', 'same')
    const works = await worksOf(0)
    const first = works.find(({ people }) => people[0]?.first === 'Ann')?._id ?? ''
    await mali.call(contract.submissions.save, {
      params: { course_id: course.id, submission_id: first },
      revision: 0,
      body: { parts: { [partOf(closed)]: '1' }, applied: [], override: null, override_reason: '', comment: 'Mine' },
    })
    const { saved } = await grade({
      part: partOf(open),
      works: sent(await worksOf(0)),
      points: '1.25',
      comment: 'Ours',
    })
    expect(saved).toHaveLength(2)
    expect((await work(first)).feedback).toMatchObject({ score: '2.25', points: '2.25', comment: 'Mine\n\nOurs' })
  })

  test('whose comment has no room in that of a work is refused, and nothing is saved', async () => {
    await handIn('Same', 'same')
    const works = await worksOf(0)
    const body = { part: partOf(open), works: sent(works), points: '1' }
    await grade({ ...body, comment: 'x'.repeat(commentMost) })
    const given = { ...body, works: sent(await worksOf(0)), points: '2', comment: 'Say why.' }
    await expect(grade(given)).rejects.toMatchObject({ fields: { comment: 'has no room in the comments of 2 works' } })
    expect((await worksOf(0)).map(({ points }) => points)).toEqual(['1', '1'])
  })

  test('does not overwrite what somebody graded meanwhile, and shows it', async () => {
    await handIn('Same', 'same', 'same')
    const works = await worksOf(0)
    const [one] = works
    await grade({ part: partOf(open), works: sent(works.slice(0, 1)), points: '2' }, arthit)
    const { saved, conflicts } = await grade({ part: partOf(open), works: sent(works), points: '1' })
    expect(saved.map(({ points }) => points)).toEqual(['1', '1'])
    expect(conflicts).toMatchObject([{ _id: one?._id, points: '2', grader: { first: 'Arthit' }, revision: 1 }])
  })

  test('that is there already is no conflict: whoever sends it twice did it once', async () => {
    await handIn('Same', 'same')
    const body = { part: partOf(open), works: sent(await worksOf(0)), points: '1', comment: 'Say why.' }
    await grade(body)
    const { saved, conflicts } = await grade(body)
    expect([saved.map(({ revision }) => revision), conflicts]).toEqual([[1, 1], []])
    expect((await work(body.works[0]?._id ?? '')).feedback.comment).toBe('Say why.')
    expect((await grade({ ...body, points: '2' })).conflicts).toHaveLength(2)
  })

  test('that is sent twice at the same moment is no conflict either, as when a page is loaded again meanwhile', async () => {
    await handIn('Same', 'same')
    const body = { part: partOf(open), works: sent(await worksOf(0)), points: '1' }
    const both = await Promise.all([grade(body), grade(body)])
    expect(both.map(({ saved, conflicts }) => [saved.length, conflicts.length])).toEqual([
      [2, 0],
      [2, 0],
    ])
  })

  test('of two graders at once stands once for each work', async () => {
    await handIn('Same', 'same', 'same', 'same')
    const works = sent(await worksOf(0))
    const both = await Promise.all([
      grade({ part: partOf(open), works, points: '1' }, arthit),
      grade({ part: partOf(open), works: works.toReversed(), points: '2' }),
    ])
    expect(both.map(({ saved }) => saved.length).sort()).toEqual([0, 4])
  })

  test('takes as many statements for many works as for one', async () => {
    await handIn('Same', 'same', 'same')
    const works = sent(await worksOf(0))
    const statementsFor = (some: typeof works, points: string) =>
      server.statementsOf(() => grade({ part: partOf(open), works: some, points }))
    expect(await statementsFor(works.slice(0, 1), '1')).toHaveLength(6)
    expect(await statementsFor(works.slice(1), '2')).toHaveLength(6)
  })

  test('is refused with an item of another part', async () => {
    await handIn('Same')
    const item = await mali.call(contract.submissions.addItem, {
      params: ofQuiz(),
      body: { part: partOf(closed), title: 'Guessed', points: '-0.5' },
    })
    const body = { part: partOf(open), works: sent(await worksOf(0)), applied: [item._id] }
    expect(await mali.refused(calls.grade, { params: ofQuiz(), body })).toMatchObject({ code: 'invalid' })
  })
})
