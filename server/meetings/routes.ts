import type { contract } from '../../contract/index.ts'
import type { Role } from '../access/rules.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { findMeetings, getMeeting, type MeetingRow } from './queries.ts'
import { numberOf, recordingFor } from './rules.ts'

export function meetingRoutes({ db, fileKey, now }: Deps): Handlers<typeof contract.meetings> {
  const shown = (m: MeetingRow, role: Role) => ({
    _id: m.id,
    meeting_title: m.title,
    meeting_start: m.start_at,
    meeting_end: m.end_at,
    meeting_number: numberOf(m),
    meeting_host: m.host,
    meeting_link: m.link,
    meeting_recording: recordingFor(m, role, (file) => signedAddress(fileKey, file, now())),
  })
  return {
    list: async ({ courseId, role }) => (await findMeetings(db, courseId)).map((m) => shown(m, role)),
    one: async ({ courseId, role, params }) => shown(await getMeeting(db, courseId, params.meeting_id), role),
  }
}
