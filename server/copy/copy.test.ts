import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Body } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { copyParts } from '../../contract/staff/copy.ts'
import { makeQuestion } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { idOf, newId } from '../ids.ts'
import { ago, ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  makeAnnouncement,
  makeAssignment,
  makeContent,
  makeCourse,
  makeGrouping,
  makeLink,
  makePlaylist,
  makeSchedule,
  makeTopic,
  setCourse,
  submit,
  type Thing,
} from '../testing/world.ts'
import { storageOf } from '../uploads/store.ts'
import { type AskedCopy, makeCopy } from './copy.ts'
import { movedTo } from './rules.ts'
import { type CopiedTable, copiedTables, uncopiedTables } from './tables.ts'

const server = await useServer()
const { db } = server
const { copies, grading, submissions } = contract

let arthit: SignedIn
let ploy: SignedIn
let course: Thing

beforeEach(async () => {
  server.clock.reset()
  arthit = await server.person({ first: 'Arthit' })
  ploy = await server.person({ first: 'Ploy' })
  course = await makeCourse(db, { name: 'Physics', objectives: ['Measure'] })
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy, 'student')
})

const inCourse = (id = course.id) => ({ params: { course_id: id } })
const asked = (more: Partial<Body<typeof copies.make>> = {}) => ({
  ...{ course_code: newId(), course_name: 'Physics', course_academic_year: '2027', course_semester: '1' },
  ...{ parts: [...copyParts], first_day: '2026-08-10', new_first_day: '2027-08-09' },
  ...more,
})

const storage = storageOf(server.config)
const store = (key: string, bytes: Buffer) => storage.put(key, bytes)

/** Makes a copy as its job does. */
async function copy(more: Partial<AskedCopy> = {}): Promise<string> {
  const id = newId()
  const whole = {
    ...{ course_code: newId(), course_name: 'Physics', course_section: '', course_academic_year: 2027 },
    ...{ course_semester: 1, parts: [...copyParts], first_day: '2026-08-10', new_first_day: '2027-08-09' },
    ...{ holidays: [], keep_publishing: false, dates: [], ...more },
  }
  const copying = { id, courseId: course.id, actorId: arthit.id, asked: whole, now: server.clock.now(), store }
  await db.transaction().execute((trx) => makeCopy(trx, copying))
  return id
}

test.each([
  ['Physics', 'Physics II'],
  ['PHY', 'PHY'],
])('a course whose short name is %s has the short name %s in a copy with another name', async (name_short, short) => {
  await setCourse(db, course, { name_short })
  const id = await copy({ course_name: 'Physics II' })
  const { course_name_short } = await arthit.call(contract.courses.settings, inCourse(id))
  expect(course_name_short).toBe(short)
})

test('every table of a course is copied, or named with why nothing of it comes along', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'course_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(db)
  const known = [...Object.keys(copiedTables), ...Object.keys(uncopiedTables)]
  const missing = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  expect(missing, 'place each in server/copy/tables.ts').toEqual([])
})

test('every time of a copied table is moved, made anew or cleared, or named here', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' and table_name = any(${Object.keys(copiedTables)})
    order by 1, 2`.execute(db)
  const missing = rows.filter(({ table, column }) => {
    const { moved = [], made = [], cleared = [] } = (copiedTables as Record<string, CopiedTable>)[table] ?? {}
    return column !== 'deleted_at' && ![...moved, ...made, ...cleared].includes(column)
  })
  expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

describe('a copy', () => {
  test('has what its staff made, as drafts, with all dates a year later, and nothing of students', async () => {
    await setCourse(db, course, { join_password_hash: 'secret', zone: 'Asia/Bangkok' })
    const folder = await makeContent(db, course, { name: 'Week 1' })
    await makeContent(db, course, { name: 'Slides', parent_id: folder.id })
    const gone = await makeContent(db, course, { name: 'Gone', deleted_at: ahead({ days: 0 }) })
    await makeContent(db, course, { name: 'In it', parent_id: gone.id })
    const due_at = new Date('2026-09-07T16:59:00Z')
    const assignment = await makeAssignment(db, course, { name: 'Lab', due_at })
    await submit(db, course, assignment, ploy)
    const start_at = new Date('2026-08-10T02:00:00Z')
    await makeSchedule(db, course, { name: 'Lecture', start_at })
    const link = `/course/${course.id}/assignments/${assignment.id}/preview`
    await makeAnnouncement(db, course, { title: 'Hello', content: `[Lab](${link})` })

    const id = await copy()
    const { one, roster } = contract.courses
    expect(await arthit.call(one, inCourse(id))).toMatchObject({ course_objective: ['Measure'], role: 'instructor' })
    expect((await arthit.call(roster, inCourse(id))).map(({ _id }) => _id)).toEqual([arthit.id])
    expect((await ploy.refused(one, inCourse(id))).status).toBe(404)
    expect((await arthit.call(contract.courses.settings, inCourse(id))).join_password).toBe(false)
    const list = await arthit.call(contract.contents.list, inCourse(id))
    expect(list).toMatchObject([{ file_name: 'Week 1', publish_at: null, children: [{ file_name: 'Slides' }] }])
    expect(list).toHaveLength(1)
    const lab = await db
      .selectFrom('assignments')
      .select(['id', 'due_at'])
      .where('course_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(lab.due_at).toEqual(new Date('2027-09-06T16:59:00Z'))
    const [hello] = await arthit.call(contract.announcements.list, inCourse(id))
    expect(hello).toMatchObject({ announcement_title: 'Hello', publish_at: null })
    expect(hello?.announcement_content).toBe(`[Lab](/course/${id}/assignments/${lab.id}/preview)`)
    const classes = await db.selectFrom('schedules').selectAll().where('course_id', '=', id).execute()
    expect(classes).toMatchObject([
      { start_at: new Date('2027-08-09T02:00:00Z'), end_at: new Date('2027-08-09T04:00:00Z') },
    ])
    expect(await db.selectFrom('submissions').select('id').where('course_id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('activity').select('id').where('course_id', '=', id).execute()).toEqual([])
    // The original stays as it was.
    expect(await arthit.call(contract.contents.list, inCourse())).toHaveLength(1)
  })

  test('lists what it has in the order of its course', async () => {
    // Neither in the order in which they are made, nor in that of their ids.
    for (const days of [3, 1, 5, 2, 6, 4]) {
      const [at, name] = [ago({ days }), `${days}`]
      const id = (what: string) => idOf(course.id, what, name)
      await makeAnnouncement(db, course, { id: id('announcement'), title: name, publish_at: at, created_at: at })
      await makeTopic(db, course, { id: id('topic'), title: name, created_at: at })
      await makeContent(db, course, { id: id('content'), name, uploaded_at: at })
      await makeLink(db, course, { id: id('link'), name, created_at: at })
      await makePlaylist(db, course, { id: id('playlist'), title: name, created_at: at })
      await makeGrouping(db, course, { id: id('grouping'), name, created_at: at })
      await makeAssignment(db, course, { id: id('assignment'), name, due_at: null, created_at: at })
      const column = { course_id: course.id, id: id('column'), name, score: 10 }
      await seed(db, (trx) => trx.insertInto('gradables').values(column).execute())
    }
    const draft = { title: 'draft', publish_at: null, created_at: ago({ days: 0 }) }
    await makeAnnouncement(db, course, draft)
    await makeTopic(db, course, draft)
    const listed = async (id?: string) => {
      const { announcements, contents, discussions } = contract
      const at = inCourse(id)
      return [
        (await arthit.call(announcements.list, at)).map((one) => one.announcement_title),
        (await arthit.call(discussions.list, at)).map((one) => one.discussion_title),
        (await arthit.call(contents.list, at)).map((one) => one.file_name),
        (await arthit.call(contents.links, at)).map((one) => one.link_name),
        (await arthit.call(contents.playlists, at)).map((one) => one.playlist_title),
        (await arthit.call(contract.groups.list, at)).map((one) => one.grouping_name),
        (await arthit.call(contract.assignments.mine, at)).map((one) => one.assignment_name),
        (await arthit.call(grading.table, at)).columns.map((one) => one.gradable_name),
      ]
    }
    expect(await listed(await copy())).toEqual(await listed())
  })

  test('has the rubric of each assignment, and the gradebook with its rules and dates, which shows nobody anything', async () => {
    const late_rule = { kind: 'percent', percent: 10, floor: 50 }
    await setCourse(db, course, { late_rule: JSON.stringify(late_rule), regrade_days: 9 })
    const due_at = new Date('2026-09-07T16:59:00Z')
    const lab = await makeAssignment(db, course, { name: 'Lab', due_at })
    const asgn = { params: { ...inCourse().params, asgn_id: lab.id } }
    const question = await makeQuestion(db, course, lab)
    const parts = [`item-${question.id}`, '']
    for (const part of parts)
      await arthit.call(submissions.addItem, { ...asgn, body: { part, title: 'Units', points: '-1' } })
    const addColumn = (gradable_name: string, more: object) =>
      arthit.call(grading.addColumn, { ...inCourse(), body: { gradable_name, gradable_score: 10, ...more } })
    await addColumn('Lab', { assignment_id: lab.id, zero_from: due_at.toISOString() })
    const oral = await addColumn('Oral', { released: true, extra: true })
    await addColumn('Attendance', { attendance_late: 50 })
    await arthit.call(grading.setUp, {
      ...{ ...inCourse(), revision: 0 },
      body: {
        categories: [{ name: 'Exams', weight: 60, drop_lowest: 1 }],
        ...{ letters: [{ letter: 'S', from: 60 }], columns: [{ _id: oral._id, category: 0 }] },
      },
    })
    await arthit.call(grading.write, {
      ...inCourse(),
      body: { items: [{ person_id: ploy.id, gradable_id: oral._id, score: 7, was: null }] },
    })
    const { parts: counted } = await arthit.call(copies.start, inCourse())
    expect(counted.find(({ part }) => part === 'assignments')).toMatchObject({ count: 3 })

    // Its due date is corrected to a later one, before which nothing counts as nought.
    const at = '2027-09-20T16:59:00.000Z'
    const id = await copy({ dates: [{ _id: lab.id, field: 'due_at', at }] })
    const asked = await db.selectFrom('questions').select('id').where('course_id', '=', id).executeTakeFirstOrThrow()
    expect(asked.id).not.toBe(question.id)
    const items = db.selectFrom('rubric_items').selectAll().where('course_id', '=', id).orderBy('position')
    const units = { title: 'Units', points: -1 }
    expect(await items.execute()).toMatchObject([`item-${asked.id}`, ''].map((part) => ({ part, ...units })))
    const rules = await db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirst()
    expect(rules).toMatchObject({ late_rule, regrade_days: 9 })
    const table = await arthit.call(grading.table, inCourse(id))
    expect(table).toMatchObject({
      categories: [{ name: 'Exams', weight: 60, drop_lowest: 1 }],
      letters: [{ letter: 'S', from: 60 }],
      columns: [
        { gradable_name: 'Lab', zero_from: at, released: true },
        { gradable_name: 'Oral', category_id: table.categories[0]?._id, extra: true, released: false },
        { gradable_name: 'Attendance', attendance_late: 50, released: false },
      ],
      rows: [],
    })
  })

  test('has the parts that were chosen alone', async () => {
    await makeAnnouncement(db, course)
    await makeContent(db, course)
    const id = await copy({ parts: ['contents'] })
    expect(await arthit.call(contract.announcements.list, inCourse(id))).toEqual([])
    expect(await arthit.call(contract.contents.list, inCourse(id))).toHaveLength(1)
  })

  test('has dates that were corrected, none on a holiday, and goes out at its new times when that is asked for', async () => {
    const due_at = new Date('2026-09-07T16:59:00Z')
    const first = await makeAssignment(db, course, { name: 'First', due_at })
    await makeAssignment(db, course, { name: 'Second', due_at })
    await makeAnnouncement(db, course, { publish_at: due_at })
    const at = '2027-10-01T16:59:00.000Z'
    const id = await copy({
      ...{ holidays: ['2027-09-06', '2027-09-07'], keep_publishing: true },
      dates: [{ _id: first.id, field: 'due_at', at }],
    })
    const due = await db
      .selectFrom('assignments')
      .select(['name', 'due_at'])
      .where('course_id', '=', id)
      .orderBy('name')
      .execute()
    expect(due).toEqual([
      { name: 'First', due_at: new Date(at) },
      { name: 'Second', due_at: new Date('2027-09-08T16:59:00Z') },
    ])
    const [hello] = await arthit.call(contract.announcements.list, inCourse(id))
    expect(hello?.publish_at).toBe('2027-09-08T16:59:00.000Z')
  })

  test('has what is for one section as a draft for everyone, and says before how many there are', async () => {
    const publish_at = new Date('2026-09-07T16:59:00Z')
    await makeAnnouncement(db, course, { section: '2', publish_at })
    await makeAnnouncement(db, course, { publish_at })
    await makeTopic(db, course, { section: '2', publish_at })
    const { parts } = await arthit.call(copies.start, inCourse())
    expect(parts).toContainEqual({ part: 'announcements', count: 2, for_sections: 1 })
    expect(parts).toContainEqual({ part: 'topics', count: 1, for_sections: 1 })
    const days = { first_day: '2026-08-10', new_first_day: '2027-08-09' }
    const query = { ...days, parts: 'announcements,topics', keep_publishing: 'true' as const }
    expect(await arthit.call(copies.dates, { ...inCourse(), query })).toMatchObject([{ thing: 'announcement' }])
    const id = await copy({ keep_publishing: true })
    const list = await arthit.call(contract.announcements.list, inCourse(id))
    expect(list).toMatchObject([
      { audience: null, publish_at: null },
      { audience: null, publish_at: '2027-09-06T16:59:00.000Z' },
    ])
    expect(await arthit.call(contract.discussions.list, inCourse(id))).toMatchObject([
      { audience: null, publish_at: null },
    ])
  })

  test('is planned before it is made: its dates, before and after', async () => {
    await makeSchedule(db, course, { name: 'Lecture', start_at: new Date('2026-08-10T02:00:00Z') })
    expect(await arthit.call(copies.start, inCourse())).toMatchObject({ first_day: '2026-08-10', zone: 'Asia/Bangkok' })
    const query = { parts: 'classes', first_day: '2026-08-10', new_first_day: '2027-08-09', holidays: '2027-08-09' }
    expect(await arthit.call(copies.dates, { ...inCourse(), query })).toMatchObject([
      { title: 'Lecture', field: 'start_at', new_at: '2027-08-10T02:00:00.000Z', holiday: true },
    ])
  })

  test('is asked for by who may set the course, also an archived one, and has a number that is free', async () => {
    const body = asked()
    expect((await ploy.refused(copies.make, { ...inCourse(), body })).status).toBe(403)
    const { code } = await db.selectFrom('courses').select('code').where('id', '=', course.id).executeTakeFirstOrThrow()
    const taken = asked({ course_code: code, course_academic_year: '2026' })
    expect(await arthit.refused(copies.make, { ...inCourse(), body: taken })).toMatchObject({ code: 'invalid' })
    await setCourse(db, course, { archived_at: server.clock.now() })
    const { job } = await arthit.call(copies.make, { ...inCourse(), body })
    expect(await arthit.call(contract.jobs.one, { params: { job_id: job } })).toMatchObject({ state: 'queued' })
  })
})

test('a date keeps its time of day over a change of the clocks', () => {
  const plan = { zone: 'Europe/Paris', first_day: '2026-03-28', new_first_day: '2026-03-29', holidays: [] }
  expect(movedTo(new Date('2026-03-28T08:00:00Z'), plan).at).toEqual(new Date('2026-03-29T07:00:00Z'))
})
