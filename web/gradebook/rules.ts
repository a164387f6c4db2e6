import type { AssignmentSummary } from '../../contract/assignments.ts'
import type { GradebookRow } from '../../contract/gradebook.ts'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { earlier } from '../i18n/dates.ts'

/** The final grade stays hidden, whatever the server sends. */
export const shownRows = (rows: GradebookRow[]): GradebookRow[] =>
  rows.filter((row) => !/^\s*final\s+grade\s*$/i.test(row.gradable_name))

export type Status = 'assigned' | 'submitted' | 'graded'

/** Assigned until it is completed, then Submitted, and Graded once its feedback is released. */
export function statusOf({ completed, my }: Pick<AssignmentSummary, 'completed' | 'my'>): Status {
  if (!completed) return 'assigned'
  return my?.feedback.show ? 'graded' : 'submitted'
}

/** Whether there is feedback to read. */
export const hasComment = ({ my }: Pick<AssignmentSummary, 'my'>): boolean =>
  my?.feedback.show === true && my.feedback.comment.trim() !== ''

/** By due date, earliest first, undated ones last. */
export const byDue = (all: AssignmentSummary[]): AssignmentSummary[] =>
  [...all].sort((a, b) => earlier(a.assignment_due ?? '9', b.assignment_due ?? '9'))

export interface Week {
  /** 1 is the week of the first class. */
  week: number
  classes: ScheduleItem[]
}

/** The classes by week. Weeks begin on Monday in the reader's zone; one without a class is left out. */
export function weeksOf(items: ScheduleItem[]): Week[] {
  const inOrder = [...items].sort((a, b) => earlier(a.schedule_start, b.schedule_start))
  const [first] = inOrder
  if (!first) return []
  const from = mondayOf(first.schedule_start)
  const weekOf = ({ schedule_start }: ScheduleItem) => Math.round((mondayOf(schedule_start) - from) / WEEK_MS) + 1
  return [...Map.groupBy(inOrder, weekOf)].map(([week, classes]) => ({ week, classes }))
}

const WEEK_MS = 7 * 86_400_000

function mondayOf(iso: string): number {
  const d = new Date(iso)
  // As a day without a zone, so that a clock change does not shift it.
  return Date.UTC(d.getFullYear(), d.getMonth(), d.getDate() - ((d.getDay() + 6) % 7))
}
