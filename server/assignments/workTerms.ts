import type { Db } from '../db/database.ts'
import { findAllowancesOf, findLateAllowances, termsFor } from './allowances.ts'
import { findCountedAt, type Mine } from './countingQueries.ts'
import type { ListedAssignment, TermsRow } from './list.ts'
import { type Dates, isLate, type Terms, termsOf } from './terms.ts'

/*
 * Work of a group counts on the terms of everybody who was in the group when it handed that in, whoever is in it by now. Few
 * works are late by everybody's date, so what everyone reads has only the present group's terms, and these are read in a
 * statement of their own.
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

/**
 * What a person has in a list, with the terms of the works of groups. Where the course has a bank of late days, also with
 * when the attempts that count came: only they take days.
 */
export async function withWorkTerms<Own extends TermsRow>(
  db: Db,
  mine: Mine,
  { list, own }: { list: ListedAssignment[]; own: Own },
): Promise<Own> {
  if (own.latest.length === 0) return own
  const everybodys = new Map(list.map((a) => [a.id, a]))
  const late = own.latest.flatMap(({ assignment_id, of_group, submitted_at }) => {
    const a = everybodys.get(assignment_id)
    return of_group && a && isLate(a.terms, new Date(submitted_at)) ? [of_group] : []
  })
  const others = own.latest.flatMap(({ assignment_id: id }) => {
    const a = everybodys.get(id)
    return a && a.counts !== 'latest' && a.dates.late_rule.kind === 'bank' ? [id] : []
  })
  const [allowances, counted] = await Promise.all([
    findAllowancesOf(db, mine.courseId, late),
    findCountedAt(db, mine, others),
  ])
  const latest = own.latest.map((one) => {
    const a = everybodys.get(one.assignment_id)
    const counted_at = counted.get(one.assignment_id)
    return {
      ...one,
      ...(a && one.of_group && { terms: termsFor(a.dates, allowances.get(one.of_group) ?? null) }),
      ...(counted_at !== undefined && { counted_at }),
    }
  })
  return { ...own, latest }
}
