import type { Body } from '../../../contract/endpoint.ts'
import type { Meeting } from '../../../contract/meetings.ts'
import { type meetingWrites, repeatedMost } from '../../../contract/staff/meetings.ts'
import { NOW, type PublishField } from '../../changes/publishing.ts'
import { shifted } from '../../dates/moves.ts'
import type { Start } from '../../forms/useForm.ts'
import type { Authoring } from '../../i18n/en/authoring.ts'
import { localOf } from '../../schedules/staff/local.ts'

/** The time of a meeting: `start` is '' while the person has chosen none, `minutes` null without an end. */
interface When {
  start: string
  minutes: number | null
}

/** A weekly series. */
export interface Repeat {
  /** The number of meetings with those that are left out, as it is typed; null: the field is empty. */
  times: number | null
  /** Dates in the course's zone, so that another time of day leaves out the same ones. */
  without: string[]
}

/** Fields of the form itself, so that the changes of two people merge. */
export interface RecordingFields {
  recording_show: boolean
  recording_password: string
  /** A web address, or the location of an upload; empty: none. */
  recording_video: string
  recording_audio: string
  recording_expire: string | null
}

/** The fields of the form of a meeting. */
export interface Fields extends PublishField, RecordingFields {
  meeting_title: string
  meeting_host: string
  meeting_link: string
  when: When
  /** Null: it is not repeated. */
  repeat: Repeat | null
  /** For an edit: whether it also changes the later meetings of the series. */
  following: boolean
}

export const emptyOf = (host: string, start: string): Start<Fields> => ({
  values: {
    ...{ meeting_title: '', meeting_host: host, meeting_link: '', publish_at: NOW, following: false },
    when: { start, minutes: 60 },
    repeat: null,
    ...recordingOf(null),
  },
})

export function startOf(m: Meeting): Start<Fields> {
  const length = m.meeting_end === null ? null : Date.parse(m.meeting_end) - Date.parse(m.meeting_start)
  return {
    values: {
      ...{ meeting_title: m.meeting_title, meeting_host: m.meeting_host, meeting_link: m.meeting_link },
      ...{ publish_at: m.publish_at ?? null, following: false },
      when: { start: m.meeting_start, minutes: length === null ? null : length / 60_000 },
      repeat: null,
      ...recordingOf(m.meeting_recording),
    },
    revision: m.revision,
  }
}

function recordingOf(recording: Meeting['meeting_recording']): RecordingFields {
  const { show = false, password = '', video, audio, expire = null } = recording ?? {}
  return {
    ...{ recording_show: show, recording_password: password, recording_expire: expire },
    ...{ recording_video: bare(video), recording_audio: bare(audio) },
  }
}

export const isUpload = (address: string) => address.startsWith('/api/files/')

/** The address of an upload without its signature, which changes every hour. */
const bare = (address: string | null | undefined) =>
  address && isUpload(address) ? (address.split('?')[0] ?? '') : (address ?? '')

const isRight = (times: number | null): times is number =>
  times !== null && Number.isInteger(times) && times >= 2 && times <= repeatedMost

/**
 * The starts of a series, a week apart at the same time of day in the course's zone; none for a number of meetings that is
 * wrong.
 */
export const weeklyFrom = (start: string, times: Repeat['times'], zone: string): string[] =>
  isRight(times) ? Array.from({ length: times }, (_, week) => shifted(start, 7 * week, zone)) : []

const isWeb = (address: string) => /^https?:\/\/[^\s/]/i.test(address.trim())

/** Whether the address of a video or sound is neither empty, nor on the web, nor an upload. */
const isWrong = (address: string) => address.trim() !== '' && !isUpload(address) && !isWeb(address)

/** Whether a series leaves out the date of a start. */
export const isLeftOut = ({ without }: Repeat, start: string, zone: string): boolean =>
  without.includes(dateOf(start, zone))

/** The starts of a series that are not left out. */
export const keptOf = (start: string, repeat: Repeat, zone: string): string[] =>
  weeklyFrom(start, repeat.times, zone).filter((at) => !isLeftOut(repeat, at, zone))

/** The series without the date of a start, or with it again. */
export function leaveOut({ times, without }: Repeat, start: string, zone: string, out: boolean): Repeat {
  const day = dateOf(start, zone)
  return { times, without: [...without.filter((date) => date !== day), ...(out ? [day] : [])] }
}

/** The day of a time in the course's zone. */
const dateOf = (iso: string, zone: string) => localOf(iso, zone).day

/** The errors that the server would find, field by field. */
export const wrongIn = (
  { meeting_title, meeting_host, meeting_link, when, repeat, publish_at, ...recording }: Fields,
  { meetings: t, publishing }: Pick<Authoring, 'meetings' | 'publishing'>,
  zone: string,
) => ({
  ...(meeting_title.trim() === '' && { meeting_title: t.needTitle }),
  ...(meeting_host.trim() === '' && { meeting_host: t.needHost }),
  ...(meeting_link.trim() !== '' && !isWeb(meeting_link) && { meeting_link: t.needAddress }),
  ...(when.start === '' && { when: t.needStart }),
  ...(repeat && wrongRepeat(when.start, repeat, zone, t)),
  ...(isWrong(recording.recording_video) && { recording_video: t.needAddress }),
  ...(isWrong(recording.recording_audio) && { recording_audio: t.needAddress }),
  ...(publish_at === '' && { publish_at: publishing.needTime }),
})

function wrongRepeat(start: string, repeat: Repeat, zone: string, t: Authoring['meetings']): { repeat?: string } {
  if (!isRight(repeat.times)) return { repeat: t.needTimes(2, repeatedMost) }
  return start !== '' && keptOf(start, repeat, zone).length === 0 ? { repeat: t.needDate } : {}
}

/** The body of a call that makes or edits a meeting, with the given fields. */
function bodyOf(fields: Partial<Fields>) {
  const { meeting_title, meeting_host, publish_at, when, meeting_link } = fields
  const { recording_show, recording_password, recording_video, recording_audio, recording_expire } = fields
  const recording = {
    ...(recording_show !== undefined && { show: recording_show }),
    ...(recording_password !== undefined && { password: recording_password }),
    ...(recording_video !== undefined && { video: recording_video.trim() || null }),
    ...(recording_audio !== undefined && { audio: recording_audio.trim() || null }),
    ...(recording_expire !== undefined && { expire: recording_expire }),
  }
  return {
    ...(meeting_title !== undefined && { meeting_title }),
    ...(meeting_host !== undefined && { meeting_host }),
    ...(publish_at !== undefined && { publish_at }),
    ...(meeting_link !== undefined && { meeting_link: meeting_link.trim() }),
    ...(when && {
      meeting_start: when.start,
      meeting_end:
        when.minutes === null ? null : new Date(Date.parse(when.start) + when.minutes * 60_000).toISOString(),
    }),
    ...(Object.keys(recording).length > 0 && { meeting_recording: recording }),
  }
}

export function newBody(values: Fields, zone: string): Body<typeof meetingWrites.create> {
  const { meeting_title, meeting_host, meeting_link, publish_at, when } = values
  const [start = when.start, ...again] = values.repeat ? keptOf(when.start, values.repeat, zone) : []
  return {
    ...bodyOf({ meeting_host, meeting_link, publish_at, when: { ...when, start } }),
    meeting_title,
    meeting_start: start,
    meeting_again: again,
  }
}

export const editBody = (changed: Partial<Fields>): Body<typeof meetingWrites.edit> => bodyOf(changed)
