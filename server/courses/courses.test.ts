import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { ago, start } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeActivity, makeCourse, makePerson, setCourse, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { mine, one, activity } = contract.courses

let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  ploy = await server.person({ first: 'Ploy' })
  nat = await server.person({ first: 'Nat' })
})

const joined = async (person: Thing, data: Parameters<typeof makeCourse>[1] = {}) => {
  const course = await makeCourse(db, data)
  await enrol(db, course, person)
  return course
}

describe('my courses', () => {
  test('are none before the person is on one', async () => {
    await joined(nat)
    expect(await ploy.call(mine)).toEqual([])
  })

  test('are cards with strings for year and semester', async () => {
    const names = {
      code: '2110199',
      name: 'Discrete Structures',
      name_short: 'Discrete',
      img: '/discrete.webp',
      mooc: true,
    }
    const { id } = await joined(ploy, { ...names, academic_year: 2025, semester: 2 })
    expect(await ploy.call(mine)).toEqual([
      {
        course_id: id,
        course_name: 'Discrete Structures',
        course_code: '2110199',
        course_image: '/discrete.webp',
        course_instructors: [],
        course_mooc: true,
        course_academic_year: '2025',
        course_semester: '2',
      },
    ])
  })

  test('are of every semester, the latest first, then by code', async () => {
    const times = [
      { code: 'B', academic_year: 2026, semester: 1 },
      { code: 'C', academic_year: 2025, semester: 3 },
      { code: 'A', academic_year: 2026, semester: 1 },
      { code: 'D', academic_year: 2025, semester: 1 },
      { code: 'A', academic_year: 2026, semester: 2 },
    ]
    for (const [i, time] of times.entries()) await joined(ploy, { ...time, section: `my courses ${i}` })
    expect(
      (await ploy.call(mine)).map((c) => `${c.course_academic_year}/${c.course_semester} ${c.course_code}`),
    ).toEqual(['2026/2 A', '2026/1 A', '2026/1 B', '2025/3 C', '2025/1 D'])
  })

  test.each(['student', 'assistant', 'instructor'] as const)('include those where the person is %s', async (role) => {
    const course = await makeCourse(db)
    await enrol(db, course, ploy, role)
    expect((await ploy.call(mine)).map((c) => c.course_id)).toEqual([course.id])
  })

  test('name their instructors in order, and neither assistants nor students, nor whose account was removed', async () => {
    const course = await joined(ploy)
    const person = (first: string, last: string) => makePerson(db, { first, last })
    await enrol(db, course, await person('Arthit', 'Second'), 'instructor', { position: 2 })
    await enrol(db, course, await person('Kanya', 'First'), 'instructor', { position: 1 })
    await enrol(db, course, await person('Boon', 'Alphabet'), 'instructor', { position: 2 })
    await enrol(db, course, await person('Mali', 'Assistant'), 'assistant')
    const alone = await joined(ploy, { code: '0' })
    await enrol(db, alone, await person('Only', 'One'), 'instructor')
    await enrol(db, alone, await server.person({ first: 'Gone', removed_at: new Date() }), 'instructor')
    const [first, second] = await ploy.call(mine)
    expect(first?.course_instructors).toEqual([{ first: 'Only', last: 'One' }])
    expect(second?.course_instructors).toEqual([
      { first: 'Kanya', last: 'First' },
      { first: 'Boon', last: 'Alphabet' },
      { first: 'Arthit', last: 'Second' },
    ])
  })
})

describe('a course', () => {
  test('is given with its people and contacts', async () => {
    const links = {
      contact_facebook: 'https://facebook.example/g',
      contact_team: null,
      contact_echo: 'https://echo.example/1',
    }
    const course = await joined(ploy, {
      name: 'Discrete Structures',
      name_short: 'Discrete',
      objectives: ['Think', 'คิด'],
      ...links,
    })
    const arthit = await makePerson(db, {
      first: 'Arthit',
      last: 'Wong',
      email: 'arthit@example.org',
      img: '/arthit.webp',
    })
    await enrol(db, course, arthit, 'instructor', { title: 'Asst. Prof.' })
    const kenji = await makePerson(db, { first: 'Kenji', last: 'Zen', email: 'kenji@example.org' })
    await enrol(db, course, kenji, 'instructor', { title: '' })
    expect(await ploy.call(one, { params: { course_id: course.id } })).toMatchObject({
      course_id: course.id,
      course_name: 'Discrete Structures',
      course_name_short: 'Discrete',
      course_image: null,
      course_objective: ['Think', 'คิด'],
      course_instructors: [
        {
          title: 'Asst. Prof.',
          first: 'Arthit',
          last: 'Wong',
          role: 'instructor',
          img: '/arthit.webp',
          email: 'arthit@example.org',
        },
        // A course without a picture has no such field.
        { title: '', first: 'Kenji', last: 'Zen', role: 'instructor', email: 'kenji@example.org' },
      ],
      course_contact: { facebook: 'https://facebook.example/g', team: null, echo: 'https://echo.example/1' },
    })
  })

  test.each([
    ['student', { work: true, author: false, people: false, grade: false, release: false, settings: false }],
    ['assistant', { work: false, author: true, people: false, grade: true, release: false, settings: false }],
    ['instructor', { work: false, author: true, people: true, grade: true, release: true, settings: true }],
  ] as const)('tells the %s their place, and what they may do', async (role, can) => {
    const course = await joined(nat)
    await enrol(db, course, ploy, role)
    const read = (person: SignedIn) => person.call(one, { params: { course_id: course.id } })
    expect(await read(ploy)).toMatchObject({ role, can })
    expect(await ploy.call(contract.courses.can, { params: { course_id: course.id } })).toEqual(can)
    expect(await read(nat)).toMatchObject({ role: 'student', can: { work: true } })
  })

  test('says what its assistants may do, at once when it is changed', async () => {
    const course = await joined(nat)
    await enrol(db, course, ploy, 'assistant')
    const read = async () => (await ploy.call(one, { params: { course_id: course.id } })).can
    expect(await read()).toMatchObject({ author: true, people: false })
    await setCourse(db, course, { assistants_may: ['people'] })
    expect(await read()).toMatchObject({ author: false, people: true })
  })

  test('answers staff who look as a student does exactly as a student, and takes nothing from them', async () => {
    const course = await joined(nat)
    await enrol(db, course, ploy, 'instructor')
    const path = `/api/courses/${course.id}`
    const read = async (person: SignedIn, query = '') => (await person.raw('GET', path + query)).body
    expect(await read(ploy, '?as=student')).toBe(await read(nat))
    expect(await read(nat, '?as=student')).toBe(await read(nat))
    expect(await read(ploy)).not.toBe(await read(nat))
    const { statusCode } = await ploy.raw('POST', `${path}/discussions/${newId()}/${newId()}?as=student`)
    expect(statusCode).toBe(403)
  })

  test('may have no instructor', async () => {
    const course = await joined(ploy)
    expect((await ploy.call(one, { params: { course_id: course.id } })).course_instructors).toEqual([])
  })

  test('tells of everyone on its roster the id and nothing more', async () => {
    const course = await joined(ploy)
    await enrol(db, course, nat, 'assistant')
    await joined(await makePerson(db))
    await enrol(db, course, await makePerson(db, { removed_at: new Date() }))
    const { course_roster } = await ploy.call(one, { params: { course_id: course.id } })
    expect(course_roster).toEqual([ploy.id, nat.id].sort().map((_id) => ({ _id })))
  })

  test('never tells its password, nor its hash', async () => {
    const course = await joined(ploy, { join_password_hash: 'scrypt$32768$salt$secret' })
    for (const path of [`/api/courses/${course.id}`, '/api/courses/my']) {
      expect((await ploy.raw('GET', path)).body).not.toMatch(/scrypt|password/)
    }
  })

  test('of somebody else, or that is not there, is not found', async () => {
    const theirs = await joined(nat)
    for (const course_id of [theirs.id, newId(), 'nonsense']) {
      expect(await ploy.refused(one, { params: { course_id } })).toEqual({ status: 404, code: 'not_found' })
    }
  })
})

describe('recent activity', () => {
  let course: Thing
  beforeEach(async () => {
    course = await joined(ploy)
    await enrol(db, course, nat)
  })
  const titles = async (person: SignedIn) =>
    (await person.call(activity, { params: { course_id: course.id } })).map((a) => a.title)

  test('is none at first', async () => {
    expect(await titles(ploy)).toEqual([])
  })

  test('says what, when and where', async () => {
    const created_at = ago({ days: 1 })
    const { subject_id } = await makeActivity(db, course, { title: 'Rooms', created_at })
    expect(await ploy.call(activity, { params: { course_id: course.id } })).toEqual([
      {
        type: 'announcement',
        title: 'Rooms',
        kind: 'announcement_posted',
        params: { name: 'Rooms' },
        date: created_at.toISOString(),
        location: `/course/${course.id}/announcement/${subject_id}/preview`,
      },
    ])
  })

  test('reaches back 14 days, not a millisecond more', async () => {
    await makeActivity(db, course, { title: 'on the edge', created_at: ago({ days: 14 }) })
    await makeActivity(db, course, { title: 'inside', created_at: ago({ days: 14, ms: -1 }) })
    expect(await titles(ploy)).toEqual(['inside'])
  })

  test('is newest first, what is for the person alone among the rest', async () => {
    await makeActivity(db, course, { title: 'second', created_at: ago({ days: 2 }), person_id: ploy.id })
    await makeActivity(db, course, { title: 'third', created_at: ago({ days: 3 }) })
    await makeActivity(db, course, { title: 'first', created_at: ago({ days: 1 }) })
    await makeActivity(db, course, { title: 'first, later', created_at: ago({ days: 1 }), person_id: ploy.id })
    expect(await titles(ploy)).toEqual(['first, later', 'first', 'second', 'third'])
    expect(await titles(nat)).toEqual(['first', 'third'])
  })

  test('includes what the person did themselves', async () => {
    await makeActivity(db, course, { title: 'mine', actor_id: ploy.id })
    expect(await titles(ploy)).toEqual(['mine'])
  })

  test('is of this course alone', async () => {
    const other = await joined(ploy)
    await makeActivity(db, other, { title: 'elsewhere' })
    await makeActivity(db, other, { title: 'elsewhere for Ploy', person_id: ploy.id })
    expect(await titles(ploy)).toEqual([])
  })

  test('ends after 100', async () => {
    for (let i = 0; i < 60; i++) await makeActivity(db, course, { created_at: start })
    for (let i = 0; i < 60; i++) await makeActivity(db, course, { created_at: start, person_id: ploy.id })
    expect(await titles(ploy)).toHaveLength(100)
  })
})

test('what is known of the courses aside, each call takes one statement', async () => {
  const course = await joined(ploy)
  for (let i = 0; i < 3; i++) await enrol(db, await joined(ploy), await makePerson(db), 'instructor')
  const params = { course_id: course.id }
  const statements = async (call: () => Promise<unknown>) => {
    await call()
    return (await server.statementsOf(call)).length
  }
  expect(await statements(() => ploy.call(mine))).toBe(1)
  expect(await statements(() => ploy.call(contract.courses.upcoming))).toBe(1)
  expect(await statements(() => ploy.call(one, { params }))).toBe(1)
  expect(await statements(() => ploy.call(activity, { params }))).toBe(1)
})

test('the roster tells staff the section of each and when they joined, and students only who is there', async () => {
  const course = await joined(ploy)
  await enrol(db, course, nat, 'assistant')
  const mali = await server.person({ first: 'Mali' })
  await enrol(db, course, mali, 'student', { section: '2', joined_at: start })
  const { roster } = contract.courses
  const of = { params: { course_id: course.id } }
  const byStaff = await nat.call(roster, of)
  expect(byStaff.map(({ first, section }) => [first, section])).toEqual([
    ['Mali', '2'],
    ['Nat', ''],
    ['Ploy', ''],
  ])
  expect(byStaff[0]?.joined_at).toBe(start.toISOString())
  for (const person of await ploy.call(roster, of)) {
    expect(Object.keys(person)).not.toContain('section')
    expect(Object.keys(person)).not.toContain('joined_at')
  }
})
