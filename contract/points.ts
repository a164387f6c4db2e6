import type { Penalty } from './assignments.ts'

/* The sum of a grade, for both sides. Points are whole hundredths here, so that sums are exact. */

/** The hundredths of a decimal with at most two places, from PostgreSQL or a client. */
export function centsOf(points: string | number): number {
  const [, sign, whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d{0,2}))?/.exec(String(points)) ?? []
  const cents = Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  return sign ? -cents : cents
}

/** The shortest decimal: `7.5`. */
export function pointsOf(cents: number): string {
  const rest = String(Math.abs(cents) % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}${rest && `.${rest}`}`
}

export const pointsOrNull = (cents: number | null): string | null => (cents === null ? null : pointsOf(cents))

export interface PartOf {
  part: string
  most: number
  /** The automatic points. */
  auto: number | null
}

export interface Given {
  /** Points by hand, by part. */
  parts: Record<string, string>
  items: { part: string; points: string | number }[]
  override: string | number | null
}

export interface PartSum extends PartOf {
  points: number | null
  by: 'auto' | 'hand' | 'rubric' | null
}

/**
 * The points of each part: those by hand; else the rubric's items, added to the automatic points, or deducted from the
 * maximum if all items deduct. The score is `override`, or else the sum after the late rule, once each part is graded.
 */
export function gradeSum(
  parts: PartOf[],
  { parts: byHand, items, override }: Given,
  penalty: Penalty | null,
): { parts: PartSum[]; points: number | null; score: number | null } {
  const sum = (some: Given['items']) => some.reduce((all, { points }) => all + centsOf(points), 0)
  const summed = parts.map((one): PartSum => {
    const given = byHand[one.part]
    if (given !== undefined) return { ...one, points: centsOf(given), by: 'hand' }
    const theirs = items.filter(({ part }) => part === one.part)
    if (theirs.length === 0) return { ...one, points: one.auto, by: one.auto === null ? null : 'auto' }
    const base = one.auto ?? (theirs.every(({ points }) => centsOf(points) <= 0) ? one.most : 0)
    return { ...one, points: Math.min(one.most, Math.max(0, base + sum(theirs))), by: 'rubric' }
  })
  const whole = items.filter(({ part }) => part === '')
  const known = summed.flatMap(({ points }) => points ?? [])
  const points =
    known.length + whole.length === 0 ? null : Math.max(0, known.reduce((all, one) => all + one, 0) + sum(whole))
  const isLeft = summed.some(({ most, points }) => most > 0 && points === null)
  const after = points === null || !penalty ? points : afterPenalty(points, penalty)
  return { parts: summed, points, score: override !== null ? centsOf(override) : isLeft ? null : after }
}

/** What the late rule leaves of points, in hundredths. */
export const afterPenalty = (points: number, { keeps }: Penalty): number =>
  Math.round((points * Math.round(keeps * 100)) / 10_000)
