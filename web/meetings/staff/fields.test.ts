import { expect, test } from 'vitest'
import { editBody, emptyOf, leaveOut, newBody, startOf, weeklyFrom } from './fields.ts'

const start = '2026-09-14T03:00:00.000Z'

test('weeks follow the first at the same time of day', () => {
  expect(weeklyFrom(start, 3)).toEqual([start, '2026-09-21T03:00:00.000Z', '2026-09-28T03:00:00.000Z'])
})

test('a new series has the starts that were not left out, and no recording', () => {
  const { values } = emptyOf('Arthit', start)
  const repeat = leaveOut({ times: 3, without: [] }, '2026-09-21T03:00:00.000Z', true)
  expect(newBody({ ...values, meeting_title: 'Office hour', repeat })).toEqual({
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
  const body = newBody({ ...values, repeat: leaveOut({ times: 3, without: [] }, start, true) })
  expect([body.meeting_start, body.meeting_end, body.meeting_again]).toEqual([
    '2026-09-21T03:00:00.000Z',
    '2026-09-21T04:00:00.000Z',
    ['2026-09-28T03:00:00.000Z'],
  ])
})

test('a series that begins at another time of day leaves out the same dates', () => {
  const { values } = emptyOf('Arthit', start)
  const repeat = leaveOut({ times: 3, without: [] }, '2026-09-21T03:00:00.000Z', true)
  const later = { ...values, repeat, when: { start: '2026-09-14T05:00:00.000Z', minutes: 60 } }
  expect(newBody(later).meeting_again).toEqual(['2026-09-28T05:00:00.000Z'])
  expect(newBody({ ...later, repeat: leaveOut(repeat, '2026-09-21T05:00:00.000Z', false) }).meeting_again).toHaveLength(
    2,
  )
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
