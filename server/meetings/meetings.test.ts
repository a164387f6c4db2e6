import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { Role } from '../access/rules.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { ago, ahead } from '../testing/clock.ts'
import { temporaryFolder } from '../testing/processes.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, makeMeeting, type Thing } from '../testing/world.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { upload } from '../uploads/testing.ts'

const server = await useServer({ DATA_DIR: await temporaryFolder() })
const { db } = server
const { list, one } = contract.meetings

let course: Thing
let ploy: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  await enrol(db, course, ploy)
})

const params = (meeting_id: string) => ({ params: { course_id: course.id, meeting_id } })
const notFound = { status: 404, code: 'not_found' }

/** The recording of a meeting for this role, from the list and from the meeting itself. */
async function recordingFor(role: Role, meeting: Thing) {
  const person = await server.person()
  await enrol(db, course, person, role)
  const { meeting_recording } = await person.call(one, params(meeting.id))
  const listed = await person.call(list, { params: { course_id: course.id } })
  expect(listed.find((m) => m._id === meeting.id)?.meeting_recording).toEqual(meeting_recording)
  return meeting_recording
}

test('meetings are the latest start first, without those removed or of another course', async () => {
  const other = await makeCourse(db)
  await makeMeeting(db, other, { title: 'elsewhere' })
  await makeMeeting(db, course, { title: 'second', start_at: ahead({ days: 1 }) })
  await makeMeeting(db, course, { title: 'first', start_at: ahead({ days: 2 }) })
  await makeMeeting(db, course, { title: 'third', start_at: ago({ days: 2 }) })
  await makeMeeting(db, course, { title: 'gone', deleted_at: new Date() })
  const meetings = await ploy.call(list, { params: { course_id: course.id } })
  expect(meetings.map((m) => m.meeting_title)).toEqual(['first', 'second', 'third'])
})

test('a meeting says when, who and where', async () => {
  const { id } = await makeMeeting(db, course, { title: 'Help', host: 'อาทิตย์', start_at: ahead({ hours: 1 }) })
  expect(await ploy.call(one, params(id))).toEqual({
    _id: id,
    meeting_title: 'Help',
    meeting_start: ahead({ hours: 1 }).toISOString(),
    meeting_end: null,
    meeting_number: expect.stringMatching(/^\d{10}$/),
    meeting_host: 'อาทิตย์',
    meeting_link: 'https://meet.example.org/1',
    meeting_recording: null,
  })
})

test('a meeting has the number of its link, or else one of its own; and its end, if somebody said it', async () => {
  const end_at = ahead({ days: 1, hours: 1 })
  const call = async (data: Parameters<typeof makeMeeting>[2]) =>
    ploy.call(one, params((await makeMeeting(db, course, data)).id))
  const linked = await call({ link: 'https://meet.example.org/j/92110101501?pwd=1234567890123', end_at })
  expect(linked).toMatchObject({ meeting_number: '92110101501', meeting_end: end_at.toISOString() })
  const own = await Promise.all([1, 2].map(() => call({ link: 'https://meet.example.org/2026/123456789012' })))
  for (const { meeting_number } of own) expect(meeting_number).toMatch(/^[1-9]\d{9}$/)
  expect(own[0]?.meeting_number).not.toBe(own[1]?.meeting_number)
})

test('a meeting that was removed, never was, or is another course’s is not found', async () => {
  const other = await makeCourse(db)
  await enrol(db, other, ploy)
  const ids = [
    (await makeMeeting(db, course, { deleted_at: new Date() })).id,
    (await makeMeeting(db, other)).id,
    newId(),
  ]
  for (const id of ids) expect(await ploy.refused(one, params(id))).toEqual(notFound)
  const meeting = await makeMeeting(db, course)
  expect(await (await server.person()).refused(one, params(meeting.id))).toEqual(notFound)
})

describe('a recording', () => {
  const recording = {
    recording_password: 'secret',
    recording_video: 'https://meet.example.org/video',
    recording_audio: 'https://meet.example.org/audio',
    recording_expire: ahead({ days: 30 }),
  }
  const all = {
    password: 'secret',
    video: 'https://meet.example.org/video',
    audio: 'https://meet.example.org/audio',
    expire: ahead({ days: 30 }).toISOString(),
  }

  test('that is shown is everybody’s', async () => {
    const meeting = await makeMeeting(db, course, { ...recording, recording_show: true })
    for (const role of ['student', 'assistant', 'instructor'] as const) {
      expect(await recordingFor(role, meeting), role).toEqual({ show: true, ...all })
    }
  })

  test('that is not shown is the staff’s, and students cannot open it', async () => {
    const meeting = await makeMeeting(db, course, recording)
    for (const role of ['assistant', 'instructor'] as const) {
      expect(await recordingFor(role, meeting), role).toEqual({ show: false, ...all })
    }
    expect(await recordingFor('student', meeting)).toEqual({
      show: false,
      password: '',
      video: null,
      audio: null,
      expire: all.expire,
    })
  })

  test('that was uploaded is at a signed address', async () => {
    const { location } = await upload(ploy, 'sound', 'a.m4a')
    const meeting = await makeMeeting(db, course, {
      recording_show: true,
      recording_audio_upload: uploadIdOf(location) as string,
    })
    const shown = await recordingFor('student', meeting)
    expect(shown).toMatchObject({ show: true, password: '', video: null, expire: null })
    expect((await server.nobody.raw('GET', shown?.audio ?? '')).body).toBe('sound')
    await seed(db, (trx) =>
      trx.updateTable('meetings').set({ recording_show: false }).where('id', '=', meeting.id).execute(),
    )
    expect(await recordingFor('student', meeting)).toMatchObject({ show: false, audio: null })
  })
})

test('the list takes two statements, one meeting two', async () => {
  const { id } = await makeMeeting(db, course)
  await ploy.call(contract.users.me)
  expect(await server.statementsOf(() => ploy.call(list, { params: { course_id: course.id } }))).toHaveLength(2)
  expect(await server.statementsOf(() => ploy.call(one, params(id)))).toHaveLength(2)
})
