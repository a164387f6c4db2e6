import { assignments } from '../../contract/assignments.ts'
import { worksheetOf } from '../assignments/queries.ts'
import { query } from '../loading/call.ts'
import type { Params } from '../loading/prefetch.ts'

export const attemptOf = (course_id: string, asgn_id: string, submission_id: string) =>
  query(assignments.attempt, { course_id, asgn_id, submission_id })
export const receiptOf = (course_id: string, asgn_id: string, submission_id: string) =>
  query(assignments.receipt, { course_id, asgn_id, submission_id })

export const receiptNeeds = ({ course_id = '', asgn_id = '', submission_id = '' }: Params) => [
  worksheetOf(course_id, asgn_id),
  attemptOf(course_id, asgn_id, submission_id),
  receiptOf(course_id, asgn_id, submission_id),
]
