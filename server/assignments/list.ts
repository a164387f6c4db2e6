import type { Role } from '../access/rules.ts'
import type { Audience } from '../cache.ts'
import { inAssignment, termsFor } from './allowances.ts'
import type { WorkRow } from './ownQueries.ts'
import type { ListedRow } from './queries.ts'
import { handsIn } from './rules.ts'
import { extendedIn, noFeedback, penaltyOf } from './shown.ts'
import { daysLate, isLate, type Terms, termsOf } from './terms.ts'

/* The list of a course's assignments: the same for everyone, and with a person's own terms and work. */

/** What an assignment shows everyone in the list. */
export type ListedAssignment = ReturnType<typeof listedAssignment>
export const listedAssignment = (
  { id, name, grouping_id, grouping, score, counts, revision, ...dates }: ListedRow,
  audience: Audience,
) => {
  const { publish_at } = dates
  const summary = {
    _id: id,
    assignment_name: name,
    assignment_score: score,
    ...(audience === 'staff' && { revision, publish_at: publish_at?.toISOString() ?? null }),
  }
  return { id, name, counts, grouping_id, grouping, publish_at, dates, terms: termsOf(dates), summary }
}

/** The terms of a person in all assignments, and their submissions. */
export type TermsRow = Pick<WorkRow, 'allowances' | 'latest'>

/** The terms of one assignment of a list for a person. */
function ownTerms(a: ListedAssignment, { allowances }: TermsRow, usedDays = 0): Terms {
  const theirs = inAssignment(allowances, a)
  return theirs?.length || usedDays ? termsFor(a.dates, theirs, usedDays) : a.terms
}

/** How many late days a person's work takes, by its assignment. */
function lateDaysIn(list: ListedAssignment[], own: TermsRow): Map<string, number> {
  const days = list.flatMap((a): [string, number][] => {
    const taking = own.latest.find((s) => s.assignment_id === a.id)?.taking ?? []
    return [[a.id, Math.max(0, ...taking.map((one) => daysLate(one.terms ?? ownTerms(a, own), one.submitted_at)))]]
  })
  return new Map(days)
}

const sum = (days: Iterable<number>) => [...days].reduce((all, one) => all + one, 0)

/** How many late days of the course's bank the person has used for other assignments. */
export function usedDays(list: ListedAssignment[], own: TermsRow, assignmentId: string): number {
  const late = lateDaysIn(list, own)
  late.delete(assignmentId)
  return sum(late.values())
}

/** The assignments of a list on the terms of a person, by their own due dates. */
export function ownList(list: ListedAssignment[], own: TermsRow): ListedAssignment[] {
  const hasBank = list.some(({ dates }) => dates.late_rule.kind === 'bank')
  if (!own.allowances && !hasBank) return list
  const late = hasBank ? lateDaysIn(list, own) : new Map<string, number>()
  const used = sum(late.values())
  const withTerms = list.map((a) => ({ ...a, terms: ownTerms(a, own, used - (late.get(a.id) ?? 0)) }))
  // A stable sort: assignments with the same date keep their order.
  return withTerms.sort((a, b) => timeOf(a) - timeOf(b))
}

const timeOf = ({ terms: { due } }: ListedAssignment) => due?.getTime() ?? Number.MAX_SAFE_INTEGER

/** An assignment of the list as the contract shows it to a person. */
export function shownSummary(
  a: ListedAssignment,
  { groups, latest, typed }: WorkRow,
  { role, now }: { role: Role; now: Date },
) {
  const group = a.grouping_id === null ? undefined : groups[a.grouping_id]
  const last = latest.find((s) => s.assignment_id === a.id)
  const submitted = last ? new Date(last.submitted_at) : null
  // The work of a group counts on the terms of whoever was in it then, which `withWorkTerms` reads.
  const terms = last?.terms ?? a.terms
  const late = isLate(terms, submitted ?? now)
  const due = a.terms.due?.toISOString() ?? null
  return {
    ...a.summary,
    ...{ assignment_due: due, due, assignment_closes: a.terms.closes?.toISOString() ?? null },
    assignment_group: group?.name ?? a.grouping,
    completed: last !== undefined,
    submitted: last?.submitted_at ?? null,
    late: handsIn(role) && late,
    draft: typed?.includes(a.id) ?? false,
    ...(last && { my: { datetime: last.submitted_at, late, feedback: last.feedback ?? noFeedback } }),
    ...(handsIn(role) && { ...extendedIn(a.terms, group !== undefined), ...penaltyOf(terms, submitted, now) }),
  }
}
