import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeSchedule, type Thing } from '../testing/world.ts'
import { openCode } from './testing.ts'

const server = await useServer()
const { db, clock } = server
const { attendance, schedules } = contract

let course: Thing
let lecture: Thing
let ploy: SignedIn
let nat: SignedIn
let arthit: SignedIn

beforeEach(async () => {
  ;({ course, arthit, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, nat)
  lecture = await makeSchedule(db, course, { name: 'Lecture 1', start_at: clock.now() })
})

const open = (schedule = lecture) => openCode(server, { course_id: course.id, schedule_id: schedule.id })
const input = (code: string, more: { schedule_id?: string } = {}) => ({
  params: { course_id: course.id },
  body: { code, ...more },
})
const mark = (person: SignedIn, code: string) => person.call(attendance.mark, input(code))
const refused = async (person: SignedIn, code: string, more = {}) =>
  (await person.refused(attendance.mark, input(code, more))).code
const own = async (person: SignedIn) =>
  (await person.call(schedules.mine, { params: { course_id: course.id } }))[0]?.attendance
/** Six digits other than the code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a student with the code', () => {
  test('is present, and sees it at once', async () => {
    expect(await mark(ploy, await open())).toEqual({
      schedule_id: lecture.id,
      schedule_name: 'Lecture 1',
      attendance: 3,
    })
    expect([await own(ploy), await own(nat)]).toEqual([3, null])
  })

  test('is late after so many minutes of the class', async () => {
    await open()
    clock.pass({ minutes: 15 })
    expect((await mark(ploy, await open())).attendance).toBe(3)
    clock.pass({ seconds: 1 })
    expect((await mark(nat, await open())).attendance).toBe(2)
  })

  test('is never late when staff say so', async () => {
    await open()
    const params = { course_id: course.id, schedule_id: lecture.id }
    clock.pass({ minutes: 60 })
    const { codes } = await arthit.call(attendance.openCode, { params, body: { late_after: null } })
    expect((await mark(ploy, codes[0]?.code ?? '')).attendance).toBe(3)
  })

  test('is marked once: the first mark counts', async () => {
    await mark(ploy, await open())
    clock.pass({ minutes: 30 })
    expect((await mark(ploy, await open())).attendance).toBe(3)
  })

  test('is told what staff marked, which goes before', async () => {
    const params = { course_id: course.id, schedule_id: lecture.id }
    await arthit.call(attendance.take, { params, body: { items: [{ person_id: ploy.id, code: 2 }] } })
    expect((await mark(ploy, await open())).attendance).toBe(2)
    expect(await own(ploy)).toBe(2)
  })

  test('counts after a note of staff, and after a mark that they removed; what they remove later does not', async () => {
    const params = { course_id: course.id, schedule_id: lecture.id }
    const take = (code: 3 | null, note: string) =>
      arthit.call(attendance.take, { params, body: { items: [{ person_id: ploy.id, code, note }] } })
    await take(3, '')
    await take(null, 'Comes by bus')
    expect(await own(ploy)).toBeNull()
    clock.pass({ minutes: 1 })
    expect((await mark(ploy, await open())).attendance).toBe(3)
    expect(await own(ploy)).toBe(3)
    const row = async () => (await arthit.call(attendance.sheet, { params })).items.find(({ _id }) => _id === ploy.id)
    expect(await row()).toMatchObject({ attendance: 3, note: 'Comes by bus' })
    clock.pass({ minutes: 1 })
    await take(null, 'Was not there')
    expect([await own(ploy), (await row())?.attendance]).toEqual([null, null])
  })

  test('marks at the class whose code it is, of two that are open', async () => {
    const other = await makeSchedule(db, course, { name: 'Lecture 2', start_at: clock.now() })
    await open()
    const code = await open(other)
    expect((await mark(ploy, code)).schedule_name).toBe('Lecture 2')
    expect(await refused(nat, code, { schedule_id: lecture.id })).toBe('wrong_code')
  })

  test('costs two statements, and many at once are marked together', async () => {
    const code = await open()
    const many = await Promise.all(Array.from({ length: 20 }, () => server.person()))
    for (const person of many) await enrol(db, course, person)
    const results = await Promise.all(many.map((person) => mark(person, code)))
    expect(new Set(results.map((result) => result.attendance))).toEqual(new Set([3]))
    await mark(ploy, code)
    const statements = await server.statementsOf(() => mark(ploy, code))
    expect(statements).toHaveLength(2)
  })
})

describe('a code', () => {
  test('that was sent on is of no use after it changed', async () => {
    const code = await open()
    clock.pass({ seconds: 24 })
    expect((await mark(ploy, code)).attendance).toBe(3)
    clock.pass({ seconds: 1 })
    expect(await refused(nat, code)).toBe('wrong_code')
    expect(await own(nat)).toBeNull()
  })

  test('is nothing for who is not a student of the course', async () => {
    const code = await open()
    const stranger = await server.person()
    expect((await stranger.refused(attendance.mark, input(code))).status).toBe(404)
    expect((await arthit.refused(attendance.mark, input(code))).status).toBe(403)
  })

  test('is taken while it is open, and not when it is closed', async () => {
    expect(await refused(ploy, '123456')).toBe('attendance_closed')
    const code = await open()
    await arthit.call(attendance.closeCode, { params: { course_id: course.id, schedule_id: lecture.id } })
    expect(await refused(ploy, code)).toBe('attendance_closed')
  })
})

describe('guessing', () => {
  test('ends after ten wrong codes, for the one who guesses alone', async () => {
    const code = await open()
    for (let n = 0; n < 10; n++) expect(await refused(ploy, wrong(code))).toBe('wrong_code')
    expect(await refused(ploy, wrong(code))).toBe('too_many')
    expect(await refused(ploy, code)).toBe('too_many')
    expect(await own(ploy)).toBeNull()
    expect((await mark(nat, code)).attendance).toBe(3)
    clock.pass({ minutes: 5 })
    expect((await mark(ploy, await open())).attendance).toBe(3)
  })

  test('many at once are all counted', async () => {
    const code = await open()
    const answers = await Promise.all(Array.from({ length: 40 }, () => refused(ploy, wrong(code))))
    expect(answers.filter((answer) => answer === 'wrong_code')).toHaveLength(10)
  })
})
