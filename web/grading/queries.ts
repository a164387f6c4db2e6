import { submissions } from '../../contract/staff/grading.ts'
import { marks } from '../../contract/staff/marks.ts'
import { releases } from '../../contract/staff/releases.ts'
import { savedComments } from '../../contract/staff/savedComments.ts'
import { codeOf } from '../assignments/kinds/fetchKinds.ts'
import { worksheetOf } from '../assignments/queries.ts'
import { courseOf } from '../courses/queries.ts'
import { regradesOf } from '../feedback/staff/queries.ts'
import { query } from '../loading/call.ts'
import type { Params } from '../loading/prefetch.ts'
import { queries } from '../loading/queryClient.ts'

export const submissionsOf = (course_id: string, asgn_id: string) =>
  query(submissions.submissions, { course_id, asgn_id })
export const workOf = (course_id: string, submission_id: string) =>
  query(submissions.work, { course_id, submission_id }, undefined, ({ sheet, feedback }) =>
    Promise.all([
      codeOf(sheet.assignment_questionset),
      // The marks stand among the answers, and must not move them when they load.
      feedback.released && queries.prefetchQuery(regradesOf(course_id, submission_id)),
    ]).then(() => undefined),
  )
/** The releases that are to come. */
export const plannedOf = (course_id: string, asgn_id: string) => query(releases.planned, { course_id, asgn_id })
/** The graders' marks on a work. */
export const marksOf = (course_id: string, submission_id: string) => query(marks.list, { course_id, submission_id })
export const savedCommentsOf = (course_id: string) => query(savedComments.list, { course_id })

export const submissionsNeeds = ({ course_id = '', asgn_id = '' }: Params) => [
  submissionsOf(course_id, asgn_id),
  worksheetOf(course_id, asgn_id),
  plannedOf(course_id, asgn_id),
]
export const gradingNeeds = ({ course_id = '', asgn_id = '', submission_id = '' }: Params) => [
  courseOf(course_id),
  submissionsOf(course_id, asgn_id),
  workOf(course_id, submission_id),
  marksOf(course_id, submission_id),
]
