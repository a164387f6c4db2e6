import { feedback } from '../../contract/feedback.ts'
import { query } from '../loading/call.ts'

/** The explanation of a submission's grade; by default of the latest submission's. */
export const feedbackOf = (course_id: string, asgn_id: string, submission_id?: string) =>
  query(feedback.shown, { course_id, asgn_id }, submission_id ? { submission_id } : undefined)
