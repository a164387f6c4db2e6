import type { Curve, CurvePlan } from '../../contract/staff/curve.ts'
import { pointsMost } from '../../contract/staff/gradebook.ts'
import { hundredths } from '../../contract/totals.ts'

/* Scores are whole hundredths here, so the preview and the written scores are equal. */

const plain = (of: bigint): number => Number(of) / 100
/** A quotient rounded half upwards; `of` is positive. */
const rounded = (top: bigint, of: bigint): bigint => {
  const twice = 2n * top + of
  const down = twice / (2n * of)
  return twice < 0n && twice % (2n * of) !== 0n ? down - 1n : down
}

/** The root of a whole number, rounded half upwards. */
function rootOf(n: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(n))))
  while (root * root > n) root--
  while ((root + 1n) * (root + 1n) <= n) root++
  // Above the half: (root + 1/2)² = root² + root + 1/4.
  return n - root * root > root ? root + 1n : root
}

interface Column {
  /** The maximum. */
  max: number
  /** The curve raises no score above the maximum. */
  capped: boolean
}

/** Each score after the curve, in the same order. Only a lower mean takes points, also from scores above the maximum. */
export function curved(curve: Curve, scores: number[], { max, capped }: Column): number[] {
  const raised = raise(curve, scores.map(hundredths), hundredths(max)).map(plain)
  return scores.map((score, i) => {
    const after = raised[i] ?? score
    const limit = capped ? Math.max(score, max) : pointsMost
    return Math.min(limit, Math.max(0, after))
  })
}

function raise(curve: Curve, given: bigint[], max: bigint): bigint[] {
  if (curve.kind === 'add') return given.map((score) => score + hundredths(curve.points))
  if (curve.kind === 'root') return given.map((score) => (score > max ? score : rootOf(score * max)))
  if (curve.kind === 'best') {
    const [best = 0n] = given.toSorted((a, b) => Number(b - a))
    return best === 0n || best > max ? given : given.map((score) => rounded(score * max, best))
  }
  const count = BigInt(given.length)
  const sum = given.reduce((a, b) => a + b, 0n)
  const more = count === 0n ? 0n : rounded(hundredths(curve.mean) * count - sum, count)
  return given.map((score) => score + more)
}

/** In points. */
export function summaryOf(scores: number[]): CurvePlan['before'] {
  const given = scores.map(hundredths).sort((a, b) => Number(a - b))
  const [least] = given
  if (least === undefined) return { mean: null, median: null, least: null, most: null }
  const [low = least, high = least] = [given[(given.length - 1) >> 1], given[given.length >> 1]]
  const sum = given.reduce((a, b) => a + b, 0n)
  return {
    mean: plain(rounded(sum, BigInt(given.length))),
    median: plain(rounded(low + high, 2n)),
    least: plain(least),
    most: plain(given.at(-1) ?? least),
  }
}

const TENTHS = 10

/** How many scores are in each tenth of the maximum; the last bin is the maximum and above. */
export function bandsOf(before: number[], after: number[], max: number): CurvePlan['bands'] {
  const bandOf = (score: number) =>
    max === 0 ? TENTHS : Math.min(TENTHS, Number((hundredths(score) * BigInt(TENTHS)) / hundredths(max)))
  const count = (scores: number[]) => {
    const counts = Array.from({ length: TENTHS + 1 }, () => 0)
    for (const score of scores) counts[bandOf(score)] = (counts[bandOf(score)] ?? 0) + 1
    return counts
  }
  const [was, is] = [count(before), count(after)]
  return was.map((before, i) => ({ from: (100 / TENTHS) * i, before, after: is[i] ?? 0 }))
}
