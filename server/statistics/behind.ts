import type { Grades } from '../../contract/staff/gradebook.ts'
import type { BehindReason, CourseStatistics } from '../../contract/staff/statistics.ts'
import type { Total } from '../../contract/totals.ts'
import { termsFor } from '../assignments/allowances.ts'
import { isLate } from '../assignments/terms.ts'
import type { MissingRow, TracesRow } from './courseQueries.ts'

/*
 * Finds students who may be falling behind, with the reasons. A reason to ask somebody how they are, never a judgement:
 * it takes more than one missing thing, and a thing that most of the class misses does not count. See
 * docs/decisions/057-statistics.md.
 */

/** How many missing assignments or classes are a reason. */
const MISSING = 2
const ABSENT = 3
/** How many days without any trace are a reason. */
const QUIET_DAYS = 14
/** A total of fewer scores means nothing. */
const SCORES = 2

export interface Facts {
  /** Missing assignments among the last that were due for the student, and that most others handed in. */
  missing: { n: number; of: number }
  absent: { n: number; of: number }
  /** Null: nothing counts yet. */
  percent: number | null
  /** How many scores are in the total. */
  scores: number
  /** The last trace of the student; null: there is none. */
  last: Date | null
  /** Since when the student is on the course. */
  joined: Date
}

export interface Class {
  now: Date
  /** The least percentage of the second lowest letter; null: there is none. */
  passing: number | null
  /** Whether most students left a trace in the last days, so that silence means something. */
  isActive: boolean
}

export function reasonsOf(of: Facts, { now, passing, isActive }: Class): BehindReason[] {
  const reasons: BehindReason[] = []
  if (of.missing.n >= MISSING) reasons.push({ kind: 'missing', ...of.missing })
  if (of.absent.n >= ABSENT) reasons.push({ kind: 'absent', ...of.absent })
  if (passing !== null && of.percent !== null && of.scores >= SCORES && of.percent < passing)
    reasons.push({ kind: 'below', percent: of.percent, than: passing })
  const since = of.last && of.last > of.joined ? of.last : of.joined
  const days = Math.floor((now.getTime() - since.getTime()) / 86_400_000)
  if (isActive && days >= QUIET_DAYS) reasons.push({ kind: 'quiet', since: of.last?.toISOString() ?? null, days })
  return reasons
}

/** The order of the list: more reasons first, then how much of each. */
export function weightOf(reasons: BehindReason[]): number {
  const parts = reasons.map((reason) => {
    if (reason.kind === 'below') return reason.than > 0 ? 1 - reason.percent / reason.than : 0
    return reason.kind === 'quiet' ? Math.min(1, reason.days / 100) : reason.n / reason.of
  })
  return reasons.length * 10 + parts.reduce((sum, one) => sum + one, 0)
}

export interface Known {
  table: Pick<Grades, 'rows' | 'letters'>
  totals: Map<string, Total>
  traces: TracesRow[]
  missing: MissingRow[]
}

/** Everyone with a reason, the most reasons first. */
export function behindOf({ table, totals, traces, missing }: Known, now: Date): CourseStatistics['behind'] {
  const last = Map.groupBy(missing, ({ assignment_id }) => assignment_id)
  // Work that most did not hand in here was not asked for, or came on paper.
  const counted = [...last.values()].flatMap((rows) => {
    const them = rows.filter(({ person_id }) => person_id !== null)
    const first = rows[0]
    if (!first?.due_at || them.length * 2 >= first.asked) return []
    return [{ due: first.due_at, late: isLate(termsFor(first, null), now), by: byPerson(them) }]
  })
  const inOrder = table.letters.map(({ from }) => from).sort((a, b) => a - b)
  const long = traces.filter(({ joined_at }) => daysSince(joined_at, now) >= QUIET_DAYS)
  const active = long.filter((one) => one.last && daysSince(one.last, now) < QUIET_DAYS)
  const course = { now, passing: inOrder[1] ?? null, isActive: active.length * 2 > long.length }
  const byId = new Map(traces.map((one) => [one.person_id, one]))
  const all = table.rows.flatMap(({ _id, first, last, section }) => {
    const trace = byId.get(_id)
    const total = totals.get(_id)
    if (!trace) return []
    const due = counted.flatMap((one) => {
      const row = one.by.get(_id)
      if (!row) return one.due > trace.joined_at ? [false] : []
      // A student with more time is not late yet.
      return (row.allowances ? isLate(termsFor(row, row.allowances), now) : one.late) ? [true] : []
    })
    const lines = total?.parts.flatMap((part) => part.lines) ?? []
    const reasons = reasonsOf(
      {
        missing: { n: due.filter(Boolean).length, of: due.length },
        absent: { n: trace.absent, of: trace.classes },
        percent: total?.percent ?? null,
        scores: lines.filter(({ fate }) => !['empty', 'excused', 'outside'].includes(fate)).length,
        ...{ last: trace.last, joined: trace.joined_at },
      },
      course,
    )
    return reasons.length === 0 ? [] : [{ _id, first, last, section, reasons }]
  })
  return all.sort((a, b) => weightOf(b.reasons) - weightOf(a.reasons) || (a._id < b._id ? -1 : 1))
}

const byPerson = (rows: MissingRow[]) => new Map(rows.map((row) => [row.person_id, row]))
const daysSince = (at: Date, now: Date) => (now.getTime() - at.getTime()) / 86_400_000
