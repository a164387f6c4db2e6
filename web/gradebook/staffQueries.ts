import { grading } from '../../contract/staff/gradebook.ts'
import { query } from '../loading/call.ts'

export const gradesOf = (course_id: string) => query(grading.table, { course_id })
