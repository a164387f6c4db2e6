import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { ago, ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, makeSchedule, type Thing, takeAttendance } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { mine } = contract.schedules

let course: Thing
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
})

const of = (person: SignedIn) => person.call(mine, { params: { course_id: course.id } })

describe('the schedule of a course', () => {
  test('is empty for a course without classes', async () => {
    expect(await of(ploy)).toEqual([])
  })

  test('names a class, when and where it is', async () => {
    const times = { start_at: ahead({ days: 1 }), end_at: ahead({ days: 1, hours: 3 }) }
    const { id } = await makeSchedule(db, course, { name: 'Lecture 1: ก้าวแรก', location: 'Room 204', ...times })
    expect(await of(ploy)).toEqual([
      {
        _id: id,
        schedule_name: 'Lecture 1: ก้าวแรก',
        schedule_start: times.start_at.toISOString(),
        schedule_end: times.end_at.toISOString(),
        schedule_location: 'Room 204',
        attendance: null,
      },
    ])
  })

  test('is in the order of start, the past included, whatever the order of making', async () => {
    await makeSchedule(db, course, { name: 'third', start_at: ahead({ days: 3 }) })
    await makeSchedule(db, course, { name: 'first', start_at: ago({ days: 30 }) })
    await makeSchedule(db, course, { name: 'second', start_at: ahead({ hours: 1 }) })
    expect((await of(ploy)).map((s) => s.schedule_name)).toEqual(['first', 'second', 'third'])
  })

  test('leaves out what was removed and what is another course’s', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    await makeSchedule(db, other, { name: 'elsewhere' })
    await makeSchedule(db, course, { name: 'removed', deleted_at: new Date() })
    await makeSchedule(db, course, { name: 'here' })
    expect((await of(ploy)).map((s) => s.schedule_name)).toEqual(['here'])
  })
})

describe('attendance', () => {
  test('is 3 present, 2 late, 1 absent, or null before it was taken', async () => {
    for (const [day, code] of [3, 2, 1, undefined].entries()) {
      const schedule = await makeSchedule(db, course, { start_at: ago({ days: 10 - day }) })
      if (code) await takeAttendance(db, course, schedule, ploy, code as 1 | 2 | 3)
    }
    expect((await of(ploy)).map((s) => s.attendance)).toEqual([3, 2, 1, null])
  })

  test('is the person’s own and nobody else’s', async () => {
    const schedule = await makeSchedule(db, course)
    await takeAttendance(db, course, schedule, nat, 1)
    expect((await of(ploy)).map((s) => s.attendance)).toEqual([null])
    expect((await of(nat)).map((s) => s.attendance)).toEqual([1])
    await takeAttendance(db, course, schedule, ploy, 3)
    expect((await of(ploy)).map((s) => s.attendance)).toEqual([3])
    expect((await of(nat)).map((s) => s.attendance)).toEqual([1])
  })
})

test('what is known of the course aside, takes one statement, however many classes there are', async () => {
  for (let i = 0; i < 5; i++) await takeAttendance(db, course, await makeSchedule(db, course), ploy, 3)
  await of(ploy)
  expect(await server.statementsOf(() => of(ploy))).toHaveLength(1)
})
