import type { AssignmentSummary } from '../../contract/assignments.ts'
import { assignments } from '../../contract/assignments.ts'
import { query } from '../call.ts'
import { earlier } from '../i18n/dates.ts'
import { formulasOf } from '../markdown/formulas.ts'
import type { Params } from '../prefetch.ts'

export const myAssignments = (course_id: string) => query(assignments.mine, { course_id })
export const dueAssignments = (course_id: string) => query(assignments.due, { course_id })
export const worksheetOf = (course_id: string, asgn_id: string) =>
  query(assignments.my, { course_id, asgn_id }, undefined, (sheet) =>
    formulasOf([
      sheet.assignment_description,
      sheet.my?.feedback.comment,
      ...sheet.assignment_questionset.map(({ question }) => question),
    ]),
  )
export const attemptsOf = (course_id: string, asgn_id: string) => query(assignments.attempts, { course_id, asgn_id })
export const draftOf = (course_id: string, asgn_id: string) => ({
  ...query(assignments.draft, { course_id, asgn_id }),
  // The worksheet opens without it as well: what the device keeps is there, and it is asked for again.
  retry: false,
})

export const assignmentsNeeds = ({ course_id = '' }: Params) => [myAssignments(course_id), dueAssignments(course_id)]
export const previewNeeds = ({ course_id = '', asgn_id = '' }: Params) => [worksheetOf(course_id, asgn_id)]
export const worksheetNeeds = ({ course_id = '', asgn_id = '' }: Params) => [
  worksheetOf(course_id, asgn_id),
  draftOf(course_id, asgn_id),
]

/** What is still to be done: by due date, what has none last. */
export const assigned = (all: AssignmentSummary[]) =>
  all.filter((a) => !a.completed).sort((a, b) => earlier(a.due ?? '\uffff', b.due ?? '\uffff'))

/** What was handed in: the latest first, as that is where news of it is. */
export const completed = (all: AssignmentSummary[]) =>
  all.filter((a) => a.completed).sort((a, b) => earlier(b.submitted ?? '', a.submitted ?? ''))
