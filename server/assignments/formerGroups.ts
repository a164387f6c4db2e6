import type { Db } from '../db/database.ts'
import { findLateAllowances, termsFor } from './allowances.ts'
import type { ListedAssignment, TermsRow } from './list.ts'
import { type Dates, type Terms, termsOf } from './terms.ts'

/*
 * Work counts on the terms of the group that handed it in, also for somebody who is in another group by now. That is
 * rare, so what everyone reads has only the present group's terms, and these are read in a statement of their own.
 */

interface HandedIn {
  id: string
  submitted_at: string
}

/** The terms on which a work counts. @param a everybody's dates */
export async function termsOfWork(db: Db, a: Dates & { course_id: string }, work: HandedIn): Promise<Terms> {
  const allowances = await findLateAllowances(db, { course_id: a.course_id, terms: termsOf(a) }, [work])
  return termsFor(a, allowances.get(work.id) ?? null)
}

/** What a person has in a list, with the terms of the works of groups that they left. */
export async function withFormerTerms<Own extends TermsRow>(
  db: Db,
  courseId: string,
  { list, own }: { list: ListedAssignment[]; own: Own },
): Promise<Own> {
  if (own.latest.every(({ former }) => former === null)) return own
  const latest = await Promise.all(
    own.latest.map(async (one) => {
      const a = list.find(({ id }) => id === one.assignment_id)
      if (!a || one.former === null) return one
      const work = { id: one.former, submitted_at: one.submitted_at }
      return { ...one, terms: await termsOfWork(db, { ...a.dates, course_id: courseId }, work) }
    }),
  )
  return { ...own, latest }
}
