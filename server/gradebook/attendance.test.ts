import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { CellValue, GradeColumn } from '../../contract/staff/gradebook.ts'
import { openCode } from '../attendance/testing.ts'
import { openEventsFromNow } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, makeSchedule, type Thing } from '../testing/world.ts'

/* Columns of the gradebook with the attendance. */

const server = await useServer()
const { db } = server
const { grading, gradebook, attendance, schedules, changes, notifications } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let classes: Thing[]

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat', last: 'Zumi' })
  await enrol(db, course, nat)
  classes = [await makeSchedule(db, course), await makeSchedule(db, course), await makeSchedule(db, course)]
})

const inCourse = () => ({ course_id: course.id })
const addColumn = (more: object = {}) =>
  arthit.call(grading.addColumn, {
    params: inCourse(),
    body: { gradable_name: 'Attendance', gradable_score: 10, attendance_late: 50, released: true, ...more },
  })
const edit = (column: GradeColumn, body: object) =>
  arthit.call(grading.editColumn, {
    params: { ...inCourse(), gradable_id: column._id },
    body,
    revision: column.revision,
  })
const take = (place: number, code: 1 | 2 | 3 | null, more: { excused?: boolean; person?: Thing } = {}) =>
  arthit.call(attendance.take, {
    params: { ...inCourse(), schedule_id: classes[place]?.id ?? '' },
    body: { items: [{ person_id: (more.person ?? ploy).id, code, excused: more.excused ?? false }] },
  })
const enter = (column: GradeColumn, score: CellValue, was: CellValue) =>
  arthit.call(grading.write, {
    params: inCourse(),
    body: { items: [{ person_id: ploy.id, gradable_id: column._id, score, was }] },
  })
const seenByStaff = async (person: Thing = ploy) =>
  (await mali.call(grading.table, { params: inCourse() })).rows.find(({ _id }) => _id === person.id)?.cells[0]
const seen = async (person = ploy) =>
  (await person.call(gradebook.mine, { params: inCourse() })).map(({ score }) => score)
const undo = async () => {
  const { items } = await arthit.call(changes.list, { params: inCourse() })
  await arthit.call(changes.undo, { params: { ...inCourse(), change_id: items[0]?._id ?? '' } })
}

test('present counts whole, late what the column says, absent nothing, and an excused absence is left out', async () => {
  await take(0, 3)
  await take(1, 2)
  const column = await addColumn()
  expect(column.attendance_late).toBe(50)
  expect([await seenByStaff(), await seen()]).toEqual([7.5, [7.5]])
  await take(2, 1)
  expect([await seenByStaff(), await seen()]).toEqual([5, [5]])
  await take(2, 1, { excused: true })
  expect([await seenByStaff(), await seen()]).toEqual([7.5, [7.5]])
  await undo()
  expect([await seenByStaff(), await seen()]).toEqual([5, [5]])
  // No class has any attendance of theirs.
  expect([await seenByStaff(nat), await seen(nat)]).toEqual([null, [null]])
  const other = await edit(column, { attendance_late: 0, gradable_score: 3 })
  expect([await seenByStaff(), await seen()]).toEqual([1, [1]])
  expect((await edit(other, { attendance_late: null })).attendance_late).toBe(null)
  expect([await seenByStaff(), await seen()]).toEqual([null, [null]])
  await undo()
  expect([await seenByStaff(), await seen()]).toEqual([1, [1]])
})

test('students see it once the column is released, and not before', async () => {
  await take(0, 3)
  const column = await addColumn({ released: false })
  await take(1, 1)
  expect([await seenByStaff(), await seen()]).toEqual([{ hidden: 5 }, []])
  const page = await mali.call(contract.people.one, { params: { ...inCourse(), person_id: ploy.id } })
  expect(page.scores.map(({ score }) => score)).toEqual([5])
  const scores = db.selectFrom('scores').select('score').where('course_id', '=', course.id)
  expect((await scores.execute()).filter(({ score }) => score !== null)).toEqual([])
  const out = await edit(column, { released: true })
  expect([await seenByStaff(), await seen()]).toEqual([5, [5]])
  await edit(out, { released: false })
  expect([await seenByStaff(), await seen()]).toEqual([{ hidden: 5 }, []])
})

test('what a student marks counts until staff mark otherwise, and a class that goes counts no more', async () => {
  await addColumn()
  const schedule_id = classes[0]?.id ?? ''
  // A row of staff without a mark, such as a note, says nothing of what comes after it.
  await take(0, null)
  server.clock.pass({ seconds: 1 })
  const code = await openCode(server, { ...inCourse(), schedule_id })
  await ploy.call(attendance.mark, { params: inCourse(), body: { code, schedule_id } })
  expect([await seenByStaff(), await seen(), await seen(nat)]).toEqual([10, [10], [null]])
  await take(0, 1)
  expect(await seen()).toEqual([0])
  await take(1, 3)
  expect(await seen()).toEqual([5])
  await arthit.call(schedules.remove, { params: { ...inCourse(), schedule_id }, revision: 1 })
  expect([await seenByStaff(), await seen()]).toEqual([10, [10]])
  await undo()
  expect(await seen()).toEqual([5])
})

test('a class that is cancelled counts nothing, and counts again when it takes place after all', async () => {
  await addColumn()
  await take(0, 3)
  await take(1, 1)
  const params = { ...inCourse(), schedule_id: classes[1]?.id ?? '' }
  const own = async () =>
    (await ploy.call(schedules.mine, { params: inCourse() })).find(({ _id }) => _id === params.schedule_id)?.attendance
  expect([await seenByStaff(), await seen(), await own()]).toEqual([5, [5], 1])
  await arthit.call(schedules.edit, { params, revision: 1, body: { schedule_cancelled: true } })
  expect([await seenByStaff(), await seen(), await own()]).toEqual([10, [10], null])
  await undo()
  expect([await seenByStaff(), await seen(), await own()]).toEqual([5, [5], 1])
})

test('what students mark renews the gradebook of staff, once for many', async () => {
  await addColumn({ released: false })
  const schedule_id = classes[0]?.id ?? ''
  const code = await openCode(server, { ...inCourse(), schedule_id })
  const url = (await server.listen()) + notifications.stream.path
  const [ofMali, ofNat] = await Promise.all([mali, nat].map((person) => openEventsFromNow(url, person)))
  for (const person of [ploy, nat])
    await person.call(attendance.mark, { params: inCourse(), body: { code, schedule_id } })
  const ofClass = { event: 'attendance', data: { course_id: course.id, schedule_id } }
  const first = [await ofMali?.next(), await ofMali?.next()]
  expect(first).toEqual([
    expect.objectContaining(ofClass),
    expect.objectContaining({ event: 'changed', data: { courses: [course.id], parts: ['scores'] } }),
  ])
  // One event covers the second mark and the following ones, and a student gets no event of a score.
  expect(await ofNat?.next()).toMatchObject(ofClass)
  await take(1, 3, { person: nat })
  expect(await ofNat?.next()).toMatchObject({ event: 'attendance', data: { schedule_id: classes[1]?.id } })
  for (const events of [ofMali, ofNat]) await events?.close()
})

test('a mark of their own renews the scores of a student who sees the column', async () => {
  await addColumn()
  const schedule_id = classes[0]?.id ?? ''
  const code = await openCode(server, { ...inCourse(), schedule_id })
  const url = (await server.listen()) + notifications.stream.path
  const events = await openEventsFromNow(url, ploy)
  await ploy.call(attendance.mark, { params: inCourse(), body: { code, schedule_id } })
  expect([await events.next(), await events.next()]).toMatchObject([
    { event: 'attendance', data: { course_id: course.id, schedule_id } },
    { event: 'changed', data: { courses: [course.id], parts: ['scores'] } },
  ])
  await events.close()
})

test('who is marked at several classes at the same moment has each of them counted', async () => {
  await addColumn()
  const codes = [3, 2, 1] as const
  await Promise.all(codes.map((code, place) => take(place, code)))
  expect([await seenByStaff(), await seen()]).toEqual([5, [5]])
})

test('what is entered by hand goes before it, and leaves it when it goes', async () => {
  const column = await addColumn()
  await take(0, 2)
  await enter(column, 9, 5)
  await take(1, 3)
  expect([await seenByStaff(), await seen()]).toEqual([9, [9]])
  await enter(column, 'excused', 9)
  expect([await seenByStaff(), await seen()]).toEqual(['excused', [null]])
  // The answer says what is in the cell then, also where there was no entry to empty.
  const emptied = (before: CellValue) => ({
    items: [{ person_id: ploy.id, gradable_id: column._id, before, after: 7.5 }],
  })
  expect(await enter(column, null, 'excused')).toEqual(emptied('excused'))
  expect([await seenByStaff(), await seen()]).toEqual([7.5, [7.5]])
  expect(await enter(column, null, 7.5)).toEqual(emptied(7.5))
})

test('the column of an assignment is no attendance', async () => {
  const lab = await makeAssignment(db, course)
  const body = { gradable_name: 'Lab', gradable_score: 10, assignment_id: lab.id, attendance_late: 1 }
  expect((await arthit.refused(grading.addColumn, { params: inCourse(), body })).code).toBe('invalid')
})
