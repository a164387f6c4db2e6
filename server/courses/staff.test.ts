import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Body } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { publishDue } from '../publishing/scheduler.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  makeAnnouncement,
  makeAssignment,
  makeCourse,
  makeJoinLink,
  setCourse,
  type Thing,
} from '../testing/world.ts'
import { upload } from '../uploads/testing.ts'

const server = await useServer()
const { db, clock } = server
const calls = contract.courses

let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let course: Thing
const emailOf = { arthit: '', mali: '', ploy: '' }

beforeEach(async () => {
  clock.reset()
  for (const name of ['arthit', 'mali', 'ploy'] as const) emailOf[name] = `${name}-${newId()}@example.org`
  arthit = await server.person({ first: 'Arthit', email: emailOf.arthit })
  mali = await server.person({ first: 'Mali', email: emailOf.mali })
  ploy = await server.person({ first: 'Ploy', email: emailOf.ploy })
  course = await makeCourse(db, { name: 'Physics' })
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  await enrol(db, course, ploy, 'student')
})

const inCourse = () => ({ params: { course_id: course.id } })
const read = () => arthit.call(calls.settings, inCourse())
type Edit = Body<typeof calls.edit>
const edit = async (body: Edit, person = arthit, revision?: number) =>
  person.call(calls.edit, { ...inCourse(), body, revision: revision ?? (await read()).revision })
const refusedEdit = async (body: Edit, person = arthit) =>
  person.refused(calls.edit, { ...inCourse(), body, revision: (await read()).revision })
const wrongFields = async (body: Edit) => {
  const headers = { 'if-match': `"${(await read()).revision}"`, 'content-type': 'application/json' }
  const answer = await arthit.raw('PATCH', `/api/courses/${course.id}`, { payload: JSON.stringify(body), headers })
  return Object.keys(JSON.parse(answer.body).error?.fields ?? {})
}
const newest = async () => (await arthit.call(contract.changes.list, inCourse())).items[0]
const undoNewest = async () =>
  arthit.call(contract.changes.undo, { params: { course_id: course.id, change_id: (await newest())?._id ?? '' } })

describe('a new course', () => {
  const course_code = () => newId().slice(-12)
  const fields = () => ({
    ...{ course_code: course_code(), course_name: 'Signals', course_academic_year: '2026', course_semester: '2' },
  })

  test('is made by whom an administrator appointed, who is its instructor, and nobody else sees it', async () => {
    const admin = await server.person({ admin: true })
    const body = fields()
    expect((await mali.refused(calls.create, { body })).status).toBe(403)
    await admin.call(contract.adminCourses.appoint, { body: { email: emailOf.mali, may_create: true } })
    expect((await mali.call(contract.users.me, {})).can).toEqual({ administer: false, create: true })
    const { course_id } = await mali.call(calls.create, { body })
    const made = await mali.call(calls.one, { params: { course_id } })
    expect(made).toMatchObject({ course_name: 'Signals', role: 'instructor', zone: 'Asia/Bangkok' })
    expect(made.course_instructors).toMatchObject([{ first: 'Mali' }])
    expect((await ploy.refused(calls.one, { params: { course_id } })).status).toBe(404)
    expect((await admin.refused(calls.one, { params: { course_id } })).status).toBe(404)
    const password = { course_id, course_password: '' }
    expect((await ploy.refused(calls.join, { body: password })).code).toBe('wrong_password')
    await admin.call(contract.adminCourses.appoint, { body: { email: emailOf.mali, may_create: false } })
    expect((await mali.refused(calls.create, { body: fields() })).status).toBe(403)
  })

  test('has the instructors whom an administrator names by their addresses, and awaits who has never signed in', async () => {
    const admin = await server.person({ admin: true })
    await db.updateTable('people').set({ email_verified: true }).execute()
    const instructors = [emailOf.ploy.toUpperCase(), emailOf.arthit]
    const { course_id } = await admin.call(contract.adminCourses.create, { body: { ...fields(), instructors } })
    const made = await ploy.call(calls.one, { params: { course_id } })
    expect(made.course_instructors.map(({ first }) => first)).toEqual(['Ploy', 'Arthit'])
    const awaited = { ...fields(), instructors: ['Nobody@example.org', emailOf.arthit] }
    const other = await admin.call(contract.adminCourses.create, { body: awaited })
    expect(await arthit.call(contract.roster.pending, { params: other })).toMatchObject([
      { email: 'nobody@example.org', role: 'instructor' },
    ])
    const query = { limit: '1', search: made.course_code }
    const { items } = await admin.call(contract.adminCourses.list, { query })
    expect(items).toMatchObject([{ _id: course_id, instructors: 2, students: 0 }])
  })

  test('is not for whoever only says that an address is theirs', async () => {
    const admin = await server.person({ admin: true })
    await server.person({ first: 'Eve', email: 'prof@example.org' })
    const body = { ...fields(), instructors: ['Prof@example.org'] }
    const made = await admin.call(contract.adminCourses.create, { body })
    const staff = db.selectFrom('roster').select('person_id').where('course_id', '=', made.course_id)
    expect(await staff.execute()).toEqual([])
    const pending = db.selectFrom('roster_pending').select('email').where('course_id', '=', made.course_id)
    expect(await pending.execute()).toEqual([{ email: 'prof@example.org' }])
  })

  test('is made once however often it is asked for, and its number is its own in a semester', async () => {
    const admin = await server.person({ admin: true })
    const body = fields()
    const key = newId()
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => admin.call(calls.create, { body, key })),
    )
    expect([...others, await admin.call(calls.create, { body, key })]).toEqual(Array(5).fill(first))
    expect(await admin.refused(calls.create, { body })).toEqual({ status: 400, code: 'invalid' })
    await admin.call(calls.create, { body: { ...body, course_section: '2' } })
    await admin.call(calls.create, { body: { ...body, course_semester: '3' } })
  })
})

describe('settings', () => {
  test('change what students see, are in the history, and are taken back', async () => {
    const before = await read()
    const after = await edit({
      ...{ course_name: 'Physics II', course_name_short: 'Phys II', course_objective: ['Measure', 'Doubt'] },
      course_contact: { facebook: 'https://facebook.com/physics', team: null },
      ...{ course_tabs: ['home', 'grade', 'content'], zone: 'Asia/Tokyo', course_cover: '7' },
    })
    expect(after).toMatchObject({
      course_name: 'Physics II',
      zone: 'Asia/Tokyo',
      course_tabs: ['home', 'grade', 'content'],
    })
    const seen = await ploy.call(calls.one, inCourse())
    expect(seen).toMatchObject({
      ...{ course_name: 'Physics II', course_name_short: 'Phys II', course_objective: ['Measure', 'Doubt'] },
      course_contact: { facebook: 'https://facebook.com/physics', team: null, echo: null },
      ...{ course_tabs: ['home', 'grade', 'content'], course_cover: '7' },
    })
    expect(seen).not.toHaveProperty('zone')
    expect((await ploy.call(calls.mine, {}))[0]).toMatchObject({ course_name: 'Physics II', course_cover: '7' })
    expect(await newest()).toMatchObject({ kind: 'course_edited', about: { _id: course.id, title: 'Physics II' } })
    await undoNewest()
    expect({ ...(await read()), revision: 0 }).toEqual({ ...before, revision: 0 })
    expect((await ploy.call(calls.one, inCourse())).course_name).toBe('Physics')
  })

  test('of a course that nobody has set leave a student’s answer as it was', async () => {
    const seen = await ploy.call(calls.one, inCourse())
    for (const name of ['course_cover', 'course_tabs', 'course_archived', 'zone', 'revision'])
      expect(seen).not.toHaveProperty(name)
  })

  test('are for who may set the course', async () => {
    for (const person of [mali, ploy]) {
      expect((await person.refused(calls.settings, inCourse())).status).toBe(403)
      expect((await refusedEdit({ course_name: 'Mine' }, person)).status).toBe(403)
    }
    await edit({ assistants_may: ['settings'] })
    expect((await edit({ course_name: 'Ours' }, mali)).course_name).toBe('Ours')
  })

  test('let an assistant who sets the course give assistants no other abilities, also not by an undo', async () => {
    await edit({ assistants_may: ['settings', 'release'] })
    await edit({ assistants_may: ['settings'] })
    expect((await mali.call(calls.settings, inCourse())).can).toEqual({ assistants_may: false })
    expect((await refusedEdit({ assistants_may: ['settings', 'grade'] }, mali)).status).toBe(403)
    const { items } = await mali.call(contract.changes.list, inCourse())
    const params = { ...inCourse().params, change_id: items[0]?._id ?? '' }
    expect(items[0]?.can.undo).toBe(false)
    expect((await mali.refused(contract.changes.undo, { params })).status).toBe(403)
    expect((await edit({ course_name: 'Ours', assistants_may: ['settings'] }, mali)).can.assistants_may).toBe(false)
  })

  test('say which of them is wrong', async () => {
    expect(await wrongFields({ course_name: ' ' })).toEqual(['course_name'])
    expect(await wrongFields({ zone: 'Asia/Atlantis' })).toEqual(['zone'])
    expect(await wrongFields({ course_contact: { team: 'javascript:alert(1)' } })).toEqual(['course_contact.team'])
    expect(await wrongFields({ course_tabs: ['grade'] })).toEqual(['course_tabs'])
    expect(await wrongFields({ join_password: 'abc' })).toEqual(['join_password'])
    expect(await wrongFields({ late_rule: { kind: 'percent', percent: 200, floor: 0 } })).toEqual(['late_rule.percent'])
    const { code } = await db.selectFrom('courses').select('code').where('id', '=', course.id).executeTakeFirstOrThrow()
    await makeCourse(db, { code, semester: 2 })
    expect(await wrongFields({ course_semester: '2' })).toEqual(['course_code'])
  })

  test('that two change at once are not overwritten', async () => {
    const { revision } = await read()
    await edit({ course_name: 'First' }, arthit, revision)
    const headers = { 'if-match': `"${revision}"`, 'content-type': 'application/json' }
    const payload = JSON.stringify({ course_name: 'Second' })
    const { statusCode, body } = await arthit.raw('PATCH', `/api/courses/${course.id}`, { payload, headers })
    expect(statusCode).toBe(409)
    expect(JSON.parse(body).error.current).toMatchObject({ course_name: 'First' })
  })

  test('keep a late rule', async () => {
    const late_rule = { kind: 'percent', percent: 10, floor: 50 } as const
    expect((await edit({ late_rule })).late_rule).toEqual(late_rule)
  })

  test('take a picture of one’s own, which everyone on the course can open, and nothing else', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { location } = await upload(arthit, png, 'course.png')
    await edit({ course_image: location })
    const { course_image } = await ploy.call(calls.one, inCourse())
    expect((await server.nobody.raw('GET', course_image ?? '')).statusCode).toBe(200)
    const [card] = await ploy.call(calls.mine, {})
    expect(card?.course_image).toBe(course_image)
    await makeAssignment(db, course)
    expect((await ploy.call(calls.upcoming, {}))[0]?.course_image).toBe(course_image)
    const text = await upload(arthit, 'Hello')
    expect(await wrongFields({ course_image: text.location })).toEqual(['course_image'])
    const theirs = await upload(ploy, png, 'mine.png')
    expect(await wrongFields({ course_image: theirs.location })).toEqual(['course_image'])
    expect(await edit({ course_cover: '3' })).toMatchObject({ course_image: null, course_cover: '3' })
    expect(await edit({ course_image: null })).toMatchObject({ course_image: null, course_cover: null })
  })
})

describe('joining', () => {
  test('with a password that is set, changed and taken away, which no answer tells', async () => {
    const join = (course_password: string) => ({ body: { course_id: course.id, course_password } })
    await edit({ join_password: 'rain tree' })
    expect(await read()).toMatchObject({ join_password: true })
    const nat = await server.person()
    await nat.call(calls.join, join('rain tree'))
    await edit({ join_password: 'another one' })
    const fah = await server.person()
    expect((await fah.refused(calls.join, join('rain tree'))).code).toBe('wrong_password')
    const change = await newest()
    const params = { course_id: course.id, change_id: change?._id ?? '' }
    const { rows } = await mali.call(contract.changes.one, { params })
    expect(rows).toMatchObject([{ before: { join_password_hash: '•••' }, after: { join_password_hash: '•••' } }])
    await undoNewest()
    await fah.call(calls.join, join('rain tree'))
    await edit({ join_password: null })
    expect((await (await server.person()).refused(calls.join, join('rain tree'))).code).toBe('wrong_password')
  })

  test('with a link until it expires or is taken back, and who used it is counted', async () => {
    const link = await arthit.call(calls.addJoinLink, { ...inCourse(), body: { days: 7 } })
    const address = new URL(link.location, 'http://localhost')
    const token = address.searchParams.get('link') ?? ''
    expect(address.searchParams.get('course')).toBe(course.id)
    const nat = await server.person()
    const query = { course: course.id, link: token }
    expect(await nat.call(calls.invited, { query })).toMatchObject({ course_name: 'Physics', course_roster: [] })
    const body = { course_id: course.id, link: token }
    await nat.call(calls.joinByLink, { body })
    await nat.call(calls.joinByLink, { body })
    await ploy.call(calls.joinByLink, { body })
    expect(await nat.call(calls.one, inCourse())).toMatchObject({ role: 'student' })
    expect((await read()).join_links).toMatchObject([{ _id: link._id, uses: 1 }])
    clock.pass({ days: 8 })
    const late = await server.person()
    expect((await late.refused(calls.joinByLink, { body })).status).toBe(404)
    expect((await read()).join_links).toEqual([])
  })

  test('a link that is taken back is good again when that is taken back', async () => {
    const { id: link_id, token: link } = await makeJoinLink(db, course)
    await arthit.call(calls.revokeJoinLink, { params: { course_id: course.id, link_id } })
    const nat = await server.person()
    const body = { course_id: course.id, link }
    expect((await nat.refused(calls.joinByLink, { body })).status).toBe(404)
    await undoNewest()
    await nat.call(calls.joinByLink, { body })
  })

  test('guesses of links are limited, and a link of another course opens nothing', async () => {
    const other = await makeCourse(db)
    const { token: link } = await makeJoinLink(db, other)
    const nat = await server.person()
    const guess = () => nat.refused(calls.joinByLink, { body: { course_id: course.id, link } })
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(404)
    expect((await guess()).code).toBe('too_many')
  })
})

describe('an archived course', () => {
  const archived = { status: 409, code: 'archived' }

  test('is read by everyone and changed by nobody, until it is brought back', async () => {
    const assignment = await makeAssignment(db, course)
    const announcement = await makeAnnouncement(db, course)
    await edit({ archived: true })
    expect(await newest()).toMatchObject({ kind: 'course_archived' })
    expect(await ploy.call(calls.one, inCourse())).toMatchObject({ course_archived: true, can: { work: true } })
    expect(await arthit.call(calls.can, inCourse())).toEqual({
      ...{ work: false, author: false, people: false, grade: false, release: false, settings: true },
    })
    expect((await ploy.call(calls.mine, {}))[0]).toMatchObject({ course_archived: true })
    expect(await ploy.call(contract.assignments.mine, inCourse())).toHaveLength(1)
    expect(await ploy.call(calls.upcoming, {})).toEqual([])
    const asgn = { params: { course_id: course.id, asgn_id: assignment.id } }
    expect(await ploy.refused(contract.assignments.submit, { ...asgn, body: { textbox: 'x' } })).toEqual(archived)
    expect((await ploy.call(contract.assignments.one, asgn)).can).toEqual({
      submit: false,
      reason: 'assignment_closed',
    })
    const it = { course_id: course.id, announcement_id: announcement.id }
    const { edit: editIt } = contract.announcements
    expect(await arthit.refused(editIt, { params: it, body: { pinned: true }, revision: 1 })).toEqual(archived)
    expect(await refusedEdit({ course_name: 'Other' })).toEqual(archived)
    expect(await edit({ archived: false })).toMatchObject({ archived_at: null })
    await ploy.call(contract.assignments.submit, { ...asgn, body: { textbox: 'x' } })
    await arthit.call(editIt, { params: it, body: { pinned: true }, revision: 1 })
  })

  test('takes nobody in', async () => {
    await edit({ join_password: 'rain tree' })
    const { token: link } = await makeJoinLink(db, course)
    await edit({ archived: true })
    const nat = await server.person()
    const body = { course_id: course.id, course_password: 'rain tree' }
    expect(await nat.refused(calls.join, { body })).toEqual(archived)
    expect((await nat.refused(calls.joinByLink, { body: { course_id: course.id, link } })).status).toBe(404)
  })

  test('publishes nothing until it is brought back', async () => {
    const { create, list } = contract.announcements
    const soon = new Date(clock.now().getTime() + 60_000).toISOString()
    await arthit.call(create, { ...inCourse(), body: { announcement_title: 'Soon', publish_at: soon } })
    await edit({ archived: true })
    clock.pass({ minutes: 2 })
    await publishDue(db, () => sql`${clock.now()}::timestamptz`)
    expect(await ploy.call(list, inCourse())).toEqual([])
    await edit({ archived: false })
    await expect.poll(async () => (await ploy.call(list, inCourse())).length).toBe(1)
  })

  test('comes back by an undo of that alone', async () => {
    await edit({ course_name: 'Other' })
    const earlier = await newest()
    await edit({ archived: true })
    const params = { course_id: course.id, change_id: earlier?._id ?? '' }
    expect(await arthit.refused(contract.changes.undo, { params })).toEqual(archived)
    await undoNewest()
    expect((await read()).archived_at).toBe(null)
  })

  test('shows its roster and the work of its students to its staff as before', async () => {
    await setCourse(db, course, { archived_at: clock.now() })
    expect(await mali.call(calls.roster, inCourse())).toHaveLength(3)
    expect((await mali.call(contract.changes.list, inCourse())).items).toEqual([])
  })
})
