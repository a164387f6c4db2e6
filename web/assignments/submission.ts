import type { Assignment, Receipt, Submission, SubmissionForm } from '../../contract/assignments.ts'
import { assignments } from '../../contract/assignments.ts'
import { call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import type { Draft } from './draft.ts'
import { isFilled, isSameFile, isSlot, locationIn, storable } from './form.ts'

/** What is handed in. A file of the attempt before is not named: the server keeps it. */
export function submissionOf(draft: Draft, names: string[]): SubmissionForm {
  const fields = names.map((name) => {
    return [name, isSlot(name) ? locationIn(draft.own(name) ?? '') : storable(draft.value(name))] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => isFilled(value)))
}

/** Whether a submission is what was sent, and not what somebody else, or another device, handed in. */
export const isOf = ({ response }: Submission, form: SubmissionForm): boolean =>
  Object.entries(form).every(([name, value]) => {
    const kept = response[name] ?? ''
    return isSlot(name) ? isSameFile(value, kept) : value === kept
  })

/**
 * Hands in what is typed. The key names the attempt, so that a second press, a retry after a lost answer and another
 * tab are one submission. @throws CallError
 */
export const handIn = (course_id: string, assignment: Assignment, form: SubmissionForm): Promise<Receipt> =>
  call(assignments.submit, {
    params: { course_id, asgn_id: assignment._id },
    body: form,
    idempotencyKey: `${assignment._id}:${(assignment.my?.attempt ?? 0) + 1}`,
  })

/** Everything of the course's assignments is read again. */
export const readAgain = (course_id: string): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments'] }),
    queries.invalidateQueries({ queryKey: ['courses', 'upcoming'] }),
  ])
