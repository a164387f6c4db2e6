import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { type CourseView, createCache } from './cache.ts'
import { seed } from './changes/change.ts'
import { found } from './errors.ts'
import { newId } from './ids.ts'
import { addressOf } from './testing/client.ts'
import { ahead } from './testing/clock.ts'
import { type SignedIn, useServer } from './testing/server.ts'
import {
  enrol,
  makeActivity,
  makeAnnouncement,
  makeAssignment,
  makeContent,
  makeCourse,
  makeLink,
  makeMeeting,
  makePlaylist,
  makeSchedule,
  setCourse,
  submit,
  type Thing,
  takeAttendance,
} from './testing/world.ts'

/* Two servers on one database answer with shared answers: each cache is right after any change. */

const server = await useServer()
const other = await server.another()
const { db } = server
const { courses, announcements, contents, notifications, schedules, assignments, gradebook } = contract

let course: Thing
let ploy: SignedIn
let arthit: SignedIn
let work: Thing
let lecture: Thing

beforeEach(async () => {
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  arthit = await server.person({ first: 'Arthit' })
  await enrol(db, course, ploy)
  await enrol(db, course, arthit, 'instructor')
})

const params = () => ({ params: { course_id: course.id, asgn_id: work?.id ?? '' } })
const answerOf = async (endpoint: Endpoint, headers = {}) => {
  const path = addressOf(endpoint, params().params)
  const answers = [
    await ploy.raw('GET', path, { headers }),
    await other.withToken(ploy.token).raw('GET', path, { headers }),
  ]
  expect(answers[0]?.body).toBe(answers[1]?.body)
  return answers[0]
}

const everyRow = (table: string, set: string) =>
  seed(db, (trx) => sql`update ${sql.table(table)} set ${sql.raw(set)} where course_id = ${course.id}`.execute(trx))
const noRow = (table: string) =>
  seed(db, (trx) => sql`delete from ${sql.table(table)} where course_id = ${course.id}`.execute(trx))

const ofCourse = (set: { name: string }) => setCourse(db, course, set)
const ofPerson = ({ id }: Thing, set: { last?: string; img?: string; removed_at?: Date }) =>
  db.updateTable('people').set(set).where('id', '=', id).execute()

/** The course as students see it, by one version of all its parts. */
const view = (version = 1): CourseView => ({
  courseId: course.id,
  audience: 'student',
  versions: { people: version, materials: version, work: version, scores: version, activity: version },
})

/** Makes in a course what a test expects there. */
const things = () => ({ course_id: course.id, id: newId() })

/** The whole answer is the same for everyone: as long as nothing changes, it costs the access rule alone. */
const changes: Record<string, [Endpoint, () => Promise<unknown>]> = {
  'another name': [courses.one, () => ofCourse({ name: 'Physics' })],
  'one more on the course': [courses.one, async () => enrol(db, course, await server.person())],
  'another name of the instructor': [courses.one, () => ofPerson(arthit, { last: 'New' })],
  'another title of the instructor': [courses.one, () => everyRow('roster', "title = 'Prof.'")],
  'one more on the roster': [courses.roster, async () => enrol(db, course, await server.person())],
  'another picture': [courses.roster, () => ofPerson(ploy, { img: '/p.png' })],
  'an account removed': [courses.roster, () => ofPerson(arthit, { removed_at: new Date() })],
  'a new announcement': [announcements.list, () => makeAnnouncement(db, course)],
  'another text of it': [announcements.list, () => everyRow('announcements', "content = 'new'")],
  'no announcement left': [announcements.list, () => noRow('announcements')],
  'a new folder': [contents.list, () => makeContent(db, course)],
  'another name of the folder': [contents.list, () => everyRow('contents', "name = 'new'")],
  'no folder left': [contents.list, () => noRow('contents')],
  'a new link': [contents.links, () => makeLink(db, course)],
  'a hidden link': [contents.links, () => everyRow('links', 'deleted_at = now()')],
  'a new playlist': [contents.playlists, () => makePlaylist(db, course)],
  'another title of the playlist': [contents.playlists, () => everyRow('playlists', "title = 'new'")],
}

/** A part of the answer is the same for everyone, and a part is the person's own. */
const changesOfParts: Record<string, [Endpoint, () => Promise<unknown>]> = {
  'another name of a course of mine': [courses.mine, () => ofCourse({ name: 'Physics' })],
  'another name of its instructor': [courses.mine, () => ofPerson(arthit, { last: 'New' })],
  'a new assignment ahead': [courses.upcoming, () => makeAssignment(db, course)],
  'another due date': [courses.upcoming, () => everyRow('assignments', "due_at = due_at + interval '1 hour'")],
  'a new class': [courses.upcoming, () => makeSchedule(db, course)],
  'a class cancelled': [courses.upcoming, () => everyRow('schedules', 'deleted_at = now()')],
  'a new meeting': [courses.upcoming, () => makeMeeting(db, course)],
  'another name of a course with events': [courses.upcoming, () => ofCourse({ name: 'Physics' })],
  'a submission': [courses.upcoming, () => submit(db, course, work, ploy)],
  'something new': [notifications.list, () => makeActivity(db, course)],
  'something new for the person alone': [notifications.list, () => makeActivity(db, course, { person_id: ploy.id })],
  'another title of what was new': [notifications.list, () => everyRow('announcements', "title = 'newer'")],
  'an announcement that is gone': [notifications.list, () => everyRow('announcements', 'deleted_at = now()')],
  'nothing new any more': [notifications.list, () => noRow('activity')],
  'one more that is unread': [notifications.unread, () => makeActivity(db, course)],
  'one more for the person alone': [notifications.unread, () => makeActivity(db, course, { person_id: ploy.id })],
  'all is read': [notifications.list, () => ploy.call(notifications.readAll)],
  'some activity': [courses.activity, () => makeActivity(db, course)],
  'another class': [schedules.mine, () => makeSchedule(db, course)],
  'another room': [schedules.mine, () => everyRow('schedules', "location = 'Room 9'")],
  'the attendance taken': [schedules.mine, () => takeAttendance(db, course, lecture, ploy, 3)],
  'a new assignment': [assignments.mine, () => makeAssignment(db, course)],
  'another name of an assignment': [assignments.mine, () => everyRow('assignments', "name = 'new'")],
  'something handed in': [assignments.mine, () => submit(db, course, work, ploy)],
  'another assignment that is due': [
    assignments.due,
    () => makeAssignment(db, course, { due_at: ahead({ hours: 2 }) }),
  ],
  'one thing less that is due': [assignments.due, () => submit(db, course, work, ploy)],
  'another description': [assignments.my, () => everyRow('assignments', "description = 'new'")],
  'a new question': [assignments.my, () => seed(db, (trx) => trx.insertInto('questions').values(question()).execute())],
  'another question': [assignments.my, () => everyRow('questions', "question = 'new'")],
  'a place for a file': [
    assignments.my,
    () => seed(db, (trx) => trx.insertInto('file_slots').values(slot()).execute()),
  ],
  'an answer of mine': [assignments.my, () => submit(db, course, work, ploy)],
  'a new column': [gradebook.mine, () => seed(db, (trx) => trx.insertInto('gradables').values(gradable()).execute())],
  'another name of a column': [gradebook.mine, () => everyRow('gradables', "name = 'new'")],
  'no column left': [gradebook.mine, () => noRow('gradables')],
}
const question = () => ({ ...things(), assignment_id: work.id, position: 2, question: 'Why?', kind: 'open', score: 1 })
const slot = () => ({ ...things(), assignment_id: work.id, position: 1, name: 'Report' })
const gradable = () => ({ ...things(), name: 'Quiz', score: 10 })
const endpoints = [...new Map(Object.values(changes).map(([endpoint]) => [endpoint.path, endpoint]))]

describe('what is told of a course', () => {
  beforeEach(async () => {
    await makeAnnouncement(db, course)
    await makeContent(db, course)
    await makeLink(db, course)
    await makePlaylist(db, course)
    work = await makeAssignment(db, course, { due_at: ahead({ hours: 4 }) })
    lecture = await makeSchedule(db, course)
    await makeActivity(db, course)
    await seed(db, (trx) => trx.insertInto('questions').values(question()).execute())
    await seed(db, (trx) => trx.insertInto('gradables').values(gradable()).execute())
  })

  test.each(Object.keys(changes))('is right after %s', async (what) => {
    const [endpoint, change] = found(changes[what])
    const before = await answerOf(endpoint)
    await change()
    const after = await answerOf(endpoint)
    expect(after?.body).not.toBe(before?.body)
    const { etag } = before?.headers ?? {}
    expect((await answerOf(endpoint, { 'if-none-match': etag }))?.statusCode).toBe(200)
    expect((await answerOf(endpoint, { 'if-none-match': after?.headers.etag }))?.statusCode).toBe(304)
  })

  test.each(Object.keys(changesOfParts))('is right after %s', async (what) => {
    const [endpoint, change] = found(changesOfParts[what])
    const before = await answerOf(endpoint)
    await change()
    expect((await answerOf(endpoint))?.body).not.toBe(before?.body)
  })

  test.each(endpoints)('costs one statement as long as nothing has changed: %s', async (_path, endpoint) => {
    const call = () => ploy.call(endpoint as typeof courses.one, params())
    const first = await call()
    expect(await server.statementsOf(async () => expect(await call()).toEqual(first))).toHaveLength(1)
    await ofCourse({ name: 'Physics' })
    expect(await server.statementsOf(call)).toHaveLength(2)
  })

  test.each(endpoints)('stays when something else changes, in it or in another course: %s', async (_path, endpoint) => {
    const call = () => ploy.call(endpoint as typeof courses.one, params())
    await call()
    await makeAnnouncement(db, await makeCourse(db))
    await everyRow('gradables', 'score = 20')
    await makeActivity(db, course, { kind: 'assignment_posted', subject_id: work.id })
    await makeAssignment(db, course)
    expect(await server.statementsOf(call)).toHaveLength(1)
  })

  test.each(endpoints)('is made once for all who ask when it has changed: %s', async (_path, endpoint) => {
    const call = () => ploy.call(endpoint as typeof courses.one, params())
    await call()
    await ofCourse({ name: 'Physics' })
    let answers: unknown[] = []
    const statements = await server.statementsOf(async () => {
      answers = await Promise.all(Array.from({ length: 20 }, call))
    })
    expect(statements).toHaveLength(20 + 1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test('that could not be made is made for who asks next', async () => {
    const cache = createCache()
    const about = view()
    const fail = () => cache.rows(courses.mine, [about], () => Promise.reject(new Error('away')))
    const answers = await Promise.allSettled([fail(), fail()])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const card = { course_id: course.id }
    expect(await cache.rows(courses.mine, [about], async () => [card])).toEqual([[card]])
  })

  test('that was being made while all was forgotten is not kept', async () => {
    const cache = createCache()
    const about = view()
    const card = (id: string) => ({ course_id: course.id, id })
    const old = Promise.withResolvers<ReturnType<typeof card>[]>()
    const before = cache.rows(courses.mine, [about], () => old.promise)
    cache.forgetAll()
    const after = cache.rows(courses.mine, [about], async () => [card('new')])
    old.resolve([card('old')])
    expect(await before).toEqual([[card('old')]])
    expect(await after).toEqual([[card('new')]])
    expect(await cache.rows(courses.mine, [about], async () => [card('newer')])).toEqual([[card('new')]])
  })

  test('that is made for an older version is not kept in the place of a newer one', async () => {
    const cache = createCache()
    const at = (version: number) => [view(version)]
    const card = (id: string) => ({ course_id: course.id, id })
    const slow = Promise.withResolvers<ReturnType<typeof card>[]>()
    const old = cache.rows(courses.mine, at(1), () => slow.promise)
    expect(await cache.rows(courses.mine, at(2), async () => [card('new')])).toEqual([[card('new')]])
    slow.resolve([card('old')])
    expect(await old).toEqual([[card('old')]])
    expect(await cache.rows(courses.mine, at(2), async () => [card('newer')])).toEqual([[card('new')]])
  })

  test('that does not come is made anew for who asks a little later', async () => {
    const cache = createCache()
    const about = view()
    const card = { course_id: course.id }
    vi.useFakeTimers({ toFake: ['performance'] })
    void cache.rows(courses.mine, [about], () => new Promise<never>(() => {}))
    vi.advanceTimersByTime(3_000)
    expect(await cache.rows(courses.mine, [about], async () => [card])).toEqual([[card]])
    vi.useRealTimers()
  })

  test('is apart for students, for staff and for one person', async () => {
    const cache = createCache()
    const shown = (audience: CourseView['audience']) =>
      cache.one(courses.roster, { ...view(), audience }, async () => audience, { section: null })
    const audiences: CourseView['audience'][] = ['student', 'staff', { person: ploy.id }, { person: arthit.id }]
    for (const _ of [1, 2]) for (const audience of audiences) expect(await shown(audience)).toEqual(audience)
    const views = audiences.map((audience) => ({ ...view(), audience }))
    const rows = await cache.rows(courses.mine, views, async ([course_id = ''], audience) => [{ course_id, audience }])
    expect(rows).toEqual(audiences.map((audience) => [{ course_id: course.id, audience }]))
  })

  test('is apart for the students of each section where they get different ones, and of none for staff', async () => {
    const cache = createCache()
    const shown = (audience: CourseView['audience'], section: string) =>
      cache.one(announcements.list, { ...view(), audience }, async () => section, { section })
    for (const _ of [1, 2]) for (const section of ['1', '2', '']) expect(await shown('student', section)).toBe(section)
    expect(await Promise.all(['1', '2'].map((section) => shown('staff', section)))).toEqual(['1', '1'])
    // @ts-expect-error An answer that does not say whether sections differ does not compile.
    await cache.one(announcements.list, view(), async () => '', {})
  })

  test('is nobody else’s, however often it was told', async () => {
    await answerOf(courses.roster)
    const stranger = await server.person()
    expect(await stranger.refused(courses.roster, params())).toEqual({ status: 404, code: 'not_found' })
  })

  test('is of its own course and of the page that was asked for', async () => {
    const all = await ploy.call(announcements.list, params())
    const [newest, ...older] = all
    expect(older).toHaveLength(1)
    const second = await makeCourse(db)
    await enrol(db, second, ploy)
    expect(await ploy.call(announcements.list, { params: { course_id: second.id } })).toEqual([])
    expect(await ploy.call(announcements.list, { ...params(), query: { before: newest?._id ?? '' } })).toEqual(older)
    expect(await ploy.call(announcements.list, params())).toEqual(all)
  })
})

describe('the versions of a course', () => {
  const versionsOf = async (of = course) => {
    const row = await db.selectFrom('course_versions').selectAll().where('course_id', '=', of.id).executeTakeFirst()
    const { course_id: _, ...versions } = found(row)
    return versions
  }

  test('stay when a person signs in as before', async () => {
    const before = await versionsOf()
    await db.updateTable('people').set({ first: 'Ploy' }).where('id', '=', ploy.id).execute()
    expect(await versionsOf()).toEqual(before)
  })

  test('count the part that a transaction has changed, once', async () => {
    const before = await versionsOf()
    await db.transaction().execute(async (trx) => {
      for (const _ of [1, 2]) await makeAnnouncement(trx, course)
      await makeAssignment(trx, course)
    })
    expect(await versionsOf()).toEqual({ ...before, materials: before.materials + 1, work: before.work + 1 })
    expect(await db.selectFrom('course_marks').selectAll().execute()).toEqual([])
  })

  test('stay when a transaction is taken back, wholly or in part', async () => {
    const before = await versionsOf()
    const takenBack = db.transaction().execute(async (trx) => {
      await makeAnnouncement(trx, course)
      throw new Error('no')
    })
    await expect(takenBack).rejects.toThrow('no')
    await db.transaction().execute(async (trx) => {
      await sql`savepoint here`.execute(trx)
      await makeAnnouncement(trx, course)
      await sql`rollback to here`.execute(trx)
    })
    expect(await versionsOf()).toEqual(before)
  })

  test('make nobody wait for a transaction that stays open', async () => {
    const student = await server.person()
    await db.transaction().execute(async (trx) => {
      await makeAnnouncement(trx, course)
      await enrol(trx, course, await server.person())
      await enrol(db, course, student)
      const roster = await ploy.call(courses.roster, params())
      expect(roster.map(({ _id }) => _id)).toContain(student.id)
    })
    expect(await ploy.call(announcements.list, params())).toHaveLength(1)
    expect(await ploy.call(courses.roster, params())).toHaveLength(4)
  })

  test('of several courses are counted in one order, so that two transactions end', async () => {
    const second = await makeCourse(db)
    const inOrder = async (all: Thing[]) =>
      db.transaction().execute(async (trx) => {
        for (const one of all) await makeAnnouncement(trx, one)
      })
    const before = [await versionsOf(), await versionsOf(second)]
    await Promise.all(Array.from({ length: 20 }, (_, i) => inOrder(i % 2 ? [course, second] : [second, course])))
    const after = [await versionsOf(), await versionsOf(second)]
    expect(after).toEqual(before.map((versions) => ({ ...versions, materials: versions.materials + 20 })))
  })
})
