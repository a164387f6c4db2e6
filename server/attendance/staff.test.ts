import { beforeEach, describe, expect, test } from 'vitest'
import type { Mark } from '../../contract/attendance.ts'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { openEvents } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeCourse, makeSchedule, type Thing } from '../testing/world.ts'
import { openCode } from './testing.ts'

const server = await useServer()
const { db } = server
const { attendance, schedules, changes, notifications } = contract

let course: Thing
let lecture: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, nat, 'student', { section: '2' })
  lecture = await makeSchedule(db, course, { name: 'Lecture 1', start_at: server.clock.now() })
})

const inCourse = () => ({ course_id: course.id })
const of = () => ({ ...inCourse(), schedule_id: lecture.id })
const sheet = async (by = arthit) => (await by.call(attendance.sheet, { params: of() })).items
const codes = async () => Object.fromEntries((await sheet()).map(({ first, attendance }) => [first, attendance]))
const take = (items: Mark[], by = arthit) => by.call(attendance.take, { params: of(), body: { items } })
const takeRest = (rest: 1 | 2 | 3) => arthit.call(attendance.take, { params: of(), body: { rest } })
const own = async (person: SignedIn) => (await person.call(schedules.mine, { params: inCourse() }))[0]
const history = async () => (await arthit.call(changes.list, { params: inCourse() })).items
const undoLast = async () => {
  const [last] = await history()
  return arthit.call(changes.undo, { params: { ...inCourse(), change_id: last?._id ?? '' } })
}
const markSelf = async (person: SignedIn, device?: string) =>
  person.call(attendance.mark, { params: inCourse(), body: { code: await openCode(server, of()), device } })

describe('the sheet of a class', () => {
  test('has the students by name, with nothing before it is taken', async () => {
    const row = { attendance: null, excused: false, note: '', revision: 0 }
    expect(await sheet()).toMatchObject([
      { _id: nat.id, first: 'Nat', section: '2', ...row },
      { _id: ploy.id, first: 'Ploy', section: '1', ...row },
    ])
    expect(await sheet()).toEqual(await sheet(mali))
  })

  test('is for staff who grade, and of classes of this course alone', async () => {
    expect((await ploy.refused(attendance.sheet, { params: of() })).status).toBe(403)
    const other = await makeCourse(db)
    await enrol(db, other, arthit, 'instructor')
    const params = { course_id: other.id, schedule_id: lecture.id }
    expect((await arthit.refused(attendance.sheet, { params })).status).toBe(404)
    expect((await arthit.refused(attendance.take, { params, body: { rest: 3 } })).status).toBe(404)
    expect((await arthit.refused(attendance.openCode, { params, body: {} })).status).toBe(404)
  })

  test('is counted class by class', async () => {
    await take([{ person_id: nat.id, code: 1 }])
    await markSelf(ploy)
    const [counts] = await arthit.call(attendance.counts, { params: inCourse() })
    expect(counts).toEqual({ _id: lecture.id, present: 1, late: 0, absent: 1 })
  })
})

describe('marking', () => {
  test('somebody who has left the course is refused as such, whatever they were marked before', async () => {
    await take([{ person_id: nat.id, code: 3 }])
    const { remove } = contract.roster
    await arthit.call(remove, { params: { ...inCourse(), person_id: nat.id }, revision: 1 })
    const input = { params: of(), body: { items: [{ person_id: nat.id, code: 1 as const, revision: 0 }] } }
    expect((await arthit.refused(attendance.take, input)).code).toBe('invalid')
  })

  test('one student is seen by that student at once, and by no other', async () => {
    await take([{ person_id: ploy.id, code: 2 }])
    expect((await own(ploy))?.attendance).toBe(2)
    expect((await own(nat))?.attendance).toBeNull()
    await take([{ person_id: ploy.id, code: null }])
    expect((await own(ploy))?.attendance).toBeNull()
  })

  test('everyone who has nothing yet is one press and one change', async () => {
    await take([{ person_id: nat.id, code: 2 }])
    expect((await takeRest(3)).items.map(({ first }) => first)).toEqual(['Ploy'])
    expect(await codes()).toEqual({ Nat: 2, Ploy: 3 })
    expect((await history())[0]).toMatchObject({ kind: 'attendance_taken', about: { title: 'Lecture 1', count: 1 } })
    await undoLast()
    expect(await codes()).toEqual({ Nat: 2, Ploy: null })
  })

  test('an excused absence has a reason, which the student is not told', async () => {
    const [row] = (await take([{ person_id: ploy.id, code: 1, excused: true, note: ' At the hospital ' }])).items
    expect(row).toMatchObject({ attendance: 1, excused: true, note: 'At the hospital', revision: 1 })
    const mine = await own(ploy)
    expect(mine).toMatchObject({ attendance: 1, attendance_excused: true })
    expect(JSON.stringify(mine)).not.toContain('hospital')
    // The reason stays when only the mark changes.
    await take([{ person_id: ploy.id, code: 3 }])
    expect((await sheet())[1]).toMatchObject({ attendance: 3, excused: false, note: 'At the hospital' })
    const present = { params: of(), body: { items: [{ person_id: ploy.id, code: 3, excused: true } as const] } }
    expect((await arthit.refused(attendance.take, present)).code).toBe('invalid')
  })

  test('a note alone leaves what the student marked since it was written', async () => {
    await markSelf(ploy)
    server.clock.pass({ minutes: 1 })
    expect((await take([{ person_id: ploy.id, note: 'Came by bus', revision: 0 }])).items).toMatchObject([
      { attendance: 3, note: 'Came by bus' },
    ])
    expect((await own(ploy))?.attendance).toBe(3)
    await take([{ person_id: ploy.id, code: null }])
    await take([{ person_id: ploy.id, note: 'Was not there' }])
    expect((await sheet())[1]).toMatchObject({ attendance: null, note: 'Was not there' })
    await take([{ person_id: nat.id, note: 'Ill?' }])
    expect((await sheet())[0]).toMatchObject({ attendance: null, note: 'Ill?' })
    server.clock.pass({ minutes: 1 })
    await markSelf(nat)
    expect((await own(nat))?.attendance).toBe(3)
    await take([{ person_id: nat.id, code: 1, excused: true, note: 'Ill' }])
    await take([{ person_id: nat.id, note: 'Not ill' }])
    expect((await sheet())[0]).toMatchObject({ attendance: 1, excused: false, note: 'Not ill' })
  })

  test('who is no student of the course is refused, and all the others with them', async () => {
    for (const person_id of [mali.id, newId()]) {
      const items = [
        { person_id: ploy.id, code: 3 },
        { person_id, code: 3 },
      ] as const
      expect((await arthit.refused(attendance.take, { params: of(), body: { items: [...items] } })).code).toBe(
        'invalid',
      )
    }
    expect(await codes()).toEqual({ Nat: null, Ploy: null })
  })

  test('from an older revision is told what is there, and marks nobody', async () => {
    await take([{ person_id: ploy.id, code: 2, revision: 0 }], mali)
    const items: Mark[] = [
      { person_id: ploy.id, code: 3, revision: 0 },
      { person_id: nat.id, code: 3, revision: 0 },
    ]
    expect(await arthit.refused(attendance.take, { params: of(), body: { items } })).toMatchObject({
      status: 409,
      code: 'conflict',
      current: [{ _id: ploy.id, attendance: 2, revision: 1 }],
    })
    expect(await codes()).toEqual({ Nat: null, Ploy: 2 })
  })

  test('by two at the same moment does not lose one unseen', async () => {
    const by = (person: SignedIn, code: 1 | 3) =>
      person.raw('PUT', `/api/courses/${course.id}/schedules/${lecture.id}/attendance`, {
        payload: { items: [{ person_id: ploy.id, code, revision: 0 }] },
      })
    const statuses = (await Promise.all([by(arthit, 1), by(mali, 3)])).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 409])
  })

  test('says in the history who corrected what', async () => {
    await take([{ person_id: ploy.id, code: 1 }])
    server.clock.pass({ minutes: 1 })
    await take([{ person_id: ploy.id, code: 3 }], mali)
    const [last] = await history()
    expect(last?.actor?.first).toBe('Mali')
    const { rows } = await arthit.call(changes.one, { params: { ...inCourse(), change_id: last?._id ?? '' } })
    expect(rows).toMatchObject([{ table: 'attendance', before: { code: 1 }, after: { code: 3 } }])
    expect(rows[0]?.key).toMatchObject({ person_id: ploy.id })
  })

  test('after an undo shows again what the student marked', async () => {
    await markSelf(ploy)
    await take([{ person_id: ploy.id, code: 1 }])
    expect((await own(ploy))?.attendance).toBe(1)
    expect((await sheet())[1]).toMatchObject({ attendance: 1, marked: { attendance: 3 } })
    await undoLast()
    expect((await own(ploy))?.attendance).toBe(3)
  })
})

describe('by the code in the room', () => {
  test('staff see who marked, when, and who shared a device', async () => {
    const device = crypto.randomUUID()
    await markSelf(ploy, device)
    expect((await sheet())[1]).not.toHaveProperty('shared_device')
    await markSelf(nat, device)
    const [first, second] = await sheet()
    expect(first).toMatchObject({ marked: { attendance: 3, at: server.clock.now().toISOString() } })
    expect(first?.shared_device).toBe(second?.shared_device)
    expect(first?.shared_device).toBeDefined()
  })

  test('it is open for as long as the class, or until staff close it', async () => {
    expect(await arthit.call(attendance.code, { params: of() })).toBeNull()
    const open = await arthit.call(attendance.openCode, { params: of(), body: {} })
    expect(open).toMatchObject({ late_after: 15, present: 0, students: 2 })
    expect(open.codes).toHaveLength(4)
    expect((await own(ploy))?.attendance_open).toBe(true)
    await arthit.call(attendance.closeCode, { params: of() })
    expect(await arthit.call(attendance.code, { params: of() })).toBeNull()
    expect(await own(ploy)).not.toHaveProperty('attendance_open')
    await arthit.call(attendance.openCode, { params: of(), body: {} })
    server.clock.pass({ hours: 2 })
    expect(await arthit.call(attendance.code, { params: of() })).toBeNull()
  })

  test('a class that is cancelled takes none', async () => {
    lecture = await makeSchedule(db, course, { cancelled: true })
    expect((await arthit.refused(attendance.openCode, { params: of(), body: {} })).status).toBe(409)
  })

  test('a class that is cancelled while the code is open takes none, until it takes place after all', async () => {
    const code = await openCode(server, of())
    const cancel = async (is: boolean) => {
      const { revision = 0 } = (await arthit.call(schedules.mine, { params: inCourse() }))[0] ?? {}
      await arthit.call(schedules.edit, { params: of(), revision, body: { schedule_cancelled: is } })
    }
    await cancel(true)
    const mark = { params: inCourse(), body: { code } }
    expect(await ploy.refused(attendance.mark, mark)).toEqual({ status: 409, code: 'attendance_closed' })
    expect(await own(ploy)).not.toHaveProperty('attendance_open')
    expect(await arthit.call(attendance.code, { params: of() })).toBeNull()
    await cancel(false)
    expect(await ploy.call(attendance.mark, mark)).toMatchObject({ attendance: 3 })
  })
})

test('a mark is heard live by the student and the staff, and a bulk by the course once', async () => {
  const url = (await server.listen()) + notifications.stream.path
  const [ofPloy, ofNat, ofMali] = await Promise.all([ploy, nat, mali].map(({ token }) => openEvents(url, token)))
  const heard = { event: 'attendance', data: { course_id: course.id, schedule_id: lecture.id } }
  await take([{ person_id: ploy.id, code: 3 }])
  expect(await ofPloy?.next()).toMatchObject(heard)
  expect(await ofMali?.next()).toMatchObject(heard)
  // The history has the change, and no other answer that follows the parts of the course.
  expect(await ofMali?.next()).toEqual({ event: 'changed', data: { courses: [course.id], parts: [] } })
  // Nat gets no event about Ploy: the next event is the opening of the code.
  await arthit.call(attendance.openCode, { params: of(), body: {} })
  for (const events of [ofPloy, ofNat, ofMali]) expect(await events?.next()).toMatchObject(heard)
  await markSelf(nat)
  for (const events of [ofNat, ofMali]) expect(await events?.next()).toMatchObject(heard)
  for (const events of [ofPloy, ofNat, ofMali]) await events?.close()
})
