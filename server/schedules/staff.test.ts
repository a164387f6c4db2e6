import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { seed } from '../changes/change.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeCourse, makeSchedule, type Thing, takeAttendance } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { schedules, changes, courses } = contract
const { create, edit, remove, mine } = schedules

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ course_id: course.id })
const of = ({ _id }: { _id: string }) => ({ ...inCourse(), schedule_id: _id })
const list = (person: SignedIn) => person.call(mine, { params: inCourse() })
const lecture = (days: number, name = 'Lecture', hour = 0) => ({
  schedule_name: name,
  schedule_start: ahead({ days, hours: hour }).toISOString(),
  schedule_end: ahead({ days, hours: hour + 2 }).toISOString(),
  schedule_location: 'Room 204',
})
const addOne = async (body = lecture(1)) => (await arthit.call(create, { params: inCourse(), body })) as ScheduleItem
const addSeries = async (items: ReturnType<typeof lecture>[]) =>
  ((await arthit.call(create, { params: inCourse(), body: { items } })) as { items: ScheduleItem[] }).items
const change = (it: ScheduleItem, body: Parameters<typeof arthit.call<typeof edit>>[1]['body'], by = arthit) =>
  by.call(edit, { params: of(it), body, revision: it.revision as number })
const getNow = async ({ _id }: ScheduleItem) => (await list(arthit)).find((one) => one._id === _id) as ScheduleItem
const history = async () => (await arthit.call(changes.list, { params: inCourse() })).items
const undoLast = async () => {
  const [last] = await history()
  return arthit.call(changes.undo, { params: { ...inCourse(), change_id: last?._id ?? '' } })
}
const weekly = () => addSeries([1, 8, 15, 22].map((days) => lecture(days)))
/** Times and places of the classes, as a student sees them. */
const seen = async () =>
  (await list(ploy)).map(
    (s) => `${s.schedule_start.slice(5, 16)} ${s.schedule_location}${s.schedule_cancelled ? ' off' : ''}`,
  )

describe('a class that staff add', () => {
  test('is in the schedule of students at once, with no word of what staff know', async () => {
    const it = await addOne()
    expect(it).toEqual({ _id: expect.any(String), ...lecture(1), attendance: null, revision: 1, schedule_series: null })
    const { revision: _r, schedule_series: _s, ...plain } = it
    expect(await list(ploy)).toEqual([plain])
    expect(await list(mali)).toEqual([it])
    const upcoming = await ploy.call(courses.upcoming)
    expect(upcoming.map(({ title, place }) => [title, place])).toEqual([['Lecture', 'Room 204']])
  })

  test('ends after it starts', async () => {
    const body = { ...lecture(1), schedule_end: lecture(1).schedule_start }
    const answer = await arthit.raw('POST', `/api/courses/${course.id}/schedules`, { payload: body })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid'])
    const it = await addOne()
    const input = { params: of(it), body: { schedule_end: it.schedule_start }, revision: 1 }
    expect((await arthit.refused(edit, input)).code).toBe('invalid')
  })

  test('is one, however often the request for it comes', async () => {
    const input = { params: inCourse(), body: { items: [lecture(1), lecture(2)] }, key: 'once' }
    const [first, second] = await Promise.all([arthit.call(create, input), arthit.call(create, input)])
    expect(second).toEqual(first)
    expect(await list(ploy)).toHaveLength(2)
    expect(await history()).toHaveLength(1)
  })

  test('is refused beyond 500', async () => {
    for (let n = 0; n < 2; n++) await addSeries(Array.from({ length: 200 }, (_, i) => lecture(i + 1)))
    const body = { items: Array.from({ length: 101 }, (_, i) => lecture(i + 1)) }
    expect((await arthit.refused(create, { params: inCourse(), body })).code).toBe('too_many')
    expect(await list(ploy)).toHaveLength(400)
  })
})

describe('a weekly pattern', () => {
  test('is one change, taken back with one press', async () => {
    const items = await weekly()
    expect(new Set(items.map((one) => one.schedule_series)).size).toBe(1)
    expect((await history()).map(({ kind, about }) => [kind, about.count])).toEqual([['schedules_added', 4]])
    await undoLast()
    expect(await list(ploy)).toEqual([])
    await undoLast()
    expect(await list(arthit)).toEqual(items.map((one) => ({ ...one, revision: expect.any(Number) })))
  })

  test('changes from one class on, and not before it', async () => {
    const [, second] = await weekly()
    await change(second as ScheduleItem, { schedule_location: 'Room 5', following: true })
    expect(await seen()).toEqual([
      '09-15T03:00 Room 204',
      '09-22T03:00 Room 5',
      '09-29T03:00 Room 5',
      '10-06T03:00 Room 5',
    ])
    expect((await history())[0]).toMatchObject({ kind: 'schedules_edited', about: { count: 3 } })
    await undoLast()
    expect(new Set((await list(ploy)).map((s) => s.schedule_location))).toEqual(new Set(['Room 204']))
  })

  test('changes one class alone unless the following are named', async () => {
    const [first] = await weekly()
    await change(first as ScheduleItem, { schedule_location: 'Room 5' })
    expect((await list(ploy)).map((s) => s.schedule_location)).toEqual(['Room 5', 'Room 204', 'Room 204', 'Room 204'])
  })

  test('moves by days and hours, and leaves what was moved for one class alone', async () => {
    const items = await weekly()
    const [first, , third] = items as [ScheduleItem, ScheduleItem, ScheduleItem]
    await change(third, lecture(16, 'Lecture', 5))
    await change(first, { ...lecture(2, 'Lecture', 1), following: true })
    expect((await seen()).map((one) => one.slice(0, 11))).toEqual([
      '09-16T04:00',
      '09-23T04:00',
      '09-30T08:00',
      '10-07T04:00',
    ])
  })

  test('moves to another day only the classes of the same day of the week', async () => {
    const [first] = await addSeries([1, 3, 8, 10].map((days) => lecture(days)))
    await change(first as ScheduleItem, { ...lecture(2), following: true })
    expect((await seen()).map((one) => one.slice(0, 5))).toEqual(['09-16', '09-17', '09-23', '09-24'])
  })

  test('stays at its hour when summer time ends, by the clock of the course', async () => {
    await seed(db, (trx) =>
      trx.updateTable('courses').set({ zone: 'Europe/Berlin' }).where('id', '=', course.id).execute(),
    )
    // At nine: two hours ahead of UTC until 2026-10-25, one hour after it.
    const at = (day: string, hour: number) => ({
      ...lecture(0),
      schedule_start: new Date(`2026-${day}T0${hour}:00Z`).toISOString(),
      schedule_end: new Date(`2026-${day}T0${hour}:50Z`).toISOString(),
    })
    const [first] = await addSeries([at('10-19', 7), at('10-26', 8)])
    await change(first as ScheduleItem, { ...at('10-19', 9), following: true })
    expect((await list(ploy)).map((s) => s.schedule_start)).toEqual([
      '2026-10-19T09:00:00.000Z',
      '2026-10-26T10:00:00.000Z',
    ])
  })

  test('is removed from one class on, with what students have of it until it is brought back', async () => {
    const [, second] = await weekly()
    await takeAttendance(db, course, { id: second?._id ?? '' }, ploy, 3)
    const input = { params: of(second as ScheduleItem), revision: 1, query: { following: 'true' as const } }
    await arthit.call(remove, input)
    expect(await list(ploy)).toHaveLength(1)
    await undoLast()
    expect((await list(ploy)).map((s) => s.attendance)).toEqual([null, 3, null, null])
  })
})

describe('a class that is cancelled', () => {
  test('stays in the schedule, and is not ahead any more', async () => {
    const it = await addOne()
    const off = await change(it, { schedule_cancelled: true })
    expect(await list(ploy)).toMatchObject([{ _id: it._id, schedule_cancelled: true }])
    expect(await ploy.call(courses.upcoming)).toEqual([])
    await change(off, { schedule_cancelled: false })
    expect((await list(ploy))[0]).not.toHaveProperty('schedule_cancelled')
    expect((await history()).map(({ kind }) => kind)).toEqual([
      ...['schedules_restored', 'schedules_cancelled', 'schedules_added'],
    ])
  })
})

describe('two who change one class', () => {
  test('do not overwrite each other', async () => {
    const it = await addOne()
    const current = await change(it, { schedule_location: 'Room 5' }, mali)
    const input = { params: of(it), body: { schedule_name: 'By Arthit' }, revision: 1 }
    expect(await arthit.refused(edit, input)).toEqual({ status: 409, code: 'conflict', current })
    expect(await arthit.refused(remove, { params: of(it), revision: 1 })).toMatchObject({ status: 409, current })
  })

  test('find nothing of another course, nor what is removed', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, arthit, 'instructor')
    const elsewhere = await makeSchedule(db, other)
    const input = { params: of({ _id: elsewhere.id }), body: {}, revision: 1 }
    expect((await arthit.refused(edit, input)).status).toBe(404)
    const it = await addOne()
    await arthit.call(remove, { params: of(it), revision: 1 })
    expect((await mali.refused(edit, { params: of(it), body: {}, revision: 1 })).status).toBe(404)
  })
})

test('an undo takes no class away at which attendance was taken', async () => {
  const it = await addOne()
  await takeAttendance(db, course, { id: it._id }, ploy, 3)
  const [added] = await history()
  const input = { params: { ...inCourse(), change_id: added?._id ?? '' } }
  expect(await arthit.refused(changes.undo, input)).toMatchObject({ status: 409, current: [{ reason: 'in_use' }] })
})

describe('students', () => {
  const told = async (person = ploy) =>
    (await person.call(contract.notifications.list)).notifications.map((n) => n.message.message)

  test('are told once that a class is cancelled, moved or takes place after all, and an undo takes that along', async () => {
    const it = await addOne(lecture(2))
    expect(await told()).toEqual([])
    const off = await change(it, { schedule_cancelled: true })
    expect([await told(), await told(arthit)]).toEqual([['Cancelled: Lecture'], []])
    const on = await change(off, { schedule_cancelled: false })
    expect(await told()).toEqual(['Takes place after all: Lecture'])
    const { schedule_start, schedule_end } = lecture(3)
    const moved = await change(on, { schedule_start, schedule_end })
    expect(await told()).toEqual(['Moved: Lecture'])
    await change(moved, { schedule_location: 'Hall 1' })
    expect(await told()).toEqual(['Moved: Lecture'])
    expect((await list(ploy))[0]).toMatchObject({
      ...{ schedule_moved_from: lecture(2).schedule_start, schedule_moved_from_location: 'Room 204' },
    })
    await undoLast()
    expect(await told()).toEqual([])
    const [after] = await list(ploy)
    expect([after?.schedule_moved_from, after?.schedule_moved_from_location]).toEqual([
      lecture(2).schedule_start,
      undefined,
    ])
  })

  test('hear once of many classes, and nothing of those that are weeks ahead or over', async () => {
    const [first] = await weekly()
    if (!first) throw new Error('There is none.')
    await change(first, { schedule_location: 'Hall 1', following: true })
    expect(await told()).toEqual(['Moved: Lecture and 1 more'])
    await change(await addOne(lecture(40, 'Late')), { schedule_cancelled: true })
    await change(await addOne(lecture(-4, 'Over')), { schedule_cancelled: true })
    expect(await told()).toEqual(['Moved: Lecture and 1 more'])
  })
})

test('the history of one class has the changes of the series in which it was', async () => {
  const [first, second] = await weekly()
  if (!first || !second) throw new Error('There is none.')
  await change(first, { schedule_location: 'Hall 1', following: true })
  await change(await getNow(first), { schedule_name: 'Alone' })
  const kinds = async (it: ScheduleItem) =>
    (await arthit.call(changes.list, { params: inCourse(), query: { of: it._id } })).items.map(({ kind }) => kind)
  expect(await kinds(second)).toEqual(['schedules_edited', 'schedules_added'])
  expect(await kinds(first)).toEqual(['schedules_edited', 'schedules_edited', 'schedules_added'])
})
