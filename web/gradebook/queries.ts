import { gradebook } from '../../contract/gradebook.ts'
import { query } from '../loading/call.ts'

export const gradebookOf = (course_id: string) => query(gradebook.mine, { course_id })
export const explainOf = (course_id: string) => query(gradebook.explain, { course_id })
