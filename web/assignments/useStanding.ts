import type { Assignment } from '../../contract/assignments.ts'
import { isPast, useTimeLeft } from './useTimeLeft.ts'

export type Dates = Pick<Assignment, 'assignment_due' | 'assignment_closes'>

/** Whether a submission now is in time, late, or refused, by the server's clock. */
export type Standing = 'open' | 'pastDue' | 'closed'

export function useStanding({ assignment_due, assignment_closes }: Dates): Standing {
  const pastDue = isPast(useTimeLeft(assignment_due))
  const closed = isPast(useTimeLeft(assignment_closes))
  return closed ? 'closed' : pastDue ? 'pastDue' : 'open'
}
