import { beforeEach, describe, expect, test } from 'vitest'
import type { Assignment } from '../../contract/assignments.ts'
import { contract } from '../../contract/index.ts'
import type { Check } from '../../contract/staff/assignments.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { ahead } from '../testing/clock.ts'
import { openEventsFromNow } from '../testing/events.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeCourse, makeGroup, setCourse, type Thing } from '../testing/world.ts'
import { giveFeedback, worksheetOf } from './testing.ts'

const server = await useServer()
const { db } = server
const { mine, due, one, my, create, edit, remove, copy } = contract.assignments
const { changes, courses, gradebook, notifications } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person()
  await enrol(db, course, nat)
})

type Body = Parameters<typeof arthit.call<typeof create>>[1]['body']
const inCourse = () => ({ course_id: course.id })
const of = ({ _id }: { _id: string }) => ({ course_id: course.id, asgn_id: _id })
const add = (body: Partial<Body> = {}, by = arthit) =>
  by.call(create, { params: inCourse(), body: { assignment_name: 'Quiz', ...body } })
const now = () => server.clock.now().toISOString()
type Edit = Parameters<typeof arthit.call<typeof edit>>[1]['body']
const input = (it: Assignment, body: Edit) => ({ params: of(it), body, revision: it.revision as number })
const change = async (it: Assignment, body: Edit, by = arthit) => (await by.call(edit, input(it, body))) as Assignment
const check = async (it: Assignment, body: Edit) =>
  ((await arthit.call(edit, { ...input(it, body), query: { dry_run: 'true' } })) as Check).check
const history = async () => (await arthit.call(changes.list, { params: inCourse() })).items
const undoLast = async () => {
  const [last] = await history()
  return arthit.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
}
const sheet = (it: { _id: string }, by = ploy) => worksheetOf(by, course, { id: it._id })
/** Every reply in which a student might see the assignment. */
const seenBy = async (person: SignedIn) => ({
  list: (await person.call(mine, { params: inCourse() })).map((a) => a.assignment_name),
  due: (await person.call(due, { params: inCourse() })).map((a) => a.assignment_name),
  upcoming: (await person.call(courses.upcoming)).map((a) => a.title),
  activity: (await person.call(courses.activity, { params: inCourse() })).map((a) => a.title),
  notified: (await person.call(notifications.list)).notifications.map((n) => n.message.message),
})
const nothing = { list: [], due: [], upcoming: [], activity: [], notified: [] }
const all = (name: string) => ({ list: [name], due: [name], upcoming: [name], activity: [name], notified: [name] })
const soon = () => ({ assignment_due: ahead({ hours: 3 }).toISOString() })

const choices = [{ text: 'Red' }, { text: 'Green', correct: true }]
const colour = { kind: 'one' as const, question: 'Which colour?', score: 2, choices }
const why = { kind: 'open' as const, question: 'Why?', score: 3 }
/** The same questions as a request to write them again. */
const written = ({ assignment_questionset }: Assignment) =>
  assignment_questionset.map(({ _id, question, kind = 'open', score, options }) => ({
    ...{ _id, question, kind, score },
    ...(options && { choices: options }),
  }))

describe('an assignment that staff make', () => {
  test('is a draft at first, of which a student sees nothing', async () => {
    const draft = await add({ ...soon(), assignment_questionset: [colour] })
    expect(draft).toMatchObject({ assignment_name: 'Quiz', publish_at: null, assignment_score: 2, grouping_id: null })
    expect(await seenBy(ploy)).toEqual(nothing)
    for (const call of [one, my]) expect((await ploy.refused(call, { params: of(draft) })).status).toBe(404)
    expect(await sheet(draft).refusedSubmit({ textbox: 'x' })).toBe('not_found')
    expect((await ploy.refused(contract.assignments.draftVersions, { params: of(draft) })).status).toBe(404)
    const here = { params: of(draft), body: { here: true } }
    expect((await ploy.refused(contract.assignments.draftWriters, here)).status).toBe(404)
    expect(await mali.call(one, { params: of(draft) })).toEqual(draft)
    expect(await mali.call(mine, { params: inCourse() })).toMatchObject([{ _id: draft._id, publish_at: null }])
    expect((await mali.call(due, { params: inCourse() })).length).toBe(0)
    const asStudent = { params: of(draft), query: { as: 'student' } as never }
    expect((await mali.refused(one, asStudent)).status).toBe(404)
  })

  test('tells staff its own closing date apart from the end of the late rule', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 2 }) })
    const due = { assignment_due: ahead({ days: 1 }).toISOString() }
    const end = ahead({ days: 3 }).toISOString()
    expect(await add(due)).toMatchObject({ assignment_closes: end, closes_at: null })
    const closes = ahead({ days: 9 }).toISOString()
    expect(await add({ ...due, assignment_closes: closes })).toMatchObject({
      assignment_closes: end,
      closes_at: closes,
    })
  })

  test('is seen and told once when it is published, with no word of what staff know', async () => {
    const out = await change(await add({ ...soon(), assignment_questionset: [colour] }), { publish_at: now() })
    expect(await seenBy(ploy)).toEqual(all('Quiz'))
    const theirs = JSON.stringify(await ploy.call(one, { params: of(out) }))
    for (const word of ['revision', 'publish_at', 'grouping_id', 'closes_at', 'correct'])
      expect(theirs).not.toContain(word)
    await change(out, { assignment_name: 'Quiz 1' })
    expect(await seenBy(ploy)).toEqual(all('Quiz 1'))
  })

  test('goes out at its time', async () => {
    await add({ ...soon(), publish_at: ahead({ hours: 1 }).toISOString() })
    expect(await seenBy(ploy)).toEqual(nothing)
    server.clock.pass({ hours: 1 })
    await publishDueNow(server)
    expect(await seenBy(ploy)).toEqual(all('Quiz'))
    server.clock.reset()
  })

  test('that is taken back is gone for students with its column and their work, and there again as it was', async () => {
    const out = await add({ ...soon(), assignment_text: true, publish_at: now() })
    const column = { course_id: course.id, id: newId(), name: 'Quiz', score: 10, assignment_id: out._id }
    await seed(db, (trx) => trx.insertInto('gradables').values(column).execute())
    const receipt = await sheet(out).submit({ textbox: 'mine' })
    const columns = async () => (await ploy.call(gradebook.mine, { params: inCourse() })).length
    const hidden = await change(out, { publish_at: null })
    expect(await seenBy(ploy)).toEqual(nothing)
    expect(await columns()).toBe(0)
    const given = { params: { ...of(out), submission_id: receipt._id } }
    expect((await ploy.refused(contract.assignments.receipt, given)).status).toBe(404)
    await change(hidden, { publish_at: now() })
    expect((await sheet(out).my()).my?.response).toEqual({ textbox: 'mine' })
    expect(await columns()).toBe(1)
  })

  test('is refused with the fields that are wrong', async () => {
    const wrong = async (body: Partial<Body>) => (await add(body).catch((e) => e)).fields
    expect(await wrong({ assignment_name: ' ' })).toHaveProperty('assignment_name')
    expect(await wrong({ ...soon(), assignment_closes: now() })).toHaveProperty('assignment_closes')
    expect(await wrong({ assignment_group: newId() })).toHaveProperty('assignment_group')
    expect(await wrong({ assignment_sets: [{ name: 'A', draw: 1, score: 1 }] })).toHaveProperty(
      'assignment_questionset',
    )
    const twice = newId()
    expect(
      await wrong({
        assignment_questionset: [
          { ...why, _id: twice },
          { ...why, _id: twice },
        ],
      }),
    ).toHaveProperty('assignment_questionset')
    const same = { _id: 'a', text: 'x' }
    expect(await wrong({ assignment_questionset: [{ ...colour, choices: [same, same] }] })).toHaveProperty([
      'assignment_questionset.0.choices',
    ])
    expect(await history()).toEqual([])
  })

  test('is handed in by a grouping of the course alone', async () => {
    const group = await makeGroup(db, course, [ploy])
    const out = await add({ assignment_group: group.grouping_id, publish_at: now() })
    expect(out).toMatchObject({ assignment_group: 'Project groups', grouping_id: group.grouping_id })
    expect((await ploy.call(one, { params: of(out) })).assignment_group).toBe('Group 1')
  })
})

describe('a sheet', () => {
  test('is written whole: what it names keeps its place, what is new gets one, what is left out goes', async () => {
    const first = await add({ assignment_questionset: [colour, why], assignment_file: [{ slotname: 'Report' }] })
    const [red, open] = written(first)
    const id = newId()
    const second = await change(first, {
      assignment_questionset: [{ ...why, _id: id, question: 'New?' }, red as never],
      assignment_file: [],
    })
    expect(second.assignment_questionset.map(({ _id }) => _id)).toEqual([id, red?._id])
    expect(second.assignment_questionset[1]).toEqual(first.assignment_questionset[0])
    expect(second.assignment_file).toEqual([])
    expect(second.revision).toBeGreaterThan(first.revision as number)
    expect(open?._id).toBeDefined()
    const again = await change(second, { assignment_questionset: written(second) })
    expect(again).toEqual(second)
    expect(await history()).toHaveLength(2)
  })

  test('takes no question of another assignment', async () => {
    const [a, b] = [await add({ assignment_questionset: [why] }), await add({ assignment_questionset: [colour] })]
    const taken = { assignment_questionset: [{ ...why, _id: a.assignment_questionset[0]?._id as string }] }
    expect((await arthit.refused(edit, input(b, taken))).status).toBe(404)
    expect(await arthit.call(one, { params: of(a) })).toEqual(a)
  })

  test('counts what it adds up to, unless another number is given', async () => {
    const body = { assignment_text: true, assignment_score_essay: 5.25, assignment_questionset: [colour, why] }
    const it = await add(body)
    expect([it.assignment_score, it.assignment_score_questionset]).toEqual([10.25, 5])
    const fixed = await change(it, { assignment_score: 100 })
    const more = await change(fixed, { assignment_score_essay: 1 })
    expect([more.assignment_score, more.assignment_score_essay]).toEqual([100, 1])
    expect((await change(more, { assignment_score: null })).assignment_score).toBe(6)
  })

  test('that draws from a set counts what is drawn', async () => {
    const asked = [why, why, why].map((question) => ({ ...question, set: 0 }))
    const sets = [{ name: 'Whys', draw: 2, score: 1.5 }]
    const it = await add({ assignment_questionset: [colour, ...asked], assignment_sets: sets, publish_at: now() })
    expect(it.assignment_score).toBe(5)
    expect((await ploy.call(one, { params: of(it) })).assignment_questionset).toHaveLength(3)
    const kept = await change(it, {
      assignment_questionset: it.assignment_questionset.map((q) => ({
        ...{ _id: q._id, kind: q.kind ?? 'open', question: q.question, score: q.score },
        ...(q.options && { choices: q.options }),
        ...(q.set_id && { set: 0 }),
      })),
    })
    expect(kept.assignment_sets).toEqual(it.assignment_sets)
    expect(kept.assignment_score).toBe(5)
  })

  test('is one thing to two who write: the second is told what is there, also of another question', async () => {
    const it = await add({ assignment_questionset: [why] })
    const current = await change(
      it,
      { assignment_questionset: [{ ...written(it)[0], ...why, question: 'How?' }] },
      mali,
    )
    expect(await arthit.refused(edit, input(it, { assignment_name: 'Mine' }))).toEqual({
      ...{ status: 409, code: 'conflict', current },
    })
  })

  test('comes back whole when a change of it is taken back', async () => {
    const it = await add({ assignment_questionset: [colour, why], assignment_file: [{ slotname: 'Report' }] })
    await change(it, { assignment_name: 'Less', assignment_questionset: [], assignment_file: [] })
    await undoLast()
    const back = await arthit.call(one, { params: of(it) })
    expect({ ...back, revision: 0 }).toEqual({ ...it, revision: 0 })
    await undoLast()
    await undoLast()
    expect({ ...(await arthit.call(one, { params: of(it) })), revision: 0 }).toEqual({ ...it, revision: 0 })
  })
})

describe('a change after somebody has answered', () => {
  const answered = async () => {
    const it = await add({
      ...{ assignment_text: true, assignment_attempt: 0, publish_at: now() },
      assignment_questionset: [colour, why],
      assignment_file: [{ slotname: 'Report' }],
    })
    const [choice, open] = it.assignment_questionset.map(({ _id }) => `item-${_id}`) as [string, string]
    await sheet(it).submit({ textbox: 'x', [choice]: '0', [open]: 'Because' })
    await sheet(it).submit({ textbox: 'x', [choice]: '0', [open]: 'Because of that' })
    const work = await sheet(it, nat).submit({ [choice]: '1' })
    await giveFeedback(db, course, work)
    await sheet(it, nat).save({ [open]: { value: 'I think', at: Date.now() } })
    return it
  }

  test('says in numbers what it would do, and does nothing', async () => {
    const it = await answered()
    const [red, open] = written(it)
    const green = { ...red, choices: red?.choices?.filter(({ text }) => text !== 'Red') }
    expect(await check(it, { assignment_questionset: [green as never], assignment_text: false })).toEqual({
      ...{ handed_in: 2, typing: 1, graded: 1 },
      effects: expect.arrayContaining([
        { kind: 'text_gone', title: 'Quiz', count: 1 },
        { kind: 'question_gone', title: 'Why?', count: 1 },
        { kind: 'choice_gone', title: 'Which colour?', count: 1 },
        { kind: 'score_changed', title: 'Quiz', count: 2 },
      ]),
      ...{ grades_changed: 0, grades_released: 0, grades: [] },
    })
    const right = { ...red, choices: red?.choices?.map((one) => ({ ...one, correct: !one.correct })) }
    const key = await check(it, { assignment_questionset: [right as never, { ...open, score: 4 } as never] })
    expect(key.effects.map(({ kind }) => kind).toSorted()).toEqual([
      ...['above_most', 'key_changed', 'points_changed', 'score_changed'],
    ])
    const order = await check(it, { assignment_questionset: [open as never, red as never], assignment_name: 'Other' })
    expect(order.effects).toEqual([])
    expect(await arthit.call(one, { params: of(it) })).toEqual(it)
    expect(await history()).toHaveLength(1)
  })

  test('is refused as the change itself would be', async () => {
    const it = await answered()
    await change(it, { assignment_name: 'Newer' })
    const stale = { ...input(it, { assignment_name: 'Mine' }), query: { dry_run: 'true' as const } }
    expect((await arthit.refused(edit, stale)).status).toBe(409)
  })

  test('leaves what was answered readable, and taking it back restores each answer', async () => {
    const it = await answered()
    const before = await sheet(it).my()
    await change(it, { assignment_questionset: [], assignment_file: [] })
    expect((await sheet(it).attempts())[0]?.sheet?.assignment_questionset).toHaveLength(2)
    await undoLast()
    expect(await sheet(it).my()).toEqual(before)
  })

  test('that made it cannot be taken back: what students have done is in the way', async () => {
    await answered()
    const [made] = await history()
    const params = { course_id: course.id, change_id: made?._id ?? '' }
    expect((await arthit.refused(changes.undo, { params })).status).toBe(409)
  })
})

describe('a copy', () => {
  test('is a draft that asks the same, with nothing of students', async () => {
    const it = await add({
      ...{ ...soon(), assignment_questionset: [{ ...colour, set: 0 }, why], publish_at: now() },
      ...{ assignment_sets: [{ name: 'All', draw: 1, score: 2 }], assignment_file: [{ slotname: 'Report' }] },
    })
    const first = `item-${it.assignment_questionset[0]?._id}`
    for (const part of [first, 'file'])
      await mali.call(contract.submissions.addItem, { params: of(it), body: { part, title: 'Units', points: '-1' } })
    const { items } = await arthit.call(copy, {
      params: inCourse(),
      body: { items: [{ asgn_id: it._id, assignment_name: 'Quiz (copy)' }] },
    })
    const made = await arthit.call(one, { params: of(items[0] as never) })
    expect(made).toMatchObject({
      ...{ assignment_name: 'Quiz (copy)', publish_at: null, assignment_due: it.assignment_due },
      ...{ assignment_score: it.assignment_score, revision: expect.any(Number) },
    })
    const asked = ({ assignment_questionset, assignment_sets, assignment_file }: Assignment) =>
      JSON.stringify([assignment_questionset, assignment_sets, assignment_file]).replaceAll(
        /"(_id|set_id)":"[\w-]{36}"/g,
        '',
      )
    expect(asked(made)).toBe(asked(it))
    expect(made.assignment_questionset[0]?._id).not.toBe(it.assignment_questionset[0]?._id)
    expect(made.assignment_questionset[0]?.set_id).toBe(made.assignment_sets?.[0]?._id)
    const rubric = await db
      .selectFrom('rubric_items')
      .select(['part', 'title'])
      .where('assignment_id', '=', made._id)
      .orderBy('position')
      .execute()
    expect(rubric).toEqual(
      [`item-${made.assignment_questionset[0]?._id}`, 'file'].map((part) => ({ part, title: 'Units' })),
    )
    await undoLast()
    expect((await arthit.call(mine, { params: inCourse() })).length).toBe(1)
  })

  test('comes from another course without its dates and its grouping, for who may author in both', async () => {
    const group = await makeGroup(db, course, [ploy])
    const it = await add({ ...soon(), assignment_group: group.grouping_id, assignment_questionset: [colour] })
    const other = await makeCourse(db)
    await enrol(db, other, arthit, 'instructor')
    const into = { params: { course_id: other.id }, body: { items: [{ course_id: course.id, asgn_id: it._id }] } }
    const { items } = await arthit.call(copy, into)
    const params = { course_id: other.id, asgn_id: items[0]?._id ?? '' }
    expect(await arthit.call(one, { params })).toMatchObject({ assignment_due: null, grouping_id: null })
    const stranger = await server.person()
    await enrol(db, other, stranger, 'instructor')
    expect((await stranger.refused(copy, into)).status).toBe(404)
    await enrol(db, course, stranger, 'student')
    expect((await stranger.refused(copy, into)).status).toBe(404)
  })
})

describe('removing', () => {
  test('takes it from everyone, and taking that back brings it with its work', async () => {
    const it = await add({ ...soon(), assignment_text: true, publish_at: now() })
    await sheet(it).submit({ textbox: 'mine' })
    await arthit.call(remove, { params: of(it), revision: it.revision as number })
    expect(await seenBy(ploy)).toEqual(nothing)
    expect((await arthit.refused(one, { params: of(it) })).status).toBe(404)
    await undoLast()
    expect((await sheet(it).my()).my?.response).toEqual({ textbox: 'mine' })
  })
})

test('another due date renews also the pages of its works and of people, which say what is late', async () => {
  const it = await add({ assignment_due: ahead({ hours: -3 }).toISOString(), assignment_text: true, publish_at: now() })
  const stream = await openEventsFromNow(`${await server.listen()}/api/users/notifications/stream`, mali)
  await change(it, { assignment_due: ahead({ hours: 3 }).toISOString() })
  expect(await stream.next()).toEqual({
    event: 'changed',
    data: { courses: [course.id], parts: ['work', 'activity'] },
  })
  await stream.close()
})

test.each<[string, boolean, (it: Assignment) => Promise<unknown>]>([
  ['another due date', true, (it) => change(it, { assignment_due: ahead({ hours: -30 }).toISOString() })],
  ['another time limit', true, (it) => change(it, { assignment_time_limit: 30 })],
  ['another attempt that counts', true, (it) => change(it, { assignment_counts: 'first' })],
  ['a removal', true, (it) => arthit.call(remove, { params: of(it), revision: it.revision as number })],
  ['another name', false, (it) => change(it, { assignment_name: 'Test' })],
])('%s of late work that took days from a bank renews the other assignments: %s', async (_, isWide, act) => {
  const it = await add({ assignment_due: ahead({ hours: -3 }).toISOString(), assignment_text: true, publish_at: now() })
  await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 3 }) })
  const stream = await openEventsFromNow(`${await server.listen()}/api/users/notifications/stream`, ploy)
  await act(it)
  expect(await stream.next()).toEqual({
    event: 'changed',
    data: { courses: [course.id], parts: ['work', 'activity'], ...(!isWide && { thing: it._id }) },
  })
  await stream.close()
})
