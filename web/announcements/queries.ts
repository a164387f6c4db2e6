import { announcements } from '../../contract/announcements.ts'
import { query } from '../call.ts'

export const announcementsOf = (course_id: string) => query(announcements.list, { course_id })

export const announcementOf = (course_id: string, announcement_id: string) =>
  query(announcements.one, { course_id, announcement_id })
