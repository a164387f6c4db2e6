import type { Role } from '../access/rules.ts'
import type { MeetingRow } from './queries.ts'

/**
 * The recording of a meeting as somebody of this role may have it; null when there is none. Until it is shown,
 * students learn nothing with which to open it.
 */
export function recordingFor(m: MeetingRow, role: Role, sign: (file: { id: string; filename: string }) => string) {
  const video = m.video_file ? sign(m.video_file) : m.recording_video
  const audio = m.audio_file ? sign(m.audio_file) : m.recording_audio
  if (!m.recording_show && !video && !audio) return null
  const open = m.recording_show || role !== 'student'
  return {
    show: m.recording_show,
    password: open ? m.recording_password : '',
    video: open ? video : null,
    audio: open ? audio : null,
    expire: m.recording_expire,
  }
}

/**
 * The short number of a meeting: the digits of its link, as the meeting provider has them, or those that follow from
 * its id when the link has none.
 */
export function numberOf({ id, link }: Pick<MeetingRow, 'id' | 'link'>): string {
  const digits = /(?<!\d)\d{9,11}(?!\d)/.exec(link)?.[0]
  // The last digits of an id are random; the first are its time.
  return digits ?? String(1_000_000_000 + (Number.parseInt(id.slice(-12), 16) % 9_000_000_000))
}
