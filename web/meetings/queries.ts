import { meetings } from '../../contract/meetings.ts'
import { query } from '../loading/call.ts'

export const meetingsOf = (course_id: string) => query(meetings.list, { course_id })
export const meetingOf = (course_id: string, meeting_id: string) => query(meetings.one, { course_id, meeting_id })
