import { type Bin, type Summary, spansMost, type Timeline } from '../../contract/staff/statistics.ts'

/* Statistics of scores and dates, without a clock or a database. */

/** Rounds to two decimals, half upwards. */
export const rounded = (n: number): number => Math.round(n * 100 + 1e-7) / 100

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** Null: there are no numbers. */
export function summaryOf(values: number[]): Summary | null {
  const inOrder = values.toSorted((a, b) => a - b)
  const [lowest, highest] = [inOrder[0], inOrder.at(-1)]
  if (lowest === undefined || highest === undefined) return null
  const average = mean(inOrder)
  const middle = (inOrder.length - 1) / 2
  const median = ((inOrder[Math.floor(middle)] ?? 0) + (inOrder[Math.ceil(middle)] ?? 0)) / 2
  return {
    count: inOrder.length,
    mean: rounded(average),
    median: rounded(median),
    deviation: rounded(Math.sqrt(mean(inOrder.map((one) => (one - average) ** 2)))),
    lowest: rounded(lowest),
    highest: rounded(highest),
  }
}

/** Ten bins of ten percent each, and one for more than 100, if there is any. */
export function binsOf(percents: number[]): Bin[] {
  const bins: Bin[] = Array.from({ length: 10 }, (_, i) => ({ from: i * 10, to: i * 10 + 10, count: 0 }))
  const over: Bin = { from: 100, to: null, count: 0 }
  for (const percent of percents) {
    const bin = percent > 100 ? over : bins[Math.min(9, Math.max(0, Math.floor(percent / 10)))]
    if (bin) bin.count++
  }
  return over.count > 0 ? [...bins, over] : bins
}

/** Scores as shares of a maximum; without a maximum there are none. */
export const percentsOf = (scores: number[], most: number): number[] =>
  most > 0 ? scores.map((score) => rounded((score / most) * 100)) : []

/** Pearson's correlation of pairs; null: there are fewer than `least`, or one side does not vary. */
export function correlation(pairs: [number, number][], least: number): number | null {
  if (pairs.length < least) return null
  const [a, b] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))]
  let [together, ofA, ofB] = [0, 0, 0]
  for (const [x, y] of pairs) {
    together += (x - a) * (y - b)
    ofA += (x - a) ** 2
    ofB += (y - b) ** 2
  }
  // Equal numbers differ from their mean by the rest of a division.
  return ofA < 1e-9 || ofB < 1e-9 ? null : rounded(together / Math.sqrt(ofA * ofB))
}

/** The number of submissions on a day, 2026-11-25. */
export interface DayCount {
  day: string
  first: number
  again: number
}

const DAY = 86_400_000
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY
const dayOf = (n: number) => new Date(n * DAY).toISOString().slice(0, 10)
/** The first day since 1970 was a Thursday. */
const mondayOf = (n: number) => n - ((((n + 3) % 7) + 7) % 7)

/**
 * Each day from the first to the last, or each week where there would be too many days; also those without submissions.
 */
export function timelineOf(days: DayCount[], unit?: Timeline['unit']): Timeline {
  const numbers = days.map(({ day }) => numberOf(day))
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  if (days.length === 0) return { unit: unit ?? 'day', items: [] }
  const by = unit ?? (last - first < spansMost ? 'day' : 'week')
  const [step, startOf] = by === 'day' ? [1, (n: number) => n] : [7, mondayOf]
  const sums = new Map<number, { first: number; again: number }>()
  for (const [i, { first, again }] of days.entries()) {
    const start = startOf(numbers[i] ?? 0)
    const sum = sums.get(start) ?? { first: 0, again: 0 }
    sums.set(start, { first: sum.first + first, again: sum.again + again })
  }
  const end = startOf(last)
  const begin = Math.max(startOf(first), end - (spansMost - 1) * step)
  const items = Array.from({ length: (end - begin) / step + 1 }, (_, i) => {
    const start = begin + i * step
    return { from: dayOf(start), ...(sums.get(start) ?? { first: 0, again: 0 }) }
  })
  return { unit: by, items }
}
