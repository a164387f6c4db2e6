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
