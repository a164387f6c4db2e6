import { beforeEach, describe, expect, test } from 'vitest'
import type { Body } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import type { CourseDate } from '../../contract/staff/dates.ts'
import { makeQuestion } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { publishedTables } from '../publishing/tables.ts'
import { ago, ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  makeAnnouncement,
  makeAssignment,
  makeCourse,
  makeSchedule,
  setCourse,
  submit,
  type Thing,
} from '../testing/world.ts'
import { upload } from '../uploads/testing.ts'
import { dateColumns } from './columns.ts'

const server = await useServer()
const { db } = server
const { list, move, check } = contract.dates

let arthit: SignedIn
let ploy: SignedIn
let course: Thing

beforeEach(async () => {
  server.clock.reset()
  arthit = await server.person({ first: 'Arthit' })
  ploy = await server.person({ first: 'Ploy' })
  course = await makeCourse(db)
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy, 'student')
})

const inCourse = () => ({ params: { course_id: course.id } })
const read = async () => (await arthit.call(list, inCourse())).items
const later = (one: CourseDate, days: number): Body<typeof move>['items'][number] => ({
  ...{ _id: one._id, thing: one.thing, field: one.field, revision: one.revision },
  at: new Date(Date.parse(one.at) + days * 86_400_000).toISOString(),
})
const scheduled = (title: string) =>
  arthit.call(contract.announcements.create, {
    ...inCourse(),
    body: { announcement_title: title, publish_at: ahead({ days: 2 }).toISOString() },
  })

test('every table that staff publish from has its dates here', () => {
  const tables = dateColumns.filter(({ field }) => field === 'publish_at').map(({ table }) => table)
  expect(tables, 'name it in server/dates/columns.ts').toEqual(Object.keys(publishedTables))
})

describe('dates', () => {
  test('of classes and of what is to go out are told in their order, and nothing that is out', async () => {
    await scheduled('Welcome')
    await makeAnnouncement(db, course, { title: 'Out' })
    await makeSchedule(db, course, { name: 'Lecture', start_at: ahead({ days: 1 }) })
    expect((await read()).map(({ title, field }) => [title, field])).toEqual([
      ['Lecture', 'start_at'],
      ['Welcome', 'publish_at'],
    ])
    expect((await arthit.call(list, inCourse())).zone).toBe('Asia/Bangkok')
    expect((await ploy.refused(list, inCourse())).status).toBe(403)
  })

  test('are moved together, with what ends, as one change that is taken back at once', async () => {
    await scheduled('Welcome')
    const { id } = await makeSchedule(db, course, { start_at: ahead({ days: 1 }) })
    const before = await read()
    const hours = async () => {
      const of = db.selectFrom('schedules').select(['start_at', 'end_at']).where('id', '=', id)
      const { start_at, end_at } = await of.executeTakeFirstOrThrow()
      return (end_at.getTime() - start_at.getTime()) / 3_600_000
    }
    const { items } = await arthit.call(move, { ...inCourse(), body: { items: before.map((one) => later(one, 7)) } })
    expect(items.map(({ at }) => at)).toEqual(before.map((one) => later(one, 7).at))
    expect(await hours()).toBe(2)
    const history = await arthit.call(contract.changes.list, inCourse())
    expect(history.items[0]).toMatchObject({ kind: 'dates_changed', about: { count: 2 } })
    await arthit.call(contract.changes.undo, {
      params: { course_id: course.id, change_id: history.items[0]?._id ?? '' },
    })
    expect((await read()).map(({ at }) => at)).toEqual(before.map(({ at }) => at))
    expect(await hours()).toBe(2)
  })

  test('of which one is newer are left as they are, all of them', async () => {
    const first = await scheduled('First')
    await scheduled('Second')
    const before = await read()
    const params = { course_id: course.id, announcement_id: first._id }
    await arthit.call(contract.announcements.edit, { params, body: { pinned: true }, revision: first.revision ?? 0 })
    const refused = await arthit.refused(move, { ...inCourse(), body: { items: before.map((one) => later(one, 7)) } })
    expect(refused).toMatchObject({ status: 409, code: 'conflict', current: [{ _id: first._id }] })
    expect((await read()).map(({ at }) => at)).toEqual(before.map(({ at }) => at))
  })

  test('that change grades say in a dry run how many, and how many of them students see', async () => {
    const late_rule = JSON.stringify({ kind: 'percent', percent: 10, floor: 50 })
    await setCourse(db, course, { late_rule })
    const essay = await makeAssignment(db, course, { score_essay: 10, due_at: ago({ hours: 36 }) })
    const { id: submission_id } = await submit(db, course, essay, ploy)
    const of = { params: { course_id: course.id, submission_id } }
    const form = { applied: [], override: null, override_reason: '', comment: '' }
    const body = { parts: { textbox: '10' }, ...form }
    await arthit.call(contract.submissions.save, { ...of, revision: 0, body })
    const score = async () => (await arthit.call(contract.submissions.work, of)).feedback.score
    expect(await score()).toBe('8')
    const { revision } = await db
      .selectFrom('assignments')
      .select('revision')
      .where('id', '=', essay.id)
      .executeTakeFirstOrThrow()
    const at = ahead({ days: 1 }).toISOString()
    const items = [{ _id: essay.id, thing: 'assignment', field: 'due_at', revision, at } as const]
    const tried = await arthit.call(move, { ...inCourse(), query: { dry_run: 'true' }, body: { items } })
    expect(tried.grades).toEqual({ changed: 1, released: 0 })
    expect(await score()).toBe('8')
    expect((await arthit.call(move, { ...inCourse(), body: { items } })).grades).toBeUndefined()
    expect(await score()).toBe('10')
  })

  test('of another course, and dates that a thing does not have, are refused', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, arthit, 'instructor')
    await makeSchedule(db, other)
    const [theirs] = (await arthit.call(list, { params: { course_id: other.id } })).items
    if (!theirs) throw new Error('no date')
    expect((await arthit.refused(move, { ...inCourse(), body: { items: [later(theirs, 1)] } })).status).toBe(404)
    const wrong = { ...later(theirs, 1), field: 'due_at' } as const
    expect((await arthit.refused(move, { ...inCourse(), body: { items: [wrong] } })).status).toBe(400)
  })
})

describe('the check', () => {
  test('finds an assignment that asks for nothing, points that differ, a picture without words and a link to nowhere', async () => {
    const empty = await makeAssignment(db, course, { name: 'Empty', has_text: false })
    await makeAssignment(db, course, { name: 'Points', score: 10, score_essay: 4 })
    const gone = `/course/${course.id}/assignments/${course.id}/preview`
    const fine = `/course/${course.id}/assignments/${empty.id}/preview`
    const content = `![](/api/files/1) ![a tree](/x.png) [gone](${gone}) [fine](${fine})`
    await makeAnnouncement(db, course, { title: 'Look', content })
    expect((await arthit.call(check, inCourse())).map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
      ['empty_assignment', 'Empty', ''],
      ['points_differ', 'Points', '4 ≠ 10'],
      ['picture_without_words', 'Look', '/api/files/1'],
      ['broken_link', 'Look', gone],
    ])
    expect((await ploy.refused(check, inCourse())).status).toBe(403)
  })

  test('reads questions, explanations and pages, too, and tells the same picture of a thing once', async () => {
    const quiz = await makeAssignment(db, course, { name: 'Quiz' })
    const [first, second] = [await makeQuestion(db, course, quiz), await makeQuestion(db, course, quiz)]
    const write = ({ id }: Thing, columns: { question?: string; explanation?: string; position?: number }) =>
      seed(db, (trx) => trx.updateTable('questions').set(columns).where('id', '=', id).execute())
    await write(first, { question: 'What grows? ![](/tree.png)' })
    await write(second, { explanation: 'This: ![](/tree.png), ![](/root.png)', position: 1 })
    const page = '![](/leaf.png)'
    const { location } = await upload(arthit, page, 'Notes.md')
    await arthit.call(contract.contents.create, {
      ...inCourse(),
      body: { file_name: 'Notes', location, file_page: page },
    })
    const found = await arthit.call(check, inCourse())
    expect(found.map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
      ['picture_without_words', 'Notes', '/leaf.png'],
      ['picture_without_words', 'Quiz', '/tree.png'],
      ['picture_without_words', 'Quiz', '/root.png'],
    ])
  })

  test('says nothing of a course in which all is well, nor of questions that are drawn from more of them', async () => {
    await makeAssignment(db, course)
    await makeAnnouncement(db, course)
    const quiz = await makeAssignment(db, course, { score: 4, score_questionset: 4 })
    const set = { course_id: course.id, id: newId() }
    const drawn = [1, 2, 3].map(() => makeQuestion(db, course, quiz))
    const ids = (await Promise.all(drawn)).map(({ id }) => id)
    await seed(db, async (trx) => {
      const row = { ...set, assignment_id: quiz.id, name: 'Trees', draw: 2, score: 2 }
      await trx.insertInto('question_sets').values(row).execute()
      await trx.updateTable('questions').set({ set_id: set.id, score: 2 }).where('id', 'in', ids).execute()
    })
    expect(await arthit.call(check, inCourse())).toEqual([])
  })
})

test('the check names the classes ahead that are on a holiday of the course, by its clock', async () => {
  await makeSchedule(db, course, { name: 'Late lecture', start_at: new Date('2026-12-04T18:00:00Z') })
  await makeSchedule(db, course, { name: 'Lecture', start_at: new Date('2026-12-04T03:00:00Z') })
  await arthit.call(contract.holidays.create, {
    ...inCourse(),
    body: { holiday_name: 'Father’s Day', holiday_first: '2026-12-05' },
  })
  const problems = await arthit.call(check, inCourse())
  expect(problems.map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
    ['class_on_holiday', 'Late lecture', 'Father’s Day'],
  ])
})
