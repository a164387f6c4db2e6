import type { Assignment, Receipt, SubmissionForm } from '../../contract/assignments.ts'
import { assignments } from '../../contract/assignments.ts'
import { call } from '../call.ts'
import { queries } from '../queryClient.ts'
import type { Draft } from './draft.ts'
import { fieldNames, isSlot, locationIn } from './form.ts'

/** What is handed in. A file of the attempt before is not named: the server keeps it. */
export function submissionOf(draft: Draft, names: string[]): SubmissionForm {
  const filled = names.map((name) => {
    return [name, isSlot(name) ? locationIn(draft.own(name) ?? '') : draft.value(name)] as const
  })
  return Object.fromEntries(filled.filter(([, value]) => value !== ''))
}

/**
 * Hands in what is typed. The key names the attempt, so that a second press, a retry after a lost answer and another
 * tab are one submission. @throws CallError
 */
export const handIn = (course_id: string, assignment: Assignment, draft: Draft): Promise<Receipt> =>
  call(assignments.submit, {
    params: { course_id, asgn_id: assignment._id },
    body: submissionOf(draft, fieldNames(assignment)),
    idempotencyKey: `${assignment._id}:${(assignment.my?.attempt ?? 0) + 1}`,
  })

/** Everything of the course's assignments is read again. */
export const readAgain = (course_id: string): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments'] }),
    queries.invalidateQueries({ queryKey: ['courses', 'upcoming'] }),
  ])
