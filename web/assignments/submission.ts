import type { Assignment, Receipt, Submission, SubmissionForm } from '../../contract/assignments.ts'
import { assignments } from '../../contract/assignments.ts'
import { call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import type { Draft } from './draft.ts'
import { beginsWith, isFilled, isSameFile, isSlot, locationIn, storable, submittedIn } from './form.ts'

/** The body of a submission. It leaves out files of the previous attempt: the server keeps them. */
export function submissionOf(draft: Draft, names: string[]): SubmissionForm {
  const fields = names.map((name) => {
    return [name, isSlot(name) ? locationIn(draft.own(name) ?? '') : storable(draft.value(name))] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => isFilled(value)))
}

/** Whether a submission is the one that this page sent, and not one from another person or device. */
export const isOf = (submission: Submission, form: SubmissionForm, isOrder: (name: string) => boolean): boolean =>
  Object.entries(form).every(([name, value]) => {
    const kept = submittedIn(submission, name)
    if (isSlot(name)) return isSameFile(value, kept)
    return value === kept || (isOrder(name) && beginsWith(kept, value))
  })

/**
 * Submits what the person typed. The idempotency key names the attempt, so a second press, a retry after a lost
 * response and a second tab make one submission. With a time limit, the attempt may be over and the next one begun on
 * another device: then nothing is submitted. @throws CallError
 */
export function handIn(
  course_id: string,
  { _id, my, timing, attempts_used }: Assignment,
  form: SubmissionForm,
): Promise<Receipt> {
  return call(assignments.submit, {
    params: { course_id, asgn_id: _id },
    query: timing ? { attempt: String(attempts_used + 1) } : {},
    body: form,
    idempotencyKey: `${_id}:${(my?.attempt ?? 0) + 1}`,
  })
}

/** Reads all assignments of the course again. */
export const readAgain = (course_id: string): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments'] }),
    queries.invalidateQueries({ queryKey: ['courses', 'upcoming'] }),
  ])
