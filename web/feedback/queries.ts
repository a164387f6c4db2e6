import { feedback } from '../../contract/feedback.ts'
import { query } from '../loading/call.ts'

/** How the grade of a submission came about; of the latest, unless one is named. */
export const feedbackOf = (course_id: string, asgn_id: string, submission_id?: string) =>
  query(feedback.shown, { course_id, asgn_id }, submission_id ? { submission_id } : undefined)
