import type { Body } from '../../../contract/endpoint.ts'
import type { Meeting } from '../../../contract/meetings.ts'
import type { meetingWrites } from '../../../contract/staff/meetings.ts'
import { NOW, type PublishField } from '../../changes/publishing.ts'
import type { Start } from '../../forms/useForm.ts'
import type { Authoring } from '../../i18n/en/authoring.ts'

/** The time of a meeting: `start` is '' while the person has chosen none, `minutes` null without an end. */
interface When {
  start: string
  minutes: number | null
}

/** A weekly series: its number of meetings, and the starts that are left out. One: it is not repeated. */
interface Repeat {
  times: number
  without: string[]
}

export interface RecordingFields {
  show: boolean
  password: string
  /** A web address, or the location of an upload; empty: none. */
  video: string
  audio: string
  expire: string | null
}

/** The fields of the form of a meeting. */
export interface Fields extends PublishField {
  meeting_title: string
  meeting_host: string
  meeting_link: string
  when: When
  repeat: Repeat
  recording: RecordingFields
  /** For an edit: whether it also changes the later meetings of the series. */
  following: boolean
}

export const emptyOf = (host: string, start: string): Start<Fields> => ({
  values: {
    ...{ meeting_title: '', meeting_host: host, meeting_link: '', publish_at: NOW, following: false },
    when: { start, minutes: 60 },
    repeat: { times: 1, without: [] },
    recording: { show: false, password: '', video: '', audio: '', expire: null },
  },
})

export function startOf(m: Meeting): Start<Fields> {
  const { show = false, password = '', video, audio, expire = null } = m.meeting_recording ?? {}
  const length = m.meeting_end === null ? null : Date.parse(m.meeting_end) - Date.parse(m.meeting_start)
  return {
    values: {
      ...{ meeting_title: m.meeting_title, meeting_host: m.meeting_host, meeting_link: m.meeting_link },
      ...{ publish_at: m.publish_at ?? null, following: false },
      when: { start: m.meeting_start, minutes: length === null ? null : length / 60_000 },
      repeat: { times: 1, without: [] },
      recording: { show, password, video: bare(video), audio: bare(audio), expire },
    },
    revision: m.revision,
  }
}

export const isUpload = (address: string) => address.startsWith('/api/files/')

/** The address of an upload without its signature, which changes every hour. */
const bare = (address: string | null | undefined) =>
  address && isUpload(address) ? (address.split('?')[0] ?? '') : (address ?? '')

/** The starts of a series, a week apart at the same time of day in the reader's zone. */
export const weeklyFrom = (start: string, times: number): string[] =>
  Array.from({ length: times }, (_, week) => {
    const at = new Date(start)
    at.setDate(at.getDate() + 7 * week)
    return at.toISOString()
  })

const isWeb = (address: string) => /^https?:\/\/[^\s/]/i.test(address.trim())

/** The errors that the server would find, field by field. */
export const wrongIn = (
  { meeting_title, meeting_host, meeting_link, when, recording, publish_at }: Fields,
  { meetings: t, publishing }: Pick<Authoring, 'meetings' | 'publishing'>,
) => ({
  ...(meeting_title.trim() === '' && { meeting_title: t.needTitle }),
  ...(meeting_host.trim() === '' && { meeting_host: t.needHost }),
  ...(meeting_link.trim() !== '' && !isWeb(meeting_link) && { meeting_link: t.needAddress }),
  ...(when.start === '' && { when: t.needStart }),
  ...([recording.video, recording.audio].some((one) => one.trim() && !isUpload(one) && !isWeb(one)) && {
    recording: t.needAddress,
  }),
  ...(publish_at === '' && { publish_at: publishing.needTime }),
})

/** The body of a call that makes or edits a meeting, with the given fields. */
function bodyOf({ when, recording, repeat: _, following: __, meeting_link, ...same }: Partial<Fields>) {
  return {
    ...same,
    ...(meeting_link !== undefined && { meeting_link: meeting_link.trim() }),
    ...(when && {
      meeting_start: when.start,
      meeting_end:
        when.minutes === null ? null : new Date(Date.parse(when.start) + when.minutes * 60_000).toISOString(),
    }),
    ...(recording && {
      meeting_recording: {
        ...recording,
        video: recording.video.trim() || null,
        audio: recording.audio.trim() || null,
      },
    }),
  }
}

export function newBody(values: Fields): Body<typeof meetingWrites.create> {
  const { recording: _, ...asked } = values
  const { start } = values.when
  const starts = weeklyFrom(start, values.repeat.times).slice(1)
  return {
    ...bodyOf(asked),
    meeting_title: values.meeting_title,
    meeting_start: start,
    meeting_again: starts.filter((one) => !values.repeat.without.includes(one)),
  }
}

export const editBody = (changed: Partial<Fields>): Body<typeof meetingWrites.edit> => bodyOf(changed)
