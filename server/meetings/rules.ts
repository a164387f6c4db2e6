import type { MemberGrant } from '../access/rules.ts'
import { Refusal } from '../errors.ts'
import type { MeetingRow } from './queries.ts'

/**
 * The recording of a meeting for this audience; null when there is none. Until it is released, students get nothing
 * that opens it.
 */
function recordingFor(m: MeetingRow, audience: MemberGrant['audience'], sign: Sign) {
  const video = m.video_file ? sign(m.video_file) : m.recording_video
  const audio = m.audio_file ? sign(m.audio_file) : m.recording_audio
  if (!m.recording_show && !video && !audio) return null
  const open = m.recording_show || audience === 'staff'
  return {
    show: m.recording_show,
    password: open ? m.recording_password : '',
    video: open ? video : null,
    audio: open ? audio : null,
    expire: m.recording_expire,
  }
}

type Sign = (file: { id: string; filename: string }) => string

/** A meeting for this audience. */
export const shownMeeting = (m: MeetingRow, audience: MemberGrant['audience'], sign: Sign) => ({
  _id: m.id,
  meeting_title: m.title,
  meeting_start: m.start_at,
  meeting_end: m.end_at,
  meeting_number: numberOf(m),
  meeting_host: m.host,
  meeting_link: m.link,
  meeting_recording: recordingFor(m, audience, sign),
  ...(audience === 'staff' && { revision: m.revision, publish_at: m.publish_at, meeting_series: m.series_id }),
})

/**
 * The short number of a meeting: the digits of its link, as the meeting provider has them, or digits from its id when
 * the link has none.
 */
function numberOf({ id, link }: Pick<MeetingRow, 'id' | 'link'>): string {
  const digits = /(?<!\d)\d{9,11}(?!\d)/.exec(link)?.[0]
  // The last digits of an id are random; the first are its time.
  return digits ?? String(1_000_000_000 + (Number.parseInt(id.slice(-12), 16) % 9_000_000_000))
}

interface Times {
  start_at: Date
  end_at: Date | null
}

interface AskedTimes {
  meeting_start?: string
  meeting_end?: string | null
}

/** The new start and end. A meeting with a new start and no new end keeps its length. Throws invalid. */
export function timesOf(asked: AskedTimes, before: Times): Times {
  const start_at = asked.meeting_start === undefined ? before.start_at : new Date(asked.meeting_start)
  const end_at =
    asked.meeting_end === undefined
      ? before.end_at && new Date(before.end_at.getTime() + movedBy(before, { start_at }))
      : asked.meeting_end === null
        ? null
        : new Date(asked.meeting_end)
  if (end_at && end_at <= start_at) throw new Refusal('invalid', { fields: { meeting_end: 'must be after its start' } })
  return { start_at, end_at }
}

/** In ms. */
const movedBy = (before: Pick<Times, 'start_at'>, after: Pick<Times, 'start_at'>): number =>
  after.start_at.getTime() - before.start_at.getTime()

/** The other meetings of a series, each at its start and as long as the first. Equal starts count once. */
export function againOf({ start_at, end_at }: Times, starts: string[]): Times[] {
  const others = [...new Set(starts.map((start) => Date.parse(start)))].filter((at) => at !== start_at.getTime())
  return others
    .toSorted((a, b) => a - b)
    .map((at) => ({
      start_at: new Date(at),
      end_at: end_at && new Date(at + end_at.getTime() - start_at.getTime()),
    }))
}

/** A web address outside the product. */
export function isAddress(text: string): boolean {
  const { protocol = '' } = URL.parse(text) ?? {}
  return protocol === 'https:' || protocol === 'http:'
}
