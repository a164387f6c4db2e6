import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { setCourse, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, create, revoke } = contract.invitations
const { changes, courses } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ params: { course_id: course.id } })
const invite = (body = {}, by = arthit) => by.call(create, { ...inCourse(), body })
const roleOf = async (person: SignedIn) =>
  (await arthit.call(courses.roster, inCourse())).find(({ _id }) => _id === person.id)?.role

test('an invitation makes staff of whoever has its code and its password, which is told once', async () => {
  const { password, ...made } = await invite({ role: 'assistant', uses: 2 })
  expect(made).toMatchObject({ role: 'assistant', uses_left: 2, used_by: [], revoked_at: null })
  const nida = await server.person({ first: 'Nida' })
  await nida.call(courses.register, { body: { code: made.code, password } })
  await nida.call(courses.register, { body: { code: made.code, password } })
  await ploy.call(courses.register, { body: { code: made.code, password } })
  expect([await roleOf(nida), await roleOf(ploy)]).toEqual(['assistant', 'assistant'])
  const [told] = await arthit.call(list, inCourse())
  expect(told).toMatchObject({ code: made.code, uses_left: 0 })
  expect(told?.used_by.map(({ _id }) => _id)).toEqual([nida.id, ploy.id])
  expect(JSON.stringify(await arthit.call(list, inCourse()))).not.toContain(password)
  const answer = await arthit.raw('GET', `/api/courses/${course.id}/history`)
  const [change] = answer.json().data.items
  const rows = await arthit.raw('GET', `/api/courses/${course.id}/history/${change._id}`)
  expect(rows.body).not.toMatch(/scrypt/)
})

test('one that was revoked lets nobody in, until that is taken back', async () => {
  const { password, code, _id } = await invite()
  await arthit.call(revoke, { params: { course_id: course.id, invitation_id: _id } })
  const nida = await server.person()
  const body = { code, password }
  expect((await nida.refused(courses.register, { body })).code).toBe('wrong_password')
  const { items } = await arthit.call(changes.list, inCourse())
  await arthit.call(changes.undo, { params: { course_id: course.id, change_id: items[0]?._id ?? '' } })
  await nida.call(courses.register, { body })
  expect(await roleOf(nida)).toBe('instructor')
})

test('an assistant who says who is on the course invites assistants, and no instructor', async () => {
  expect((await mali.refused(create, { ...inCourse(), body: {} })).status).toBe(403)
  await setCourse(db, course, { assistants_may: ['people'] })
  expect((await mali.refused(create, { ...inCourse(), body: { role: 'instructor' } })).status).toBe(403)
  expect(await invite({ role: 'assistant' }, mali)).toMatchObject({ role: 'assistant' })
  await invite({ role: 'instructor' })
  const may = async (by: SignedIn) =>
    (await by.call(list, inCourse())).map(({ role, can }) => [role, can.revoke]).sort()
  expect(await may(arthit)).toEqual([
    ['assistant', true],
    ['instructor', true],
  ])
  expect(await may(mali)).toEqual([
    ['assistant', true],
    ['instructor', false],
  ])
})

test('an assistant does not bring back an invitation for instructors that was revoked', async () => {
  await setCourse(db, course, { assistants_may: ['people'] })
  const { _id, code, password } = await invite()
  const params = { course_id: course.id, invitation_id: _id }
  expect((await mali.refused(revoke, { params })).status).toBe(403)
  await arthit.call(revoke, { params })
  const { items } = await mali.call(changes.list, inCourse())
  const change = { params: { course_id: course.id, change_id: items[0]?._id ?? '' } }
  expect((await mali.refused(changes.undo, change)).status).toBe(403)
  expect((await mali.refused(courses.register, { body: { code, password } })).code).toBe('wrong_password')
})
