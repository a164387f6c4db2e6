import { sections } from '../../contract/staff/sections.ts'
import { query } from '../loading/call.ts'

/** The sections that students of a course are in, for its staff. */
export const sectionsOf = (course_id: string) => query(sections.list, { course_id })
