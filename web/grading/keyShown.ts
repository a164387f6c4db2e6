import type { Assignment } from '../../contract/assignments.ts'
import { kindOf } from '../../contract/questions.ts'

/** Whether a release at that moment shows right answers while work is still taken. */
export function showsKeyEarly(
  { assignment_questionset, assignment_closes }: Pick<Assignment, 'assignment_questionset' | 'assignment_closes'>,
  at: number,
): boolean {
  const isOpen = assignment_closes === null || Date.parse(assignment_closes) > at
  return isOpen && assignment_questionset.some((question) => kindOf(question) !== 'open')
}
