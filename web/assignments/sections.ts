import type { AssignmentSummary } from '../../contract/assignments.ts'

export type SectionName = 'overdue' | 'thisWeek' | 'later' | 'noDate'

export interface Section {
  name: SectionName
  items: AssignmentSummary[]
}

/** The instant (in ms) at which the reader's week ends; weeks begin on Monday. */
export function endOfWeek(now: number): number {
  const d = new Date(now)
  return new Date(d.getFullYear(), d.getMonth(), d.getDate() + 7 - ((d.getDay() + 6) % 7)).getTime()
}

/** Assignments grouped by when they are due; empty groups are left out. */
export function sectionsOf(items: AssignmentSummary[], now: number): Section[] {
  const weekEnds = endOfWeek(now)
  const nameOf = ({ assignment_due }: AssignmentSummary): SectionName => {
    if (assignment_due === null) return 'noDate'
    const due = Date.parse(assignment_due)
    return due < now ? 'overdue' : due < weekEnds ? 'thisWeek' : 'later'
  }
  return [...Map.groupBy(items, nameOf)].map(([name, of]) => ({ name, items: of }))
}

/** The next instant at which an assignment moves to another group; null when none does. */
export function nextChange(items: AssignmentSummary[], now: number): string | null {
  const ahead = items
    .flatMap(({ assignment_due }) => (assignment_due ? [Date.parse(assignment_due)] : []))
    .filter((due) => due >= now)
  return ahead.length === 0 ? null : new Date(Math.min(...ahead, endOfWeek(now))).toISOString()
}
