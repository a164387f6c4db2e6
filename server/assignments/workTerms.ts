import type { Db } from '../db/database.ts'
import { findAllowancesOf, findLateAllowances, termsFor } from './allowances.ts'
import { findTaking, type Mine } from './countingQueries.ts'
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
 * the attempts that count: only they take days.
 */
export async function withWorkTerms<Own extends TermsRow>(
  db: Db,
  mine: Mine,
  { list, own }: { list: ListedAssignment[]; own: Own },
): Promise<Own> {
  if (own.latest.length === 0) return own
  const everybodys = new Map(list.map((a) => [a.id, a]))
  const ofBank = own.latest.flatMap(({ assignment_id: id, submitted_at }) => {
    const a = everybodys.get(id)
    const mayTake = a && (a.counts !== 'latest' || isLate(a.terms, new Date(submitted_at)))
    return mayTake && a.dates.late_rule.kind === 'bank' ? [id] : []
  })
  const taking = await findTaking(db, mine, ofBank)
  const ofGroups = [
    ...own.latest.flatMap(({ of_group, ...work }) => (of_group ? [{ ...work, id: of_group }] : [])),
    ...taking.filter(({ of_group }) => of_group),
  ]
  const late = ofGroups.filter(({ assignment_id, submitted_at }) => {
    const a = everybodys.get(assignment_id)
    return a && isLate(a.terms, new Date(submitted_at))
  })
  const ids = [...new Set(late.map(({ id }) => id))]
  const allowances = await findAllowancesOf(db, mine.courseId, ids)
  const latest = own.latest.map((one) => {
    const a = everybodys.get(one.assignment_id)
    if (!a) return one
    const termsIn = (id: string) => ({ terms: termsFor(a.dates, allowances.get(id) ?? null) })
    const theirs = taking.filter(({ assignment_id }) => assignment_id === a.id)
    return {
      ...one,
      ...(one.of_group && termsIn(one.of_group)),
      ...(ofBank.includes(a.id) && {
        taking: theirs.map(({ id, submitted_at, of_group }) => ({ submitted_at, ...(of_group && termsIn(id)) })),
      }),
    }
  })
  return { ...own, latest }
}
