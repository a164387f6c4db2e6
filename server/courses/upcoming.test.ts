import { beforeEach, describe, expect, test } from 'vitest'
import { mostUpcoming } from '../../contract/courses.ts'
import { contract } from '../../contract/index.ts'
import { ago, ahead, start } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  makeAssignment,
  makeCourse,
  makeException,
  makeGroup,
  makeMeeting,
  makeSchedule,
  submit,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server

let course: Thing
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
})

const upcoming = (person: SignedIn) => person.call(contract.courses.upcoming)
const titles = async (person: SignedIn) => (await upcoming(person)).map((e) => e.title)

describe('what is ahead', () => {
  test('is nothing at first', async () => {
    expect(await upcoming(ploy)).toEqual([])
  })

  test('is told with its course, its time and its place in the product', async () => {
    const physics = await makeCourse(db, { code: '2304101', name: 'Physics', img: '/physics.webp' })
    await enrol(db, physics, ploy)
    const [first, second, third] = [ahead({ hours: 1 }), ahead({ hours: 2 }), ahead({ hours: 3 })]
    const homework = await makeAssignment(db, physics, { name: 'Homework 1', due_at: first })
    await makeSchedule(db, physics, { name: 'Lecture 1', location: 'Room 204', start_at: second })
    const meeting = await makeMeeting(db, physics, { title: 'Office hour', start_at: third })
    const of = {
      course_code: '2304101',
      course_name: 'Physics',
      course_image: '/physics.webp',
      course_id: physics.id,
    }
    const at = `/course/${physics.id}`
    expect(await upcoming(ploy)).toEqual([
      {
        ...of,
        type: 'assignment',
        title: 'Homework 1',
        datetime: first.toISOString(),
        location: `${at}/assignments/${homework.id}/preview`,
        place: '',
      },
      {
        ...of,
        type: 'schedule',
        title: 'Lecture 1',
        datetime: second.toISOString(),
        location: `${at}/schedule`,
        place: 'Room 204',
      },
      {
        ...of,
        type: 'schedule',
        title: 'Office hour',
        datetime: third.toISOString(),
        location: `${at}/meeting/${meeting.id}/preview`,
        place: '',
      },
    ])
  })

  test('is in the order of time over all courses', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    await makeSchedule(db, other, { name: 'third', start_at: ahead({ days: 3 }) })
    await makeAssignment(db, course, { name: 'second', due_at: ahead({ days: 2 }) })
    await makeMeeting(db, other, { title: 'first', start_at: ahead({ days: 1 }) })
    await makeAssignment(db, other, { name: 'fourth', due_at: ahead({ days: 4 }) })
    expect(await titles(ploy)).toEqual(['first', 'second', 'third', 'fourth'])
    expect(await titles(nat)).toEqual(['second'])
  })

  test('begins now: what is past is not ahead', async () => {
    await makeAssignment(db, course, { name: 'due now', due_at: start })
    await makeAssignment(db, course, { name: 'overdue', due_at: ago({ ms: 1 }) })
    await makeSchedule(db, course, { name: 'begun', start_at: ago({ minutes: 1 }) })
    await makeMeeting(db, course, { title: 'over', start_at: ago({ days: 1 }) })
    expect(await titles(ploy)).toEqual(['due now'])
    server.clock.pass({ ms: 1 })
    expect(await titles(ploy)).toEqual([])
  })

  test('has no assignment without a due date, and nothing that was removed', async () => {
    const gone = { deleted_at: new Date() }
    await makeAssignment(db, course, { name: 'some day', due_at: null })
    await makeAssignment(db, course, { name: 'removed', ...gone })
    await makeSchedule(db, course, { name: 'removed', ...gone })
    await makeMeeting(db, course, { title: 'removed', ...gone })
    await makeSchedule(db, course, { name: 'there' })
    expect(await titles(ploy)).toEqual(['there'])
  })

  test('has no assignment without a due date whose exception has one', async () => {
    const { id } = await makeAssignment(db, course, { due_at: null })
    await makeException(db, course, { id }, { person_id: nat.id, due_at: ahead({ days: 3 }) })
    for (const person of [ploy, nat]) expect(await upcoming(person)).toEqual([])
  })

  test('is nothing of a course that the person is not on', async () => {
    const other = await makeCourse(db)
    await makeAssignment(db, other)
    await makeSchedule(db, other)
    await makeMeeting(db, other)
    expect(await upcoming(ploy)).toEqual([])
  })

  test(`ends after the ${mostUpcoming} soonest`, async () => {
    for (let i = mostUpcoming + 5; i > 0; i--)
      await makeSchedule(db, course, { name: String(i), start_at: ahead({ hours: i }) })
    await makeAssignment(db, course, { name: 'last', due_at: ahead({ days: 300 }) })
    expect(await titles(ploy)).toEqual(Array.from({ length: mostUpcoming }, (_, i) => String(i + 1)))
  })
})

describe('an assignment', () => {
  test('that the person submitted is not ahead of them, and still is of the others', async () => {
    const homework = await makeAssignment(db, course, { name: 'Homework' })
    await submit(db, course, homework, ploy)
    expect(await titles(ploy)).toEqual([])
    expect(await titles(nat)).toEqual(['Homework'])
  })

  test('of a group that one of them submitted is not ahead of any of them, and still is of the other groups', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    const kanya = await server.person({ first: 'Kanya' })
    await enrol(db, course, kanya)
    const project = await makeAssignment(db, course, { name: 'Project', grouping_id: group.grouping_id })
    expect([await titles(ploy), await titles(nat), await titles(kanya)]).toEqual([
      ['Project'],
      ['Project'],
      ['Project'],
    ])
    await submit(db, course, project, group)
    expect([await titles(ploy), await titles(nat), await titles(kanya)]).toEqual([[], [], ['Project']])
  })

  test('for each alone counts as submitted by whom it was, whatever groups there are', async () => {
    await makeGroup(db, course, [ploy, nat])
    const homework = await makeAssignment(db, course, { name: 'Homework' })
    await submit(db, course, homework, ploy)
    expect([await titles(ploy), await titles(nat)]).toEqual([[], ['Homework']])
  })

  test.each(['assistant', 'instructor'] as const)(
    'is not ahead of an %s, who does not submit; a class is',
    async (role) => {
      const person = await server.person()
      await enrol(db, course, person, role)
      await makeAssignment(db, course, { name: 'Homework' })
      await makeSchedule(db, course, { name: 'Class' })
      expect(await titles(person)).toEqual(['Class'])
    },
  )
})
