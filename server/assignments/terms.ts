import { parseAbsolute } from '@internationalized/date'
import { graceSeconds, type Penalty } from '../../contract/assignments.ts'
import { keptAfter, type LateRule } from '../../contract/staff/courses.ts'

/*
 * When something is due for a person: the one place that decides it, without a clock or a database. All code that
 * shows, refuses, notifies or penalizes by a date calls it. See docs/decisions/047-when-something-is-due.md.
 */

/** What an assignment gives everybody. */
export interface Dates {
  publish_at: Date | null
  due_at: Date | null
  closes_at: Date | null
  /** 0: unlimited */
  attempts_allowed: number
  /** In minutes; null: none. */
  time_limit: number | null
  late_rule: LateRule
  /** The course's, IANA: a day more is the same time of day there. */
  zone: string
}

/** What a person is granted in the whole course. */
export interface Accommodation {
  kind: 'accommodation'
  person_id: string
  /** In percent of the time that a test gives. */
  time_percent: number
  extra_days: number
}

/** What is given in one assignment to a person, to their group, or to everybody of their section. */
export interface Exception {
  kind: 'person' | 'group' | 'section'
  /** Its own. */
  id: string
  /** Whose it is, or in whose section; null: of the group. */
  person_id: string | null
  /** Null, and 0: as everybody. */
  due_at: Date | null
  closes_at: Date | null
  extra_attempts: number
  extra_minutes: number
}

/** What is given to one who hands in, or to any member of the group that does. */
export type Allowance = Accommodation | Exception

/** By what a term is better than everybody's. */
export interface Reason {
  kind: Allowance['kind']
  /** The exception's id, or the id of the person with the accommodation. */
  id: string
}

/** On which terms somebody hands in. */
export interface Terms {
  /** From then on students see it. Null: it is a draft. */
  opens: Date | null
  /** After this it is late. Null: never. */
  due: Date | null
  /** After this nothing is taken. Null: never. */
  closes: Date | null
  /** 0: unlimited */
  attempts: number
  /** In minutes, from the press that begins an attempt. Null: none. */
  minutes: number | null
  /** Absent: as everybody. */
  reasons: { due?: Reason; closes?: Reason; attempts?: Reason; minutes?: Reason }
  late_rule: LateRule
  /** In the course's bank of late days; null: it has none. */
  lateDaysLeft: number | null
  zone: string
}

interface Best<T> {
  is: T
  by?: Reason
}
interface Offer<T> {
  is: T | null
  by: Allowance
}

const reasonOf = (allowance: Allowance): Reason => ({
  kind: allowance.kind,
  id: allowance.kind === 'accommodation' ? allowance.person_id : allowance.id,
})

/** Among equal ones, the one that more people have is the reason. */
const ranks: Allowance['kind'][] = ['section', 'group', 'person', 'accommodation']
function inOrder(allowances: Allowance[]): [Exception[], Accommodation[]] {
  const all = allowances.toSorted(
    (a, b) => ranks.indexOf(a.kind) - ranks.indexOf(b.kind) || (reasonOf(a).id < reasonOf(b).id ? -1 : 1),
  )
  return [all.filter((one) => one.kind !== 'accommodation'), all.filter((one) => one.kind === 'accommodation')]
}

/** The larger of everybody's term and the offers. Null is more than anything. */
function most<T extends Date | number>(everybodys: Best<T | null>, offers: Offer<T>[]): Best<T | null> {
  let best = everybodys
  for (const { is, by } of offers) if (best.is !== null && is !== null && is > best.is) best = { is, by: reasonOf(by) }
  return best
}

/** So many days later, at the same time of day in the zone. */
export const addDays = (at: Date, days: number, zone: string): Date =>
  days === 0 ? at : parseAbsolute(at.toISOString(), zone).add({ days }).toDate()

/** The latest date that everybody has or somebody is given. */
function bestDate(
  column: 'due_at' | 'closes_at',
  everybodys: Date | null,
  zone: string,
  allowances: Allowance[],
): Best<Date | null> {
  const [exceptions, accommodations] = inOrder(allowances)
  const offers = exceptions.map((by) => ({ is: by[column], by }))
  const withDays = accommodations.map((by) => {
    const ofSection = offers.filter(({ by: { kind, person_id } }) => kind === 'section' && person_id === by.person_id)
    const { is } = most<Date>({ is: everybodys }, ofSection)
    return { is: is && addDays(is, by.extra_days, zone), by }
  })
  return most<Date>({ is: everybodys }, [...offers, ...withDays])
}

/** When work is due, of all terms that one alone. */
export const dueOf = ({ due_at, zone }: Pick<Dates, 'due_at' | 'zone'>, allowances: Allowance[]): Date | null =>
  bestDate('due_at', due_at, zone, allowances).is

/**
 * The terms for one who hands in, or for a group with what is given to it and to each of its members. Each term is the
 * most generous of what everybody has and what is given, so nothing that is given makes any worse. The days of an
 * accommodation are added to the date of the person's section, or else to everybody's. `usedDays`: so many late days of
 * the course's bank went into other work.
 */
export function termsOf(a: Dates, allowances: Allowance[] = [], usedDays = 0): Terms {
  const [exceptions, accommodations] = inOrder(allowances)
  const due = bestDate('due_at', a.due_at, a.zone, allowances)
  const rule = a.late_rule
  const lateDaysLeft = rule.kind === 'bank' ? Math.max(0, rule.days - usedDays) : null
  const lateDays = rule.kind === 'refuse' ? 0 : lateDaysLeft
  const end = lateDays === null || due.is === null ? null : addDays(due.is, lateDays, a.zone)
  const closes = closesBy(end, due, bestDate('closes_at', a.closes_at, a.zone, allowances), exceptions)
  const attempts = a.attempts_allowed
  const tries = most<number>(
    { is: attempts || null },
    exceptions.map((by) => ({ is: attempts + by.extra_attempts, by })),
  )
  const limit = a.time_limit
  const minutes = most<number>({ is: limit }, [
    ...exceptions.map((by) => ({ is: limit && limit + by.extra_minutes, by })),
    ...accommodations.map((by) => ({ is: limit && Math.ceil((limit * by.time_percent) / 100), by })),
  ])
  return {
    ...{ opens: a.publish_at, due: due.is, closes: closes.is, attempts: tries.is ?? 0, minutes: minutes.is },
    reasons: {
      ...(due.by && { due: due.by }),
      ...(closes.by && { closes: closes.by }),
      ...(tries.by && { attempts: tries.by }),
      ...(minutes.by && { minutes: minutes.by }),
    },
    ...{ late_rule: rule, lateDaysLeft, zone: a.zone },
  }
}

/**
 * When nothing is taken any more: when it closes or when the rule ends it (`end`), whichever is first; but not before it is
 * due, nor before an exception says so.
 */
function closesBy(
  end: Date | null,
  due: Best<Date | null>,
  said: Best<Date | null>,
  exceptions: Exception[],
): Best<Date | null> {
  const byRule: Best<Date | null> = due.by ? { is: end, by: due.by } : { is: end }
  const first = byRule.is && (said.is === null || byRule.is < said.is) ? byRule : said
  const lifted = most<Date>(
    first,
    exceptions.map((by) => ({ is: by.closes_at, by })),
  )
  return lifted.is && due.is && lifted.is < due.is ? due : lifted
}

/** When an attempt that starts then ends. */
export function endOf({ minutes, closes }: Pick<Terms, 'minutes' | 'closes'>, begun: Date): Date {
  const end = new Date(begun.getTime() + (minutes ?? 0) * 60_000)
  return closes && closes < end ? closes : end
}

/** What is sent at the end of an attempt is on its way for a moment. */
export const isOver = (terms: Terms, begun: Date, at: Date): boolean =>
  at.getTime() > endOf(terms, begun).getTime() + graceSeconds * 1_000

/** Whether work that came then is late. Every reply works it out anew, so that a due date that moves takes it along. */
export const isLate = ({ due }: Pick<Terms, 'due'>, at: Date): boolean => due !== null && at > due

/** How many days late work is that came then; a day that has begun counts. 0: it was in time. */
export function daysLate({ due, zone }: Pick<Terms, 'due' | 'zone'>, at: Date): number {
  if (due === null || at <= due) return 0
  let days = Math.max(1, Math.floor((at.getTime() - due.getTime()) / 86_400_000))
  // A day may have 23 hours.
  while (days > 1 && at <= addDays(due, days - 1, zone)) days--
  while (at > addDays(due, days, zone)) days++
  return days
}

/** What the course's rule takes from work that came then; null: nothing, and it says nothing of it. */
export function penaltyAt(terms: Terms, at: Date): Penalty | null {
  const { late_rule: rule } = terms
  if (rule.kind === 'none' || rule.kind === 'refuse') return null
  const days = daysLate(terms, at)
  return days === 0 ? null : { days, keeps: keptAfter(rule, days) }
}
