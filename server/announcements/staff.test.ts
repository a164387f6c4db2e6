import { beforeEach, describe, expect, test } from 'vitest'
import type { Announcement } from '../../contract/announcements.ts'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { ago, ahead, start } from '../testing/clock.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeCourse, setCourse, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, one, create, edit, remove } = contract.announcements
const { changes, courses, notifications } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ course_id: course.id })
const of = ({ _id }: { _id: string }) => ({ course_id: course.id, announcement_id: _id })
const add = (body: Partial<Parameters<typeof arthit.call<typeof create>>[1]['body']> = {}, by = arthit) =>
  by.call(create, { params: inCourse(), body: { announcement_title: 'Room 5', ...body } })
const now = () => server.clock.now().toISOString()
const change = (it: Announcement, body: Parameters<typeof arthit.call<typeof edit>>[1]['body'], by = arthit) =>
  by.call(edit, { params: of(it), body, revision: it.revision as number })
const take = (it: Announcement, by = arthit) => by.call(remove, { params: of(it), revision: it.revision as number })
const history = async (by = arthit) => (await by.call(changes.list, { params: inCourse() })).items
const undoLast = async (by = arthit) => {
  const [last] = await history(by)
  return by.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
}
/** Every reply in which a student might see the announcement. */
const seenBy = async (person: SignedIn) => ({
  list: (await person.call(list, { params: inCourse() })).map((a) => a.announcement_title),
  activity: (await person.call(courses.activity, { params: inCourse() })).map((a) => a.title),
  notified: (await person.call(notifications.list)).notifications.map((n) => n.message.message),
})
const nothing = { list: [], activity: [], notified: [] }
const all = (title: string) => ({ list: [title], activity: [title], notified: [title] })

describe('an announcement that staff write', () => {
  test('is a draft at first, of which a student sees nothing', async () => {
    const draft = await add({ announcement_content: 'Hello' })
    expect(draft).toEqual({
      _id: expect.any(String),
      announcement_title: 'Room 5',
      announcement_content: 'Hello',
      announcement_datetime: start.toISOString(),
      announcement_author: expect.objectContaining({ _id: arthit.id, role: 'instructor' }),
      ...{ revision: 1, publish_at: null, audience: null, pinned: false },
    })
    expect(await seenBy(ploy)).toEqual(nothing)
    expect(await ploy.refused(one, { params: of(draft) })).toEqual({ status: 404, code: 'not_found' })
    expect(await mali.call(list, { params: inCourse() })).toEqual([draft])
    expect(await mali.call(one, { params: of(draft) })).toEqual(draft)
  })

  test('is seen by students once it is published, with no word of what staff know', async () => {
    const out = await change(await add(), { publish_at: now() })
    expect(await seenBy(ploy)).toEqual(all('Room 5'))
    expect(await seenBy(mali)).toEqual(all('Room 5'))
    expect((await seenBy(arthit)).notified).toEqual([])
    expect(Object.keys(await ploy.call(one, { params: of(out) }))).toEqual([
      ...['_id', 'announcement_title', 'announcement_content', 'announcement_datetime', 'announcement_author'],
    ])
  })

  test('tells students once, whatever is changed in it, and under its present title', async () => {
    const out = await add({ publish_at: now() })
    server.clock.pass({ minutes: 5 })
    await ploy.call(notifications.readAll)
    const renamed = await change(out, { announcement_title: 'Room 6' })
    const again = await change(await change(renamed, { publish_at: null }), { publish_at: now() })
    expect(again.publish_at).toBe(now())
    expect(await seenBy(ploy)).toEqual(all('Room 6'))
  })

  test('that goes to another section is new to its students, once, and gone for those of the first', async () => {
    const [one, two] = [await server.person(), await server.person()]
    await enrol(db, course, one, 'student', { section: '1' })
    await enrol(db, course, two, 'student', { section: '2' })
    const unreadOf = async (person: SignedIn) => (await person.call(notifications.unread)).unread_notifications
    const readBy = async (...people: SignedIn[]) => {
      server.clock.pass({ minutes: 1 })
      for (const person of people) await person.call(notifications.readAll)
      server.clock.pass({ minutes: 1 })
    }
    const first = await add({ publish_at: now(), audience: { section: '1' } })
    await readBy(one, two)
    const moved = await change(first, { audience: { section: '2' } })
    expect([await seenBy(one), await unreadOf(one)]).toEqual([nothing, 0])
    expect([await seenBy(two), await unreadOf(two)]).toEqual([all('Room 5'), 1])
    expect((await seenBy(mali)).activity).toEqual(['Room 5'])
    await readBy(two)
    // Back by an undo, and then to everyone: whoever had it as new does not have it so again.
    await undoLast()
    expect([await seenBy(one), await unreadOf(one)]).toEqual([all('Room 5'), 0])
    expect(await seenBy(two)).toEqual(nothing)
    const wide = await change({ ...moved, revision: 3 }, { audience: null })
    for (const person of [one, two]) expect([await seenBy(person), await unreadOf(person)]).toEqual([all('Room 5'), 0])
    expect([await seenBy(ploy), await unreadOf(ploy)]).toEqual([all('Room 5'), 1])
    expect((await seenBy(mali)).notified).toEqual(['Room 5'])
    await change(wide, { audience: { section: '2' } })
    expect([await seenBy(ploy), await seenBy(two), await unreadOf(two)]).toEqual([nothing, all('Room 5'), 0])
  })

  test('that goes to another section while it is unpublished is new there when it is published again', async () => {
    const two = await server.person()
    await enrol(db, course, two, 'student', { section: '2' })
    const first = await add({ publish_at: now(), audience: { section: '1' } })
    const moved = await change(await change(first, { publish_at: null }), { audience: { section: '2' } })
    server.clock.pass({ minutes: 1 })
    await two.call(notifications.readAll)
    server.clock.pass({ minutes: 1 })
    await change(moved, { publish_at: now() })
    expect(await seenBy(two)).toEqual(all('Room 5'))
    expect((await two.call(notifications.unread)).unread_notifications).toBe(1)
  })

  test('of a time to come is out from that time on, and not before', async () => {
    await add({ publish_at: ahead({ hours: 1 }).toISOString() })
    expect(await seenBy(ploy)).toEqual(nothing)
    server.clock.pass({ hours: 1 })
    await publishDueNow(server)
    expect(await seenBy(ploy)).toEqual(all('Room 5'))
  })

  test('goes out no earlier than now, and keeps its time once it is out', async () => {
    const out = await add({ publish_at: ago({ days: 3 }).toISOString() })
    expect(out.publish_at).toBe(start.toISOString())
    server.clock.pass({ hours: 1 })
    expect((await change(out, { publish_at: now(), pinned: true })).publish_at).toBe(start.toISOString())
  })

  test('for a section is seen by that section and by staff alone', async () => {
    const nat = await server.person()
    await enrol(db, course, nat, 'student', { section: '2' })
    const out = await add({ publish_at: now(), audience: { section: '2' } })
    expect(await seenBy(ploy)).toEqual(nothing)
    expect((await ploy.refused(one, { params: of(out) })).status).toBe(404)
    expect(await seenBy(nat)).toEqual(all('Room 5'))
    expect(await seenBy(mali)).toEqual(all('Room 5'))
    await change(out, { audience: null })
    expect(await seenBy(ploy)).toEqual(all('Room 5'))
  })

  test('is first while it is pinned', async () => {
    const first = await add({ announcement_title: 'first', publish_at: now() })
    server.clock.pass({ minutes: 1 })
    await add({ announcement_title: 'second', publish_at: now() })
    expect((await seenBy(ploy)).list).toEqual(['second', 'first'])
    await change(first, { pinned: true })
    expect((await seenBy(ploy)).list).toEqual(['first', 'second'])
    const pins = (await ploy.call(list, { params: inCourse() })).map((a) => a.pinned)
    expect(pins).toEqual([true, undefined])
    await change(await arthit.call(one, { params: of(first) }), { pinned: false })
    expect(await ploy.call(one, { params: of(first) })).not.toHaveProperty('pinned')
  })

  test('is one, however often the request for it comes', async () => {
    const input = { params: inCourse(), body: { announcement_title: 'Once', publish_at: now() }, key: 'once' }
    const [first, second] = await Promise.all([arthit.call(create, input), arthit.call(create, input)])
    expect([second, await arthit.call(create, input)]).toEqual([first, first])
    expect(await seenBy(ploy)).toEqual(all('Once'))
    expect(await history()).toHaveLength(1)
  })

  test('stands before the drafts that were written earlier, whatever the keys of their requests', async () => {
    for (const announcement_title of ['1', '2', '3', '4', '5']) {
      const body = { announcement_title }
      await arthit.call(create, { params: inCourse(), body, key: `key ${announcement_title}` })
      server.clock.pass({ minutes: 1 })
    }
    expect((await seenBy(mali)).list).toEqual(['5', '4', '3', '2', '1'])
  })

  test('follows in pages of which none is left out, drafts and pinned ones too', async () => {
    for (let n = 0; n < 52; n++)
      await add({ announcement_title: String(n), publish_at: n % 2 ? now() : null, pinned: n % 5 === 0 })
    const page = (before?: string) => arthit.call(list, { params: inCourse(), query: { ...(before && { before }) } })
    const first = await page()
    const titles = [...first, ...(await page(first.at(-1)?._id))].map((a) => Number(a.announcement_title))
    expect(titles.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 52 }, (_, n) => n))
  })
})

describe('two who change one announcement', () => {
  test('do not overwrite each other: the second is told what is there now', async () => {
    const it = await add()
    const current = await change(it, { announcement_title: 'By Mali' }, mali)
    const input = { params: of(it), body: { announcement_title: 'By Arthit' }, revision: 1 }
    expect(await arthit.refused(edit, input)).toEqual({ status: 409, code: 'conflict', current })
    expect(await arthit.refused(remove, { params: of(it), revision: 1 })).toMatchObject({ status: 409, current })
    expect(await history()).toHaveLength(2)
  })

  test('may be one in two windows, who is told that it was themselves', async () => {
    const it = await add()
    server.clock.pass({ minutes: 1 })
    await change(it, { announcement_title: 'By Mali' }, mali)
    const input = { params: of(it), body: { announcement_title: 'By Mali, too' }, revision: 1 }
    expect(await mali.refused(edit, input)).toMatchObject({ code: 'conflict', own: true })
    expect(await arthit.refused(edit, input)).not.toHaveProperty('own')
  })

  test('say which revision they changed', async () => {
    const input = { params: of(await add()), body: { announcement_title: 'No revision' } }
    expect(await arthit.refused(edit, input)).toEqual({ status: 428, code: 'revision_needed' })
  })

  test('find nothing once it is removed', async () => {
    const it = await add()
    await take(it)
    expect((await mali.refused(edit, { params: of(it), body: {}, revision: 1 })).status).toBe(404)
    expect((await mali.refused(remove, { params: of(it), revision: 1 })).status).toBe(404)
  })
})

describe('who may', () => {
  test('an assistant writes where the course allows it, and not where it does not', async () => {
    const it = await add({}, mali)
    await setCourse(db, course, { assistants_may: ['grade'] })
    const refused = { status: 403, code: 'not_allowed' }
    expect(await mali.refused(create, { params: inCourse(), body: { announcement_title: 'x' } })).toEqual(refused)
    expect(await mali.refused(edit, { params: of(it), body: {}, revision: 1 })).toEqual(refused)
    expect(await mali.refused(remove, { params: of(it), revision: 1 })).toEqual(refused)
    const [made] = await history(mali)
    const change = { course_id: course.id, change_id: made?._id ?? '' }
    expect(await mali.refused(changes.undo, { params: change })).toEqual(refused)
    expect(await mali.call(list, { params: inCourse() })).toEqual([it])
  })

  test('as a student, staff are answered with the same bytes, and write nothing', async () => {
    const out = await add({ publish_at: now() })
    await add({ announcement_title: 'Draft' })
    await enrol(db, course, await server.person(), 'student')
    const paths = [`/announcements`, `/announcements/${out._id}`, '/activity', '', '/can']
    for (const path of paths) {
      const read = async (person: SignedIn, query = '') =>
        (await person.raw('GET', `/api/courses/${course.id}${path}${query}`)).body
      expect(await read(arthit, '?as=student'), path).toBe(await read(ploy))
    }
    const path = `/api/courses/${course.id}/announcements?as=student`
    const payload = { announcement_title: 'x' }
    expect((await arthit.raw('POST', path, { payload })).statusCode).toBe(403)
    expect((await arthit.raw('GET', `/api/courses/${course.id}/history?as=student`)).statusCode).toBe(403)
  })
})

describe('the history', () => {
  test('says who did what, and what was before and after', async () => {
    const it = await add({ publish_at: null })
    server.clock.pass({ minutes: 1 })
    const out = await change(it, { announcement_title: 'Room 6', publish_at: now() }, mali)
    server.clock.pass({ minutes: 1 })
    await take(out)
    const done = await history()
    expect(done.map(({ kind, actor, about }) => [kind, actor?.first, about.title])).toEqual([
      ['announcement_deleted', 'Arthit', 'Room 6'],
      ['announcement_published', 'Mali', 'Room 6'],
      ['announcement_created', 'Arthit', 'Room 5'],
    ])
    const of = { course_id: course.id, change_id: done[1]?._id ?? '' }
    const { rows } = await mali.call(changes.one, { params: of })
    expect(rows).toEqual([
      {
        table: 'announcements',
        key: { course_id: course.id, id: it._id },
        before: { title: 'Room 5', publish_at: null },
        after: { title: 'Room 6', publish_at: expect.any(String) },
      },
    ])
    expect((await ploy.refused(changes.one, { params: of })).status).toBe(403)
  })

  test('comes page by page, and of one thing alone when that is asked for', async () => {
    const [a, b] = [await add(), await add()]
    await change(a, { pinned: true })
    const page = async (query: { limit?: string; after?: string; of?: string }) => {
      const { items, next } = await arthit.call(changes.list, { params: inCourse(), query })
      return { of: items.map(({ about }) => about._id), next }
    }
    const first = await page({ limit: '2' })
    expect(first.of).toHaveLength(2)
    const rest = await page({ limit: '2', after: first.next ?? '' })
    expect([...first.of, ...rest.of].sort()).toEqual([a._id, a._id, b._id].sort())
    expect(rest.next).toBeNull()
    expect((await page({ of: a._id })).of).toEqual([a._id, a._id])
    expect((await page({ of: newId() })).of).toEqual([])
  })

  test('has no change that changed nothing', async () => {
    const it = await add()
    const headers = { 'if-match': '"1"' }
    const path = `/api/courses/${course.id}/announcements/${it._id}`
    const same = await arthit.raw('PATCH', path, { payload: { announcement_title: 'Room 5' }, headers })
    expect([same.statusCode, same.headers['change-id']]).toEqual([200, undefined])
    expect(await history()).toHaveLength(1)
  })

  test('names each write in its answer, so that it can be taken back at once', async () => {
    const payload = { announcement_title: 'Named' }
    const made = await arthit.raw('POST', `/api/courses/${course.id}/announcements`, { payload })
    const [done] = await history()
    expect(made.headers['change-id']).toBe(done?._id)
  })
})

describe('taking back', () => {
  test('a removal brings it back as it was, and notifies nobody again', async () => {
    const out = await add({ publish_at: now(), announcement_content: 'Hello' })
    await ploy.call(notifications.readAll)
    server.clock.pass({ minutes: 5 })
    await take(out)
    expect(await seenBy(ploy)).toEqual(nothing)
    server.clock.pass({ minutes: 5 })
    const undone = await undoLast()
    expect(undone).toMatchObject({ kind: 'announcement_deleted', undoes: expect.any(String), undone_by: null })
    expect((await history())[1]).toMatchObject({ _id: undone.undoes, undone_by: undone._id })
    expect(await arthit.call(one, { params: of(out) })).toEqual({ ...out, revision: 3 })
    expect(await seenBy(ploy)).toEqual(all('Room 5'))
    expect((await ploy.call(notifications.list)).unread_notifications).toBe(0)
  })

  test('a publication takes its notification away, and a creation all of it', async () => {
    await change(await add(), { publish_at: now() })
    await undoLast()
    expect(await seenBy(ploy)).toEqual(nothing)
    await add({ announcement_title: 'At once', publish_at: now() })
    server.clock.pass({ minutes: 1 })
    expect(await seenBy(ploy)).toEqual(all('At once'))
    await undoLast()
    expect(await seenBy(ploy)).toEqual(nothing)
    expect(await arthit.call(list, { params: inCourse() })).toHaveLength(1)
  })

  test('what somebody changed since is told to be in the way', async () => {
    const it = await add()
    const renamed = await change(it, { announcement_title: 'By Arthit' })
    const [done] = await history()
    server.clock.pass({ minutes: 1 })
    await change(renamed, { announcement_title: 'By Mali' }, mali)
    const input = { params: { course_id: course.id, change_id: done?._id ?? '' } }
    expect(await arthit.refused(changes.undo, input)).toEqual({
      status: 409,
      code: 'conflict',
      current: [
        {
          table: 'announcements',
          key: { course_id: course.id, id: it._id },
          reason: 'changed',
          columns: { title: { left: 'By Arthit', now: 'By Mali' } },
          can_stay: false,
        },
      ],
    })
  })

  test('a change of another course finds nothing', async () => {
    await add()
    const [done] = await history()
    const other = await makeCourse(db)
    await enrol(db, other, arthit, 'instructor')
    const input = { params: { course_id: other.id, change_id: done?._id ?? '' } }
    expect((await arthit.refused(changes.undo, input)).status).toBe(404)
    expect((await arthit.refused(changes.one, input)).status).toBe(404)
  })
})
