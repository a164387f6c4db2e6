import { expect, test } from 'vitest'
import { authoring } from '../../i18n/en/authoring.ts'
import { editBody, emptyOf, keptOf, leaveOut, newBody, type Repeat, startOf, weeklyFrom, wrongIn } from './fields.ts'

const zone = 'Asia/Bangkok'
const start = '2026-09-14T03:00:00.000Z'

test('weeks follow the first at the same time of day', () => {
  expect(weeklyFrom(start, 3, zone)).toEqual([start, '2026-09-21T03:00:00.000Z', '2026-09-28T03:00:00.000Z'])
})

test('weeks go by the clock of the course over a change to summer time and back, wherever the reader is', () => {
  expect(weeklyFrom('2026-10-17T08:00:00.000Z', 3, 'Europe/Berlin').slice(1)).toEqual([
    '2026-10-24T08:00:00.000Z',
    '2026-10-31T09:00:00.000Z',
  ])
  expect(weeklyFrom('2027-03-21T09:00:00.000Z', 2, 'Europe/Berlin')[1]).toBe('2027-03-28T08:00:00.000Z')
  expect(weeklyFrom('2027-03-21T09:00:00.000Z', 2, 'Asia/Bangkok')[1]).toBe('2027-03-28T09:00:00.000Z')
})

test('a date is left out by the day of the course, also where another time makes it the reader’s next day', () => {
  // In Berlin it is half past midnight, and half past eleven at night.
  const repeat = leaveOut({ times: 2, without: [] }, '2026-09-21T21:30:00.000Z', 'Europe/Berlin', true)
  expect(keptOf('2026-09-13T22:30:00.000Z', repeat, 'Europe/Berlin')).toEqual(['2026-09-13T22:30:00.000Z'])
})

test('a new series has the starts that were not left out, and no recording', () => {
  const { values } = emptyOf('Arthit', start)
  const repeat = leaveOut({ times: 3, without: [] }, '2026-09-21T03:00:00.000Z', zone, true)
  expect(newBody({ ...values, meeting_title: 'Office hour', repeat }, zone)).toEqual({
    meeting_title: 'Office hour',
    meeting_host: 'Arthit',
    meeting_link: '',
    publish_at: 'now',
    meeting_start: start,
    meeting_end: '2026-09-14T04:00:00.000Z',
    meeting_again: ['2026-09-28T03:00:00.000Z'],
  })
})

test('a series without its first date begins at the next one', () => {
  const { values } = emptyOf('Arthit', start)
  const body = newBody({ ...values, repeat: leaveOut({ times: 3, without: [] }, start, zone, true) }, zone)
  expect([body.meeting_start, body.meeting_end, body.meeting_again]).toEqual([
    '2026-09-21T03:00:00.000Z',
    '2026-09-21T04:00:00.000Z',
    ['2026-09-28T03:00:00.000Z'],
  ])
})

test('a series that begins at another time of day leaves out the same dates', () => {
  const { values } = emptyOf('Arthit', start)
  const repeat = leaveOut({ times: 3, without: [] }, '2026-09-21T03:00:00.000Z', zone, true)
  const later = { ...values, repeat, when: { start: '2026-09-14T05:00:00.000Z', minutes: 60 } }
  expect(newBody(later, zone).meeting_again).toEqual(['2026-09-28T05:00:00.000Z'])
  const again = leaveOut(repeat, '2026-09-21T05:00:00.000Z', zone, false)
  expect(newBody({ ...later, repeat: again }, zone).meeting_again).toHaveLength(2)
})

test('a series has a number of meetings, and one of its dates at least', () => {
  const wrong = (repeat: Repeat | null) =>
    wrongIn({ ...emptyOf('Arthit', start).values, repeat }, authoring, zone).repeat
  for (const times of [null, 0, 1, 2.5, 54]) {
    expect(wrong({ times, without: [] }), `${times}`).toBe('Give a number from 2 to 53.')
    expect(weeklyFrom(start, times, zone)).toEqual([])
  }
  for (const times of [2, 53]) expect(wrong({ times, without: [] })).toBeUndefined()
  expect(wrong(null)).toBeUndefined()
  expect(wrong({ times: 2, without: ['2026-09-14', '2026-09-21'] })).toBe('Choose at least one date.')
})

test('an edit sends its start and its end together, and of a recording what is not there as null', () => {
  expect(editBody({ when: { start, minutes: null } })).toEqual({ meeting_start: start, meeting_end: null })
  const recording = { recording_show: true, recording_video: ' https://a.example/v ', recording_audio: '' }
  expect(editBody({ ...recording, following: true })).toEqual({
    meeting_recording: { show: true, video: 'https://a.example/v', audio: null },
  })
})

test('the form of a meeting does not have the signatures of its files', () => {
  const { values } = startOf({
    ...{ _id: '1', meeting_title: 'A', meeting_start: start, meeting_end: null, meeting_number: '1' },
    ...{ meeting_host: 'A', meeting_link: '', publish_at: null, revision: 2 },
    meeting_recording: { show: false, password: '', video: '/api/files/1/a.mp4?e=1&s=2', audio: null, expire: null },
  })
  expect([values.recording_video, values.recording_audio, values.when]).toEqual([
    '/api/files/1/a.mp4',
    '',
    { start, minutes: null },
  ])
})
