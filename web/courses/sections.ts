import { sections } from '../../contract/staff/sections.ts'
import { query } from '../loading/call.ts'

/** The sections of a course's students, for its staff. */
export const sectionsOf = (course_id: string) => query(sections.list, { course_id })
