import { parseAbsolute } from '@internationalized/date'
import { LRUCache } from 'lru-cache'
import { graceSeconds, type Penalty } from '../../contract/assignments.ts'
import { keptAfter, type LateRule } from '../../contract/staff/courses.ts'

/*
 * When something is due for a person: the one place that decides it, without a clock or a database. All code that
 * shows, refuses, notifies or penalizes by a date calls it. See docs/decisions/047-when-something-is-due.md.
 */

/** The terms that an assignment gives everybody. */
export interface Dates {
  publish_at: Date | null
  due_at: Date | null
  closes_at: Date | null
  /** 0: unlimited */
  attempts_allowed: number
  /** In minutes; null: none. */
  time_limit: number | null
  late_rule: LateRule
  /** The course's time zone (IANA): a day later means the same time of day there. */
  zone: string
}

/** The accommodation of a person in the whole course. */
export interface Accommodation {
  kind: 'accommodation'
  person_id: string
  /** In percent of the usual time of a test. */
  time_percent: number
  extra_days: number
}

/** An exception in one assignment for a person, their group or their section. */
export interface Exception {
  kind: 'person' | 'group' | 'section'
  /** The exception's id. */
  id: string
  /** The person who has it, or the person in its section; null: the group has it. */
  person_id: string | null
  /** Null and 0: as for everybody. */
  due_at: Date | null
  closes_at: Date | null
  extra_attempts: number
  extra_minutes: number
}

/** The allowances of an owner, and of each member of a group. */
export type Allowance = Accommodation | Exception

/** Why a term is better than everybody's. */
export interface Reason {
  kind: Allowance['kind']
  /** The exception's id, or the id of the person with the accommodation. */
  id: string
}

/** The terms of one owner. */
export interface Terms {
  /** When students first see it. Null: it is a draft. */
  opens: Date | null
  /** Later work is late. Null: never. */
  due: Date | null
  /** Later work is refused. Null: never. */
  closes: Date | null
  /** 0: unlimited */
  attempts: number
  /** In minutes, from the press that begins an attempt. Null: none. */
  minutes: number | null
  /** Absent: as for everybody. */
  reasons: { due?: Reason; closes?: Reason; attempts?: Reason; minutes?: Reason }
  late_rule: LateRule
  /** The late days in the course's bank; null: it has none. */
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

/** Of equal offers, the one that more members have is the reason. */
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

/** The date, or the bound if that is earlier; null: there is no date. */
const upTo = (bound: Date | null, date: Date | null) => (date && bound && bound < date ? bound : date)

/** Many people have the same dates, and one look into a time zone takes as long as the rest of a small answer. */
const moved = new LRUCache<string, Date>({ max: 1_000 })

/** The same time of day in the zone, so many days later. */
export function addDays(at: Date, days: number, zone: string): Date {
  if (days === 0) return at
  const key = `${at.getTime()} ${days} ${zone}`
  const known = moved.get(key)
  if (known) return known
  const later = parseAbsolute(at.toISOString(), zone).add({ days }).toDate()
  moved.set(key, later)
  return later
}

/** The same dates, so many days and then minutes later. */
function later({ due_at, closes_at }: DueAndClosing, { days = 0, minutes = 0 }, zone: string): DueAndClosing {
  const move = (at: Date | null) => at && new Date(addDays(at, days, zone).getTime() + minutes * 60_000)
  return { due_at: move(due_at), closes_at: move(closes_at) }
}

/** How many minutes an allowance adds to a time limit. 0: there is no limit. */
function moreMinutes(limit: number | null, by: Allowance): number {
  if (limit === null) return 0
  return by.kind === 'accommodation' ? Math.ceil((limit * by.time_percent) / 100) - limit : by.extra_minutes
}

type DueAndClosing = Pick<Dates, 'due_at' | 'closes_at'>
const dueIn = ({ due_at }: DueAndClosing) => due_at
const closesIn = ({ closes_at }: DueAndClosing) => closes_at

/**
 * The latest of what is `offered` by everybody's dates, by exceptions and by accommodations. More minutes make a date
 * later by as much, because the closing date would end an attempt before them. An accommodation moves everybody's dates
 * and those of the person's section; the minutes of an exception move the dates of everybody that it leaves as they are.
 */
function bestDate(
  offered: (dates: DueAndClosing) => Date | null,
  everybodys: DueAndClosing & Pick<Dates, 'time_limit' | 'zone'>,
  allowances: Allowance[],
): Best<Date | null> {
  const { time_limit: limit, zone } = everybodys
  const [exceptions, accommodations] = inOrder(allowances)
  const ofExceptions = exceptions.map((by) => {
    const unnamed = later(everybodys, { minutes: moreMinutes(limit, by) }, zone)
    return { is: offered({ due_at: by.due_at ?? unnamed.due_at, closes_at: by.closes_at ?? unnamed.closes_at }), by }
  })
  const ofAccommodations = accommodations.flatMap((by) => {
    const ofSection = exceptions.filter(({ kind, person_id }) => kind === 'section' && person_id === by.person_id)
    const moved = { days: by.extra_days, minutes: moreMinutes(limit, by) }
    return [everybodys, ...ofSection].map((dates) => ({ is: offered(later(dates, moved, zone)), by }))
  })
  return most<Date>({ is: offered(everybodys) }, [...ofExceptions, ...ofAccommodations])
}

/** The due date alone of an owner's terms. */
export const dueOf = (a: Pick<Dates, 'due_at' | 'time_limit' | 'zone'>, allowances: Allowance[]): Date | null =>
  bestDate(dueIn, { ...a, closes_at: null }, allowances).is

/**
 * The terms of a person, or of a group with the allowances of the group and of each member. Each term is the most
 * generous of everybody's and the allowed ones, so no allowance makes a term worse. `usedDays`: how many late days of the
 * course's bank went into other work.
 */
export function termsOf(a: Dates, allowances: Allowance[] = [], usedDays = 0): Terms {
  const [exceptions, accommodations] = inOrder(allowances)
  const due = bestDate(dueIn, a, allowances)
  const rule = a.late_rule
  const lateDaysLeft = rule.kind === 'bank' ? Math.max(0, rule.days - usedDays) : null
  const lateDays = rule.kind === 'refuse' ? 0 : lateDaysLeft
  const endAfter = (date: Date | null) => (lateDays === null || date === null ? null : addDays(date, lateDays, a.zone))
  // Its late days do not go past the closing date that an exception has beside its due date.
  const endIn = ({ due_at, closes_at }: DueAndClosing) => upTo(closes_at, endAfter(due_at))
  const ends = { own: bestDate(endIn, { ...a, closes_at: null }, allowances), everybodys: endAfter(a.due_at) }
  const closes = closesBy(ends, due, bestDate(closesIn, a, allowances), exceptions)
  const attempts = a.attempts_allowed
  const tries = most<number>(
    { is: attempts || null },
    exceptions.map((by) => ({ is: attempts + by.extra_attempts, by })),
  )
  const limit = a.time_limit
  const minutes = most<number>(
    { is: limit },
    [...exceptions, ...accommodations].map((by) => ({ is: limit && limit + moreMinutes(limit, by), by })),
  )
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
 * When the assignment closes: at its closing date or at the end of the late rule (`ends`), whichever is first; but
 * neither before the due date nor before the closing date of an exception.
 */
function closesBy(
  ends: { own: Best<Date | null>; everybodys: Date | null },
  due: Best<Date | null>,
  said: Best<Date | null>,
  exceptions: Exception[],
): Best<Date | null> {
  const { own: byRule } = ends
  // For everybody the rule closes it before that date: a later due date is the reason for it.
  const isEarlier = said.is !== null && ends.everybodys !== null && ends.everybodys < said.is
  const byDate = isEarlier && byRule.by ? { by: byRule.by, ...said } : said
  const first = byRule.is && (said.is === null || byRule.is < said.is) ? byRule : byDate
  const lifted = most<Date>(
    first,
    exceptions.map((by) => ({ is: by.closes_at, by })),
  )
  return lifted.is && due.is && lifted.is < due.is ? due : lifted
}

/** When an attempt that begins then ends: not before it, also where the work closes earlier since, such as by a bank. */
export function endOf({ minutes, closes }: Pick<Terms, 'minutes' | 'closes'>, begun: Date): Date {
  const end = new Date(begun.getTime() + (minutes ?? 0) * 60_000)
  if (!closes || closes >= end) return end
  return closes < begun ? begun : closes
}

/** In ms: answers sent at the end of an attempt take a moment to arrive. */
export const isOver = (terms: Terms, begun: Date, at: Date): boolean =>
  at.getTime() > endOf(terms, begun).getTime() + graceSeconds * 1_000

/** Whether work that came then is late. Every reply works this out anew, so it follows a moved due date. */
export const isLate = ({ due }: Pick<Terms, 'due'>, at: Date): boolean => due !== null && at > due

/** How many days late work is that came then; a begun day counts. 0: it is in time. */
export function daysLate({ due, zone }: Pick<Terms, 'due' | 'zone'>, at: Date): number {
  if (due === null || at <= due) return 0
  let days = Math.max(1, Math.floor((at.getTime() - due.getTime()) / 86_400_000))
  // A day may have 23 hours.
  while (days > 1 && at <= addDays(due, days - 1, zone)) days--
  while (at > addDays(due, days, zone)) days++
  return days
}

/** Until when work is as many days late as what came then; null: it has no due date. */
export const sameUntil = (terms: Pick<Terms, 'due' | 'zone'>, at: Date): Date | null =>
  terms.due && addDays(terms.due, daysLate(terms, at), terms.zone)

/** The penalty of the course's rule for work that came then; null: no penalty, and the reply does not mention it. */
export function penaltyAt(terms: Terms, at: Date): Penalty | null {
  const { late_rule: rule } = terms
  if (rule.kind === 'none' || rule.kind === 'refuse') return null
  const days = daysLate(terms, at)
  return days === 0 ? null : { days, keeps: keptAfter(rule, days) }
}
