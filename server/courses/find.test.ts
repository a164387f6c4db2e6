import { beforeEach, describe, expect, test } from 'vitest'
import { mostFound } from '../../contract/courses.ts'
import type { Query } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, removeCourses } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { find, roster } = contract.courses

let ploy: SignedIn

beforeEach(async () => {
  server.clock.reset()
  await removeCourses(db)
  ploy = await server.person({ first: 'Ploy' })
})

const make = (code: string, data: Parameters<typeof makeCourse>[1] = {}) =>
  makeCourse(db, { code, academic_year: 2026, semester: 1, ...data })
const codes = async (query: Query<typeof find>) => (await ploy.call(find, { query })).map((c) => c.course_code)

describe('a search', () => {
  test('finds by the number or its beginning, in either case, and not by its middle', async () => {
    for (const code of ['2110101', '2110102', '2301117', 'CU-2110', 'cu-2111']) await make(code)
    expect(await codes({ search: '2110101' })).toEqual(['2110101'])
    expect(await codes({ search: ' 2110 ' })).toEqual(['2110101', '2110102'])
    expect(await codes({ search: 'cU-211' })).toEqual(['CU-2110', 'cu-2111'])
    expect(await codes({ search: '21101011' })).toEqual([])
    expect(await codes({ search: '0101' })).toEqual([])
  })

  test('takes signs of patterns, and any script, as they are', async () => {
    for (const code of ['21%1', '2101', 'วก101', '\u{10ffff}']) await make(code)
    expect(await codes({ search: '21%' })).toEqual(['21%1'])
    expect(await codes({ search: '2_0' })).toEqual([])
    expect(await codes({ search: '\\' })).toEqual([])
    expect(await codes({ search: 'วก' })).toEqual(['วก101'])
  })

  test('is of a year and a semester when they are given, and else of all, the newest first', async () => {
    await make('1', { academic_year: 2025, semester: 3 })
    await make('12', { academic_year: 2026, semester: 1 })
    await make('11', { academic_year: 2026, semester: 1 })
    await make('13', { academic_year: 2025, semester: 2 })
    expect(await codes({ search: '1' })).toEqual(['11', '12', '1', '13'])
    expect(await codes({ search: '1', year: '2025' })).toEqual(['1', '13'])
    expect(await codes({ search: '1', year: '2025', semester: '2' })).toEqual(['13'])
    expect(await codes({ search: '1', semester: '1' })).toEqual(['11', '12'])
    expect(await codes({ search: '1', year: '', semester: '' })).toHaveLength(4)
  })

  test('for nothing finds nothing', async () => {
    await make('1')
    expect(await codes({ search: '' })).toEqual([])
    expect(await codes({ search: '   ' })).toEqual([])
  })

  test('gives the card of a course, and on its roster the asking person alone', async () => {
    const { id } = await make('2110101', { name: 'Programming', img: '/a.webp', mooc: true })
    const [nat, arthit] = [await server.person({ first: 'Nat' }), await server.person({ first: 'Arthit' })]
    await enrol(db, { id }, nat)
    await enrol(db, { id }, arthit, 'instructor')
    const card = {
      course_id: id,
      course_name: 'Programming',
      course_code: '2110101',
      course_image: '/a.webp',
      course_instructors: [{ first: 'Arthit', last: 'Jaidee' }],
      course_mooc: true,
      course_academic_year: '2026',
      course_semester: '1',
    }
    const query = { search: '2110101' }
    expect(await ploy.call(find, { query })).toEqual([{ ...card, course_roster: [] }])
    expect(await nat.call(find, { query })).toEqual([{ ...card, course_roster: [{ _id: nat.id }] }])
  })

  test(`ends after ${mostFound}`, async () => {
    for (let i = 0; i <= mostFound; i++) await make(`21${String(i).padStart(3, '0')}`)
    const found = await codes({ search: '21' })
    expect([found.length, found[0], found.at(-1)]).toEqual([50, '21000', '21049'])
  })

  test.each([
    ['', 'search'],
    [`search=${'1'.repeat(51)}`, 'search'],
    ['search=1&year=2008', 'year'],
    ['search=1&year=2027', 'year'],
    ['search=1&year=now', 'year'],
    ['search=1&year=20260', 'year'],
    ['search=1&semester=0', 'semester'],
    ['search=1&semester=4', 'semester'],
    ['search=1&semester=1.5', 'semester'],
    ['search=1&semester=1&semester=2', 'semester'],
  ])('by %j is invalid, and it says where', async (query, field) => {
    const answer = await ploy.raw('GET', `${find.path}?${query}`)
    expect([answer.statusCode, Object.keys(answer.json().error?.fields ?? {})]).toEqual([400, [field]])
  })

  test('takes one statement, what is known of the courses aside', async () => {
    await make('1')
    await codes({ search: '1' })
    expect(await server.statementsOf(() => codes({ search: '1' }))).toHaveLength(1)
  })
})

describe('the roster', () => {
  test('is everyone on the course by name, and no more of them than that', async () => {
    const course = await make('1')
    const mali = await server.person({ first: 'mali', last: 'B', img: '/m.webp', email: 'mali@example.org' })
    const people = [
      mali,
      await server.person({ first: 'Mali', last: 'A' }),
      await server.person({ first: 'Anan' }),
      ploy,
    ]
    for (const person of people) await enrol(db, course, person, person === mali ? 'assistant' : 'student')
    await enrol(db, course, await server.person({ first: 'Gone', removed_at: new Date() }))
    const all = await ploy.call(roster, { params: { course_id: course.id } })
    expect(all.map((p) => `${p.first} ${p.last}`)).toEqual(['Anan Jaidee', 'Mali A', 'mali B', 'Ploy Jaidee'])
    const person = { _id: mali.id, first: 'mali', last: 'B', img: '/m.webp', email: 'mali@example.org' }
    expect(all[2]).toEqual({ ...person, role: 'assistant' })
    // A person without a picture has no such field.
    expect(all[3]).not.toHaveProperty('img')
  })

  test('is for members only, and of their course only', async () => {
    const course = await make('1')
    await enrol(db, course, ploy)
    const other = await make('2')
    await enrol(db, other, await server.person())
    expect(await ploy.call(roster, { params: { course_id: course.id } })).toHaveLength(1)
    expect(await ploy.refused(roster, { params: { course_id: other.id } })).toEqual({ status: 404, code: 'not_found' })
  })

  test('takes two statements, of which one is the membership', async () => {
    const course = await make('1')
    await enrol(db, course, ploy)
    await ploy.call(contract.users.me)
    expect(await server.statementsOf(() => ploy.call(roster, { params: { course_id: course.id } }))).toHaveLength(2)
  })
})
