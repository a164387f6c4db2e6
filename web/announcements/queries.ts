import { announcements } from '../../contract/announcements.ts'
import { query } from '../call.ts'
import { formulasOf } from '../markdown/formulas.ts'

export const announcementsOf = (course_id: string) => query(announcements.list, { course_id })

export const announcementOf = (course_id: string, announcement_id: string) =>
  query(announcements.one, { course_id, announcement_id }, undefined, (a) => formulasOf([a.announcement_content]))
