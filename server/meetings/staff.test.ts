import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { Meeting } from '../../contract/meetings.ts'
import { seed } from '../changes/change.ts'
import { ago, ahead } from '../testing/clock.ts'
import { temporaryFolder } from '../testing/processes.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import type { Thing } from '../testing/world.ts'
import { film, formOf, upload } from '../uploads/testing.ts'

const server = await useServer({ DATA_DIR: await temporaryFolder() })
const { list, one, create, edit, remove } = contract.meetings
const { changes, courses, notifications } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ course_id: course.id })
const of = ({ _id }: { _id: string }) => ({ course_id: course.id, meeting_id: _id })
const first = ahead({ days: 1 }).toISOString()
const at = (days: number) => ahead({ days }).toISOString()
const add = (body: Partial<Parameters<typeof arthit.call<typeof create>>[1]['body']> = {}, by = arthit) =>
  by.call(create, { params: inCourse(), body: { meeting_title: 'Office hour', meeting_start: first, ...body } })
const change = (it: Meeting, body: object, { by = arthit, following = false } = {}) =>
  by.call(edit, { params: of(it), body, revision: it.revision as number, query: { following: `${following}` } })
const now = () => server.clock.now().toISOString()
const all = (by: SignedIn) => by.call(list, { params: inCourse() })
const startsOf = async (by: SignedIn) => (await all(by)).map((m) => m.meeting_start).toSorted()
const undoLast = async (by = arthit) => {
  const [last] = (await by.call(changes.list, { params: inCourse() })).items
  return by.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
}
/** Every reply in which a student might see meetings. */
const seenBy = async (person: SignedIn) => ({
  list: (await all(person)).map((m) => m.meeting_title),
  activity: (await person.call(courses.activity, { params: inCourse() })).map((a) => a.title),
  notified: (await person.call(notifications.list)).notifications.map((n) => n.message.message),
  upcoming: (await person.call(courses.upcoming)).map((e) => e.title),
})
const nothing = { list: [], activity: [], notified: [], upcoming: [] }

describe('a meeting that staff make', () => {
  test('is a draft of theirs at first, of which a student learns nothing', async () => {
    const draft = await add({ meeting_link: 'https://meet.example.org/j/92110101501' })
    expect(draft).toEqual({
      _id: expect.any(String),
      meeting_title: 'Office hour',
      meeting_start: first,
      meeting_end: null,
      meeting_number: '92110101501',
      meeting_host: 'Arthit Jaidee',
      meeting_link: 'https://meet.example.org/j/92110101501',
      meeting_recording: null,
      ...{ revision: 1, publish_at: null, meeting_series: null },
    })
    expect(await seenBy(ploy)).toEqual(nothing)
    expect((await ploy.refused(one, { params: of(draft) })).status).toBe(404)
    expect(await mali.call(one, { params: of(draft) })).toEqual(draft)
  })

  test('is seen once it is published, now or at its time, with no word of what staff know', async () => {
    const draft = await add()
    await change(draft, { publish_at: now() })
    expect(await seenBy(ploy)).toEqual({
      list: ['Office hour'],
      activity: ['Office hour'],
      notified: ['Office hour'],
      upcoming: ['Office hour'],
    })
    const shown = await ploy.call(one, { params: of(draft) })
    for (const field of ['revision', 'publish_at', 'meeting_series']) expect(shown).not.toHaveProperty(field)
    await add({ meeting_title: 'Later', publish_at: ahead({ hours: 1 }).toISOString() })
    expect((await seenBy(ploy)).list).toEqual(['Office hour'])
    server.clock.pass({ hours: 1 })
    await publishDueNow(server)
    expect((await seenBy(ploy)).list.toSorted()).toEqual(['Later', 'Office hour'])
  })

  test('is hidden again when it is taken back or removed, and an undo brings it back without another notification', async () => {
    const it = await add({ publish_at: now() })
    await arthit.call(remove, { params: of(it), revision: it.revision as number })
    expect(await seenBy(ploy)).toEqual(nothing)
    await ploy.call(notifications.readAll)
    server.clock.pass({ minutes: 1 })
    await undoLast(mali)
    expect((await seenBy(ploy)).list).toEqual(['Office hour'])
    expect((await ploy.call(notifications.list)).unread_notifications).toBe(0)
  })

  test('has a link that a browser may open, an end after its start, and a title', async () => {
    const fieldsOf = async (body: object) => {
      const answer = await arthit.raw('POST', `/api/courses/${course.id}/meetings`, {
        payload: { meeting_title: 'x', meeting_start: first, ...body },
      })
      expect(answer.statusCode, answer.body).toBe(400)
      return Object.keys(answer.json().error.fields)
    }
    for (const meeting_link of ['javascript:alert(1)', 'meet.example.org', 'file:///etc/passwd', 'https://']) {
      expect(await fieldsOf({ meeting_link }), meeting_link).toEqual(['meeting_link'])
    }
    expect(await fieldsOf({ meeting_end: first })).toEqual(['meeting_end'])
    expect(await fieldsOf({ meeting_title: ' ' })).toEqual(['meeting_title'])
    expect(await fieldsOf({ meeting_recording: { video: 'javascript:alert(1)' } })).toEqual(['meeting_recording.video'])
  })

  test('keeps its length when only its start moves', async () => {
    const it = await add({ meeting_end: ahead({ days: 1, hours: 1 }).toISOString() })
    const moved = await change(it, { meeting_start: at(3) })
    expect(moved.meeting_end).toBe(ahead({ days: 3, hours: 1 }).toISOString())
  })

  test('is not overwritten by who did not see the last change', async () => {
    const it = await add()
    const current = await change(it, { meeting_host: 'Mali' }, { by: mali })
    const input = { params: of(it), body: { meeting_host: 'Arthit' }, revision: 1 }
    expect(await arthit.refused(edit, input)).toEqual({ status: 409, code: 'conflict', current })
  })

  test('is written by nobody who may not', async () => {
    const it = await add({ publish_at: now() })
    const refused = { status: 403, code: 'not_allowed' }
    const body = { meeting_title: 'x', meeting_start: first }
    expect(await ploy.refused(create, { params: inCourse(), body })).toEqual(refused)
    expect(await ploy.refused(edit, { params: of(it), body: {}, revision: 1 })).toEqual(refused)
    expect(await ploy.refused(remove, { params: of(it), revision: 1 })).toEqual(refused)
    expect((await (await server.person()).refused(remove, { params: of(it), revision: 1 })).status).toBe(404)
  })

  test('asked for twice with one key is one', async () => {
    const payload = { meeting_title: 'Once', meeting_start: first, meeting_again: [at(8)] }
    const headers = { 'idempotency-key': 'the same key, twice' }
    const send = () => arthit.raw('POST', `/api/courses/${course.id}/meetings`, { payload, headers })
    expect((await send()).json()).toEqual((await send()).json())
    expect(await all(arthit)).toHaveLength(2)
  })
})

describe('a series', () => {
  const weekly = { meeting_end: ahead({ days: 1, hours: 2 }).toISOString(), meeting_again: [at(15), at(8), at(8)] }

  test('is made as one change, each as long as the first, and students are told of it once', async () => {
    await add({ ...weekly, publish_at: now() })
    expect(await startsOf(ploy)).toEqual([first, at(8), at(15)])
    expect(new Set((await all(mali)).map((m) => m.meeting_series)).size).toBe(1)
    expect((await all(ploy)).map((m) => Date.parse(m.meeting_end as string) - Date.parse(m.meeting_start))).toEqual(
      [2, 2, 2].map((hours) => hours * 3_600_000),
    )
    expect((await seenBy(ploy)).notified).toEqual(['Office hour'])
    await undoLast()
    expect(await all(mali)).toEqual([])
  })

  test('changes from one of them on, or that one alone', async () => {
    const made = await add(weekly)
    const [second] = (await all(arthit)).filter((m) => m.meeting_start === at(8))
    const moved = { meeting_start: ahead({ days: 9, hours: 1 }).toISOString(), meeting_title: 'Moved' }
    await change(second as Meeting, moved, { following: true })
    expect(await startsOf(mali)).toEqual([first, moved.meeting_start, ahead({ days: 16, hours: 1 }).toISOString()])
    await undoLast(mali)
    expect(await startsOf(mali)).toEqual([first, at(8), at(15)])
    await change(made, { meeting_title: 'Only this' })
    expect((await all(mali)).map((m) => m.meeting_title)).toEqual(['Office hour', 'Office hour', 'Only this'])
  })

  test('stays at its hour when it moves past the end of summer time, by the clock of the course', async () => {
    await seed(server.db, (trx) =>
      trx.updateTable('courses').set({ zone: 'Europe/Berlin' }).where('id', '=', course.id).execute(),
    )
    // At nine: two hours ahead of UTC until 2026-10-25, one hour after it.
    const [friday, next] = ['2026-10-23T07:00:00.000Z', '2026-10-30T08:00:00.000Z'] as const
    const made = await add({ meeting_start: friday, meeting_end: '2026-10-23T08:00:00.000Z', meeting_again: [next] })
    await change(made, { meeting_start: '2026-10-26T08:00:00.000Z' }, { following: true })
    expect((await all(mali)).map((m) => [m.meeting_start, m.meeting_end]).toSorted()).toEqual([
      ['2026-10-26T08:00:00.000Z', '2026-10-26T09:00:00.000Z'],
      ['2026-11-02T08:00:00.000Z', '2026-11-02T09:00:00.000Z'],
    ])
  })

  test('is published at a time from one of them on, but for those that students see already', async () => {
    const made = await add(weekly)
    const last = (await all(mali)).find(({ meeting_start }) => meeting_start === at(15)) as Meeting
    await change(last, { publish_at: now() })
    expect(await startsOf(ploy)).toEqual([last.meeting_start])
    const planned = await change(made, { publish_at: first }, { following: true })
    expect(await startsOf(ploy)).toEqual([last.meeting_start])
    expect((await all(mali)).filter(({ publish_at }) => publish_at === first)).toHaveLength(2)
    await change(planned, { publish_at: null }, { following: true })
    expect(await startsOf(ploy)).toEqual([])
  })

  test('is published, shortened and removed from one of them on', async () => {
    const made = await add(weekly)
    const out = await change(made, { publish_at: now(), meeting_end: null }, { following: true })
    expect((await all(ploy)).map((m) => m.meeting_end)).toEqual([null, null, null])
    expect((await seenBy(ploy)).notified).toEqual(['Office hour'])
    const query = { following: 'true' as const }
    await arthit.call(remove, { params: of(out), revision: out.revision as number, query })
    expect(await seenBy(ploy)).toEqual(nothing)
    server.clock.pass({ minutes: 1 })
    await undoLast()
    expect(await startsOf(ploy)).toEqual([first, at(8), at(15)])
  })
})

describe('a recording', () => {
  const clip = (name: string) => readFile(new URL(`../demo/files/${name}`, import.meta.url))

  test('is uploaded or linked, and reaches students once it is shown', async () => {
    const it = await add({ publish_at: now(), meeting_start: ago({ days: 1 }).toISOString() })
    const { location } = await upload(arthit, await clip('lecture-clip.mp4'), 'lecture.mp4')
    const hidden = await change(it, {
      meeting_recording: { video: location, audio: 'https://meet.example.org/a', password: 'rain' },
    })
    expect(hidden.meeting_recording).toMatchObject({
      show: false,
      password: 'rain',
      audio: 'https://meet.example.org/a',
    })
    const none = { show: false, password: '', video: null, audio: null, expire: null }
    expect((await ploy.call(one, { params: of(it) })).meeting_recording).toEqual(none)
    const shown = await change(hidden, { meeting_recording: { show: true, expire: at(30) } })
    const seen = (await ploy.call(one, { params: of(it) })).meeting_recording
    expect(seen).toMatchObject({ show: true, password: 'rain', expire: at(30) })
    expect((await server.nobody.raw('GET', seen?.video ?? '')).statusCode).toBe(200)
    // A recording that is sent back unchanged stays, whoever sends it; a call cannot take over another person's upload.
    const again = { video: shown.meeting_recording?.video ?? '' }
    const same = await change(shown, { meeting_recording: again }, { by: mali })
    expect(same.revision).toBe(shown.revision)
    expect((await arthit.refused(contract.uploads.remove, { body: { location } })).code).toBe('file_in_use')
    const gone = await change(same, { meeting_recording: { video: null, show: false, audio: null } })
    expect(gone.meeting_recording).toBeNull()
  })

  test('may be larger than other uploads, goes by without being in memory, and is nothing but a video or a sound', async () => {
    const send = (by: SignedIn, bytes: Buffer) =>
      by.raw('POST', `/api/courses/${course.id}/meetings/recording`, formOf([{ filename: 'lecture.mp4', bytes }]))
    const answer = await send(arthit, film(25_000_000))
    expect(answer.statusCode, answer.body).toBe(200)
    const { location } = answer.json().data
    const made = await add({ meeting_recording: { video: location, show: true } })
    expect(made.meeting_recording?.video).toContain('lecture.mp4')
    const kept = await server.nobody.raw('GET', made.meeting_recording?.video ?? '', {
      headers: { range: 'bytes=0-9' },
    })
    expect([kept.statusCode, kept.headers['content-range']]).toEqual([206, 'bytes 0-9/25000000'])
    const stored = await server.db.selectFrom('uploads').select('id').execute()
    const text = await send(arthit, Buffer.from('What a lecture.'))
    expect([text.statusCode, text.json().error.code]).toEqual([415, 'wrong_kind'])
    expect(await server.db.selectFrom('uploads').select('id').execute()).toEqual(stored)
    expect((await send(ploy, film(100))).statusCode).toBe(403)
  })

  test('is a video or a sound of one’s own', async () => {
    const it = await add()
    const text = await upload(arthit, 'Hello')
    const others = await upload(mali, await clip('lecture-audio.m4a'), 'a.m4a')
    for (const video of [text.location, others.location]) {
      const answer = await arthit.raw('PATCH', `/api/courses/${course.id}/meetings/${it._id}`, {
        payload: { meeting_recording: { video } },
        headers: { 'if-match': '"1"' },
      })
      expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, ['meeting_recording.video']])
    }
    const sound = await change(it, { meeting_recording: { audio: others.location } }, { by: mali })
    expect(sound.meeting_recording?.audio).toContain('a.m4a')
  })
})
