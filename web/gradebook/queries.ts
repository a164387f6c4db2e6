import { assignments } from '../../contract/assignments.ts'
import { gradebook } from '../../contract/gradebook.ts'
import { query } from '../call.ts'

export const gradebookOf = (course_id: string) => query(gradebook.mine, { course_id })
/** The same question, and so the same answer, as the list of assignments asks. */
export const assignmentScoresOf = (course_id: string) => query(assignments.mine, { course_id })
