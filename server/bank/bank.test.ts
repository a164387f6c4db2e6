import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { makeUpload } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeCourse, setCourse, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, filters } = contract.bank
const { create, edit, remove, one } = contract.assignments

let course: Thing
let other: Thing
let foreign: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let somchai: SignedIn

type Body = Parameters<typeof arthit.call<typeof create>>[1]['body']
type Query = Parameters<typeof arthit.call<typeof list>>[1]['query']

const colour = {
  ...{ kind: 'one' as const, question: 'Which colour has a leaf?', tags: ['plants'] },
  choices: [{ text: 'Red' }, { text: 'Green', correct: true }],
}
const why = { kind: 'open' as const, question: 'Why is 100% of it green?', tags: ['Plants', 'essay'] }
const pi = { kind: 'number' as const, question: 'What is pi?', value: '3.14', explanation: 'A circle.' }

const add = (by: SignedIn, to: Thing, questions: NonNullable<Body['assignment_questionset']>, name = 'Quiz') =>
  by.call(create, { params: { course_id: to.id }, body: { assignment_name: name, assignment_questionset: questions } })
const bankOf = (by: SignedIn, query: Query = {}, at = course) => by.call(list, { params: { course_id: at.id }, query })
const found = async (by: SignedIn, query: Query = {}, at = course) =>
  (await bankOf(by, query, at)).items.map(({ question }) => question)

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  somchai = await server.person({ first: 'Somchai' })
  other = await makeCourse(db, { name: 'Botany' })
  foreign = await makeCourse(db)
  await enrol(db, other, arthit, 'instructor')
  await enrol(db, foreign, somchai, 'instructor')
  await add(arthit, course, [pi])
  await add(arthit, other, [colour, why], 'Leaves')
  await add(somchai, foreign, [{ ...why, question: 'A secret of Somchai?', tags: ['secret'] }])
})

describe('the bank', () => {
  test('has the questions of all courses of a person, the newest course first, each with where it stands and what is right', async () => {
    const { items, next } = await bankOf(arthit)
    expect(items.map(({ question }) => question)).toEqual([colour.question, why.question, pi.question])
    expect(items[0]).toMatchObject({
      ...{ course_id: other.id, course_name: 'Botany', assignment_name: 'Leaves', kind: 'one', uses: 1 },
      ...{ tags: ['plants'], options: [{ text: 'Red' }, { text: 'Green', correct: true }] },
    })
    expect(items[2]).toMatchObject({ key: { value: '3.14' }, explanation: 'A circle.' })
    expect(next).toBeNull()
  })

  test('says of a question of a set the points that the set gives', async () => {
    const body = {
      ...{ assignment_name: 'Drawn', assignment_sets: [{ name: 'Set', draw: 1, score: 4 }] },
      assignment_questionset: [{ ...pi, question: 'What is tau?', value: '6.28', score: 1, set: 0 }],
    }
    await arthit.call(create, { params: { course_id: course.id }, body })
    const { items } = await bankOf(arthit, { search: 'tau' })
    expect(items.map(({ score }) => score)).toEqual([4])
  })

  test('has nothing of courses in which the person is no staff, or not any more', async () => {
    expect(await found(somchai, {}, foreign)).toEqual(['A secret of Somchai?'])
    expect(await found(arthit, { search: 'Somchai' })).toEqual([])
    expect(await found(arthit, { tag: 'secret' })).toEqual([])
    expect(await found(arthit, { course: foreign.id })).toEqual([])
    await seed(db, (trx) => trx.deleteFrom('roster').where('course_id', '=', other.id).execute())
    expect(await found(arthit)).toEqual([pi.question])
    await enrol(db, other, arthit, 'student')
    expect(await found(arthit)).toEqual([pi.question])
    expect((await arthit.call(filters, { params: { course_id: course.id } })).tags).toEqual([])
  })

  test('is for who may author: no student, no stranger, and an assistant where the course lets them', async () => {
    expect((await ploy.refused(list, { params: { course_id: course.id } })).status).toBe(403)
    expect((await somchai.refused(list, { params: { course_id: course.id } })).status).toBe(404)
    await enrol(db, foreign, mali, 'assistant')
    await setCourse(db, foreign, { assistants_may: [] })
    expect(await found(mali)).toEqual([pi.question])
  })

  test('is searched by words of the question, its choices, its tags and its assignment, by kind, tag and course', async () => {
    expect(await found(arthit, { search: 'green LEAVES' })).toEqual([colour.question, why.question])
    expect(await found(arthit, { search: 'red' })).toEqual([colour.question])
    expect(await found(arthit, { search: 'essay' })).toEqual([why.question])
    expect(await found(arthit, { search: '100%' })).toEqual([why.question])
    expect(await found(arthit, { search: '_' })).toEqual([])
    expect(await found(arthit, { search: 'correct' })).toEqual([])
    expect(await found(arthit, { kind: 'number' })).toEqual([pi.question])
    expect(await found(arthit, { tag: 'plants' })).toEqual([colour.question, why.question])
    expect(await found(arthit, { course: course.id })).toEqual([pi.question])
  })

  test('finds sara am as one sign and as two', async () => {
    const one = { ...why, question: '\u0E17\u0E33\u0E44\u0E21' }
    const two = { ...why, question: '\u0E19\u0E4D\u0E49\u0E32\u0E17\u0E4D\u0E32\u0E44\u0E21' }
    await add(arthit, course, [one, two], 'Thai')
    expect(await found(arthit, { search: '\u0E17\u0E33' })).toEqual([one.question, two.question])
    expect(await found(arthit, { search: '\u0E17\u0E4D\u0E32' })).toEqual([one.question, two.question])
    expect(await found(arthit, { search: '\u0E19\u0E49\u0E33' })).toEqual([two.question])
  })

  test('says by what it can be narrowed', async () => {
    const { courses, tags } = await arthit.call(filters, { params: { course_id: course.id } })
    expect(courses.map(({ course_id }) => course_id).toSorted()).toEqual([course.id, other.id].toSorted())
    expect(tags.map((tag) => tag.toLowerCase())).toEqual(['plants', 'essay'])
  })

  test('tells a question that was copied once, where it is newest', async () => {
    const again = await add(arthit, other, [colour, { ...colour, question: 'Another?' }], 'Leaves again')
    const { items } = await bankOf(arthit, { search: 'colour has' })
    expect(items).toMatchObject([{ asgn_id: again._id, uses: 2 }])
    await arthit.call(remove, {
      params: { course_id: other.id, asgn_id: again._id },
      revision: again.revision as number,
    })
    expect((await bankOf(arthit, { search: 'colour has' })).items).toMatchObject([
      { assignment_name: 'Leaves', uses: 1 },
    ])
  })

  test('comes page by page', async () => {
    const first = await bankOf(arthit, { limit: '2' })
    const second = await bankOf(arthit, { limit: '2', after: first.next ?? '' })
    expect([...first.items, ...second.items]).toEqual((await bankOf(arthit)).items)
    expect(second.next).toBeNull()
    expect((await arthit.refused(list, { params: { course_id: course.id }, query: { after: 'x' } })).code).toBe(
      'invalid',
    )
  })
})

test('a question of the bank brings its picture, of a colleague too, and nobody else’s', async () => {
  await enrol(db, other, mali, 'instructor')
  const [theirs, secret] = [await makeUpload(db, mali, 'leaf.png'), await makeUpload(db, somchai, 'key.png')]
  const text = (upload: { location: string }) => ({ ...why, question: `See ![A leaf](${upload.location})` })
  await add(mali, other, [text(theirs)])
  await add(somchai, foreign, [text(secret)])
  const [shown] = (await bankOf(arthit, { search: 'See' })).items
  expect(shown?.question).toMatch(/leaf\.png\?e=/)
  const quiz = await add(arthit, course, [{ ...why, question: shown?.question ?? '' }, text(secret)])
  const params = { course_id: course.id, asgn_id: quiz._id }
  await arthit.call(edit, {
    params,
    revision: quiz.revision as number,
    body: { publish_at: server.clock.now().toISOString() },
  })
  const asked = (await ploy.call(one, { params })).assignment_questionset.map(({ question }) => question)
  expect(asked[0]).toMatch(/leaf\.png\?e=/)
  expect(asked[1]).toBe(`See ![A leaf](${secret.location})`)
})
