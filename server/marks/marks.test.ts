import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { mostMarks } from '../../contract/staff/marks.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { start } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, makeCourse, setCourse, submit, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, shown, create, edit, remove } = contract.marks
const { changes } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let asgn_id: string
let submission_id: string

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person()
  await enrol(db, course, nat)
  const assignment = await makeAssignment(db, course)
  asgn_id = assignment.id
  submission_id = (await submit(db, course, assignment, ploy)).id
})

const ofStaff = () => ({ course_id: course.id, submission_id })
const ofStudent = () => ({ course_id: course.id, asgn_id, submission_id })
type Body = Parameters<typeof arthit.call<typeof create>>[1]['body']
const pin: Body = { field: 'textbox', kind: 'pin', shape: { from: [1, 0], to: [1, 2] } }
const draw = (body: Partial<Body> = {}, by = arthit) =>
  by.call(create, { params: ofStaff(), body: { ...pin, ...body } as Body })
const seen = (by: SignedIn) => by.call(shown, { params: ofStudent() })
const release = (show = true) => {
  const row = { course_id: course.id, submission_id, show }
  return seed(db, (trx) =>
    trx
      .insertInto('feedback')
      .values(row)
      .onConflict((c) => c.columns(['course_id', 'submission_id']).doUpdateSet({ show }))
      .execute(),
  )
}

test('a mark is drawn, changed and taken away, and one press takes each back', async () => {
  const made = await draw({ comment: 'ดีมาก', colour: 'done' })
  expect(made).toEqual({
    ...{ _id: expect.any(String), ...pin, path: '', page: 1, comment: 'ดีมาก', colour: 'done', revision: 1 },
    author: { _id: arthit.id, first: 'Arthit', last: expect.any(String) },
  })
  const params = { ...ofStaff(), mark_id: made._id }
  const changed = await mali.call(edit, { params, body: { comment: 'Better' }, revision: 1 })
  expect(changed).toEqual({ ...made, comment: 'Better', revision: 2 })
  await arthit.call(remove, { params, revision: 2 })
  expect(await mali.call(list, { params: ofStaff() })).toEqual([])
  for (const there of [[changed], [made], []]) {
    const { items } = await arthit.call(changes.list, { params: { course_id: course.id } })
    const last = items.find(({ undoes, undone_by }) => undoes === null && undone_by === null)
    await arthit.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
    const left = await mali.call(list, { params: ofStaff() })
    expect(left.map(({ comment }) => comment)).toEqual(there.map(({ comment }) => comment))
  }
})

test('two graders do not overwrite each other: the second is told what is there', async () => {
  const { _id: mark_id } = await draw()
  const params = { ...ofStaff(), mark_id }
  const current = await mali.call(edit, { params, body: { comment: 'Mali' }, revision: 1 })
  const late = { params, body: { comment: 'Arthit' }, revision: 1 }
  expect(await arthit.refused(edit, late)).toEqual({ status: 409, code: 'conflict', current })
  expect(await arthit.refused(remove, { params, revision: 1 })).toMatchObject({ status: 409, current })
})

describe('who sees a mark', () => {
  test('its student once the feedback is released, and never before', async () => {
    await draw({ comment: 'secret' })
    expect(await seen(ploy)).toEqual([])
    await release(false)
    expect(await seen(ploy)).toEqual([])
    await release()
    const [mark] = await seen(ploy)
    expect(mark).toEqual({ _id: expect.any(String), ...pin, path: '', page: 1, comment: 'secret', colour: 'accent' })
    await release(false)
    expect(await seen(ploy)).toEqual([])
  })

  test('nobody else: no other student, no other course, and no student by the call of staff', async () => {
    const { _id: mark_id } = await draw()
    await release()
    const outside = await server.person()
    await enrol(db, await makeCourse(db), outside, 'instructor')
    expect((await nat.refused(shown, { params: ofStudent() })).status).toBe(404)
    for (const [person, status] of [[ploy, 403] as const, [nat, 403] as const, [outside, 404] as const]) {
      const params = { ...ofStaff(), mark_id }
      expect((await person.refused(list, { params: ofStaff() })).status).toBe(status)
      expect((await person.refused(create, { params: ofStaff(), body: pin })).status).toBe(status)
      expect((await person.refused(edit, { params, body: {}, revision: 1 })).status).toBe(status)
      expect((await person.refused(remove, { params, revision: 1 })).status).toBe(status)
    }
    expect((await outside.refused(shown, { params: ofStudent() })).status).toBe(404)
    const none = { ...ofStaff(), submission_id: mark_id }
    expect((await arthit.refused(list, { params: none })).status).toBe(404)
  })

  test('an assistant where the course lets assistants grade', async () => {
    await draw()
    await setCourse(db, course, { assistants_may: ['author'] })
    expect((await mali.refused(list, { params: ofStaff() })).status).toBe(403)
    expect((await mali.refused(create, { params: ofStaff(), body: pin })).status).toBe(403)
  })
})

describe('a mark is refused', () => {
  const of = (kind: Body['kind'], shape: unknown) => ({ ...pin, kind, shape }) as Body
  const stroke = (n: number) => Array.from({ length: n }, () => [0.5, 0.5])

  test.each<[string, unknown]>([
    ['a pen without strokes', of('pen', { at: [0, 0] })],
    ['a pin of boxes', of('pin', { boxes: [[0, 0, 1, 1]] })],
    ['a box outside of the page', of('highlight', { boxes: [[0, 0, 1.1, 1]] })],
    ['a box below nought', of('highlight', { boxes: [[-0.1, 0, 1, 1]] })],
    ['no box', of('highlight', { boxes: [] })],
    ['more boxes than a page has lines', of('highlight', { boxes: stroke(101).map(() => [0, 0, 1, 1]) })],
    ['more points than a hand draws', of('pen', { strokes: [stroke(3_001)] })],
    ['more points in several strokes', of('pen', { strokes: [stroke(2_000), stroke(2_000)] })],
    ['a range that ends before it begins', of('highlight', { from: [2, 0], to: [1, 5] })],
    ['a line of nought', of('highlight', { from: [0, 0], to: [1, 5] })],
    ['a shape with more in it', of('pin', { at: [0, 0], html: '<b>' })],
    ['a shape of nothing', of('pin', {})],
    ['a colour of one’s own', { ...pin, colour: 'url(x)' }],
    ['a field with a path', { ...pin, field: '../textbox' }],
    ['a page of nought', { ...pin, page: 0 }],
    ['a comment as long as a book', { ...pin, comment: 'x'.repeat(5_001) }],
  ])('of %s', async (_what, body) => {
    expect(await arthit.refused(create, { params: ofStaff(), body: body as Body })).toMatchObject({
      status: 400,
      code: 'invalid',
    })
    expect(await arthit.call(list, { params: ofStaff() })).toEqual([])
  })

  test('on what was not answered, on another’s submission id, and beyond so many', async () => {
    const item = `item-${newId()}`
    expect((await arthit.refused(create, { params: ofStaff(), body: { ...pin, field: item } })).status).toBe(404)
    const params = { ...ofStaff(), submission_id: newId() }
    expect((await arthit.refused(create, { params, body: pin })).status).toBe(404)
    const row = {
      course_id: course.id,
      submission_id,
      created_at: start,
      field: 'textbox',
      kind: 'pin',
      colour: 'note',
    }
    const rows = Array.from({ length: mostMarks }, () => ({ ...row, id: newId(), shape: JSON.stringify(pin.shape) }))
    await seed(db, (trx) => trx.insertInto('marks').values(rows).execute())
    expect(await arthit.refused(create, { params: ofStaff(), body: pin })).toMatchObject({ code: 'too_many' })
    expect(await arthit.call(list, { params: ofStaff() })).toHaveLength(mostMarks)
  })
})

test('marks are read in one statement besides that of who asks, by staff and by their student', async () => {
  await draw()
  await release()
  await seen(ploy)
  expect(await server.statementsOf(() => arthit.call(list, { params: ofStaff() }))).toHaveLength(2)
  expect(await server.statementsOf(() => seen(ploy))).toHaveLength(2)
})
