import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { mostHolidays } from '../../contract/staff/holidays.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import type { Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, create, edit, remove } = contract.holidays
const { changes } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ course_id: course.id })
const add = (body: { holiday_first: string; holiday_last?: string; holiday_name?: string }) =>
  arthit.call(create, { params: inCourse(), body })
const all = async () => (await mali.call(list, { params: inCourse() })).map((one) => one.holiday_first)

test('a course has one list of holidays, the earliest first; each is added, changed and removed, and it is taken back', async () => {
  await add({ holiday_first: '2026-12-31', holiday_last: '2027-01-01' })
  const day = await add({ holiday_first: '2026-12-05', holiday_name: 'Father’s Day' })
  expect(day).toEqual({
    ...{ _id: expect.any(String), holiday_name: 'Father’s Day', revision: 1 },
    ...{ holiday_first: '2026-12-05', holiday_last: '2026-12-05' },
  })
  expect(await all()).toEqual(['2026-12-05', '2026-12-31'])
  const params = { ...inCourse(), holiday_id: day._id }
  await mali.call(edit, { params, body: { holiday_last: '2026-12-07' }, revision: 1 })
  expect(await arthit.refused(remove, { params, revision: 1 })).toMatchObject({
    ...{ status: 409, current: { holiday_last: '2026-12-07' } },
  })
  await arthit.call(remove, { params, revision: 2 })
  expect(await all()).toEqual(['2026-12-31'])
  const { items } = await arthit.call(changes.list, { params: inCourse() })
  expect(items.map(({ kind }) => kind).slice(0, 2)).toEqual(['holiday_deleted', 'holiday_edited'])
  await arthit.call(changes.undo, { params: { ...inCourse(), change_id: items[0]?._id ?? '' } })
  expect(await all()).toEqual(['2026-12-05', '2026-12-31'])
})

test('a holiday ends no earlier than it begins, and is the staff’s', async () => {
  const body = { holiday_first: '2026-12-05', holiday_last: '2026-12-04' }
  const answer = await arthit.raw('POST', `/api/courses/${course.id}/holidays`, { payload: body })
  expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, ['holiday_last']])
  const refused = { status: 403, code: 'not_allowed' }
  expect(await ploy.refused(list, { params: inCourse() })).toEqual(refused)
  expect(await ploy.refused(create, { params: inCourse(), body: { holiday_first: '2026-12-05' } })).toEqual(refused)
})

test('a course has no more of them than a list shows', async () => {
  const rows = Array.from({ length: mostHolidays }, () => ({
    ...{ course_id: course.id, id: newId(), first_day: '2026-12-05', last_day: '2026-12-05' },
  }))
  await seed(db, (trx) => trx.insertInto('holidays').values(rows).execute())
  const body = { holiday_first: '2026-12-06' }
  expect((await arthit.refused(create, { params: inCourse(), body })).code).toBe('too_many')
})

test('a day that no calendar of anybody has is refused', async () => {
  for (const holiday_first of ['0000-01-01', '9999-12-31'])
    expect(await arthit.refused(create, { params: inCourse(), body: { holiday_first } })).toMatchObject({ status: 400 })
})
