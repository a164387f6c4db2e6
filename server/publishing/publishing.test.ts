import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Announcement } from '../../contract/announcements.ts'
import { contract } from '../../contract/index.ts'
import { ahead, start } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAnnouncement, makeCourse, type Thing } from '../testing/world.ts'
import { publishDue } from './scheduler.ts'

const server = await useServer()
const other = await server.another()
const { db } = server
const { announcements, changes, courses, notifications } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ course_id: course.id })
const hour = ahead({ hours: 1 }).toISOString()
const add = (publish_at: string | null = hour, title = 'Exam') =>
  arthit.call(announcements.create, { params: inCourse(), body: { announcement_title: title, publish_at } })
type Body = Parameters<typeof arthit.call<typeof announcements.edit>>[1]['body']
const edit = (it: Announcement, body: Body, by = arthit) => {
  const params = { course_id: course.id, announcement_id: it._id }
  return by.call(announcements.edit, { params, body, revision: it.revision as number })
}
const undoLast = async () => {
  const { items } = await arthit.call(changes.list, { params: inCourse() })
  return arthit.call(changes.undo, { params: { ...inCourse(), change_id: items[0]?._id ?? '' } })
}
const now = () => server.clock.now().toISOString()
const passHour = async () => {
  server.clock.pass({ hours: 1 })
  await publishDueNow(server)
}

/** What a person sees of the course on either server, and how much of it is unread. */
async function seenBy({ token }: SignedIn) {
  const seen = await Promise.all(
    [server, other].map(async (of) => {
      const person = of.withToken(token)
      const list = await person.call(notifications.list)
      return {
        list: (await person.call(announcements.list, { params: inCourse() })).map((a) => a.announcement_title),
        activity: (await person.call(courses.activity, { params: inCourse() })).map((a) => a.title),
        notified: list.notifications.map((n) => n.message.message),
        unread: list.unread_notifications,
      }
    }),
  )
  expect(seen[1]).toEqual(seen[0])
  return seen[0]
}
const nothing = { list: [], activity: [], notified: [], unread: 0 }
const exam = { list: ['Exam'], activity: ['Exam'], notified: ['Exam'], unread: 1 }

describe('what is to go out later', () => {
  test('is not seen before it goes out, and on every server from then on, though they keep what they answered', async () => {
    await add()
    expect(await seenBy(ploy)).toEqual(nothing)
    server.clock.pass({ hours: 1 })
    expect(await seenBy(ploy), 'its time has come, and nobody has let it go out').toEqual(nothing)
    await publishDueNow(server)
    expect(await seenBy(ploy)).toEqual(exam)
    expect((await seenBy(mali))?.notified).toEqual(['Exam'])
    expect((await seenBy(arthit))?.notified, 'who set the time').toEqual([])
  })

  test('goes out once when several let it go out at the same time', async () => {
    await Promise.all(['a', 'b', 'c'].map((title) => add(hour, title)))
    server.clock.pass({ hours: 1 })
    await Promise.all(Array.from({ length: 5 }, () => publishDueNow(server)))
    const seen = await seenBy(ploy)
    expect([seen?.list.toSorted(), seen?.unread]).toEqual([['a', 'b', 'c'], 3])
  })

  test('goes out at its new time when it has another, and not at the old one', async () => {
    await edit(await add(), { publish_at: ahead({ hours: 2 }).toISOString() }, mali)
    await passHour()
    expect(await seenBy(ploy)).toEqual(nothing)
    await passHour()
    expect(await seenBy(ploy)).toEqual(exam)
    expect((await seenBy(mali))?.notified, 'who set the time').toEqual([])
  })

  test.each<[string, (it: Announcement) => Promise<unknown>]>([
    ['was taken back', (it) => edit(it, { publish_at: null })],
    ['was removed', removed],
    ['was taken back by an undo', () => undoLast()],
  ])('does not go out once it %s', async (_what, work) => {
    await work(await add())
    await passHour()
    expect(await seenBy(ploy)).toEqual(nothing)
  })
  function removed({ _id, revision }: Announcement) {
    const params = { course_id: course.id, announcement_id: _id }
    return arthit.call(announcements.remove, { params, revision: revision as number })
  }

  describe.each<[string, (it: Announcement) => Promise<unknown>]>([
    ['withdrawn', (it) => edit(it, { publish_at: null })],
    ['postponed', (it) => edit(it, { publish_at: ahead({ hours: 9 }).toISOString() })],
    ['removed', removed],
    ['taken back by an undo', () => undoLast()],
  ])('and is %s', (_what, work) => {
    test('goes out at its time when that is undone before', async () => {
      await work(await add())
      await undoLast()
      await passHour()
      expect(await seenBy(ploy)).toEqual(exam)
    })

    test('comes back as a draft when that is undone after its time, and all before can be undone too', async () => {
      const made = await add(null)
      const planned = await edit(made, { publish_at: hour })
      await work(planned)
      server.clock.pass({ hours: 1 })
      const undone = await undoLast()
      expect(undone.about.drafts).toEqual({ [made._id]: expect.any(String) })
      await publishDueNow(server)
      expect(await seenBy(ploy)).toEqual(nothing)
      const list = () => arthit.call(announcements.list, { params: inCourse() })
      expect(await list()).toMatchObject([{ announcement_title: 'Exam', publish_at: null }])
      const { items } = await arthit.call(changes.list, { params: inCourse() })
      const [, , planning, making] = items
      for (const one of [planning, making])
        await arthit.call(changes.undo, { params: { ...inCourse(), change_id: one?._id ?? '' } })
      expect(await list()).toEqual([])
    })

    test('comes back as a draft that somebody published and withdrew since, which is in the way of earlier undos', async () => {
      const planned = await add()
      await work(planned)
      server.clock.pass({ hours: 1 })
      const { undoes } = await undoLast()
      server.clock.pass({ minutes: 1 })
      const [draft] = await arthit.call(announcements.list, { params: inCourse() })
      const out = await edit(draft as Announcement, { publish_at: now() }, mali)
      server.clock.pass({ minutes: 1 })
      await edit(out, { publish_at: null }, mali)
      const { items } = await arthit.call(changes.list, { params: inCourse() })
      const making = items[items.findIndex(({ _id }) => _id === undoes) + 1]
      const input = { params: { ...inCourse(), change_id: making?._id ?? '' } }
      expect(await arthit.refused(changes.undo, input)).toMatchObject({
        code: 'conflict',
        current: [{ reason: 'changed', columns: { publish_at: { now: null } } }],
      })
    })
  })

  test.each<[string, (it: Announcement) => Promise<unknown>]>([
    ['withdrawn', (it) => edit(it, { publish_at: null })],
    ['removed', removed],
  ])('stays a draft when it was postponed and then %s, and both are undone after its times', async (_what, work) => {
    const made = await add()
    server.clock.pass({ minutes: 1 })
    const postponed = await edit(made, { publish_at: ahead({ hours: 3 }).toISOString() })
    server.clock.pass({ minutes: 1 })
    await work(postponed)
    server.clock.pass({ hours: 4 })
    const { items } = await arthit.call(changes.list, { params: inCourse() })
    const undone = (one?: { _id: string }) =>
      arthit.call(changes.undo, { params: { ...inCourse(), change_id: one?._id ?? '' } })
    const [leaving, postponing, making] = items
    for (const one of [leaving, postponing]) {
      server.clock.pass({ minutes: 1 })
      expect((await undone(one)).about.drafts).toEqual({ [made._id]: expect.any(String) })
      await publishDueNow(server)
      for (const person of [ploy, mali]) expect((await seenBy(person))?.notified).toEqual([])
      expect(await seenBy(ploy)).toEqual(nothing)
    }
    const list = () => arthit.call(announcements.list, { params: inCourse() })
    expect(await list()).toMatchObject([{ announcement_title: 'Exam', publish_at: null }])
    await undone(making)
    expect(await list()).toEqual([])
  })

  test('stays out when it was published earlier than planned and that is undone after its time', async () => {
    await edit(await add(), { publish_at: now() })
    server.clock.pass({ hours: 1 })
    expect((await undoLast()).about).not.toHaveProperty('drafts')
    expect(await seenBy(ploy)).toEqual(exam)
  })

  test('goes out as it was left by an edit of the same moment, to those whom that one names', async () => {
    const { _id } = await add()
    const elsewhere = await makeCourse(db)
    await enrol(db, elsewhere, arthit, 'instructor')
    const body = { announcement_title: 'Elsewhere', publish_at: hour }
    await arthit.call(announcements.create, { params: { course_id: elsewhere.id }, body })
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('raintree.change', 'seed', true)`.execute(trx)
      await trx.updateTable('announcements').set({ section: '2' }).where('id', '=', _id).execute()
      // Set only now: a scheduler that wakes for the new times must find this one locked.
      server.clock.pass({ hours: 1 })
      const now = server.clock.now()
      // The scheduler does not wait for the locked thing, and publishes everything else.
      await publishDue(db, () => sql<Date>`${now}::timestamptz`)
      const left = () => trx.selectFrom('publications').select('subject_id').execute()
      await expect.poll(left).toEqual([{ subject_id: _id }])
    })
    await publishDueNow(server)
    expect(await seenBy(ploy)).toEqual(nothing)
    expect((await seenBy(mali))?.notified).toEqual(['Exam'])
  })

  test('that fails keeps nothing else of its course back, and goes out in the next round', async () => {
    const { _id } = await add()
    await add(hour, 'Later')
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'No disk is left.'; end $$;
      create trigger fail before insert on activity for each row
        when (new.subject_id = ${sql.lit(_id)}) execute function fail()`.execute(db)
    server.clock.pass({ hours: 1 })
    const now = sql<Date>`${server.clock.now()}::timestamptz`
    await expect(publishDue(db, () => now)).rejects.toThrow('No disk is left.')
    expect((await seenBy(ploy))?.notified).toEqual(['Later'])
    await sql`drop function fail cascade`.execute(db)
    await publishDueNow(server)
    expect((await seenBy(ploy))?.notified).toContain('Exam')
  })

  test('is news to no stream of a student before, and to all of them when it goes out', async () => {
    const events = await openEvents((await server.listen()) + notifications.stream.path, ploy.token)
    const staff = await openEvents((await server.listen()) + notifications.stream.path, mali.token)
    const changed = { event: 'changed', data: expect.objectContaining({ courses: [course.id] }) }
    await edit(await add(), { announcement_title: 'Test' })
    await ploy.call(notifications.readAll)
    // No event came before it.
    expect(await events.next()).toMatchObject({ data: { courses: [] } })
    await passHour()
    expect(await events.next()).toEqual(changed)
    expect([await staff.next(), await staff.next(), await staff.next()]).toEqual([changed, changed, changed])
    await events.close()
    await staff.close()
  })
})

describe('who has been told', () => {
  test('is not told again when it is taken back and published once more, now or later', async () => {
    const out = await add(now())
    await ploy.call(notifications.readAll)
    server.clock.pass({ minutes: 5 })
    const draft = await edit(out, { publish_at: null })
    expect(await seenBy(ploy)).toEqual(nothing)
    const again = await edit(draft, { publish_at: now() })
    expect(await seenBy(ploy)).toEqual({ ...exam, unread: 0 })
    await edit(again, { publish_at: ahead({ hours: 1 }).toISOString() })
    expect(await seenBy(ploy)).toEqual(nothing)
    await passHour()
    expect(await seenBy(ploy)).toEqual({ ...exam, unread: 0 })
  })

  test('is not told again when that is undone', async () => {
    const out = await add(now())
    await ploy.call(notifications.readAll)
    server.clock.pass({ minutes: 5 })
    await edit(out, { publish_at: null })
    server.clock.pass({ minutes: 5 })
    await undoLast()
    expect(await seenBy(ploy)).toEqual({ ...exam, unread: 0 })
  })
})

test('what a demo school or a copy brings along is out if its time is past, and news to nobody', async () => {
  await makeAnnouncement(db, course, { title: 'Old', publish_at: start })
  const year = new Date(Date.now() + 365 * 86_400_000)
  const { id } = await makeAnnouncement(db, course, { title: 'To come', publish_at: year })
  expect(await seenBy(ploy)).toEqual({ ...nothing, list: ['Old'] })
  const planned = db.selectFrom('publications').select(['subject_id', 'publish_at']).where('course_id', '=', course.id)
  expect(await planned.execute()).toEqual([{ subject_id: id, publish_at: year }])
})
