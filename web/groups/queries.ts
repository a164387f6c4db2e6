import { courses } from '../../contract/courses.ts'
import { groups } from '../../contract/groups.ts'
import { query } from '../loading/call.ts'

export const groupingsOf = (course_id: string) => query(groups.list, { course_id })
export const rosterOf = (course_id: string) => query(courses.roster, { course_id })
