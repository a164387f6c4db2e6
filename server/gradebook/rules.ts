import type { Grades } from '../../contract/staff/gradebook.ts'
import { itemsOf } from '../../contract/staff/gradeItems.ts'
import { type Category, type Letter, type Total, totalOf } from '../../contract/totals.ts'

type Table = Pick<Grades, 'columns' | 'rows'>
interface By {
  categories: Category[]
  letters: Letter[]
}

/** Everyone's total, by person. */
export const totalsOf = ({ columns, rows }: Table, { categories, letters }: By, now: Date): Map<string, Total> =>
  new Map(rows.map((row) => [row._id, totalOf(itemsOf(columns, row), categories, letters, now)]))

const standing = (total: Total | undefined) => ({ percent: total?.percent ?? null, letter: total?.letter ?? null })

/** The people whose total changes. */
export const changedTotals = (before: Map<string, Total>, after: Map<string, Total>) =>
  [...after].flatMap(([person_id, total]) => {
    const change = { person_id, before: standing(before.get(person_id)), after: standing(total) }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })

/** What students see of a column: how many have a score, their mean, and the best. */
export interface ScoresOfClass {
  count: number
  /** Null: nobody has a score. */
  mean: number | null
  best: number | null
}

/** A mean of fewer scores would tell one student about another. */
const LEAST_FOR_MEAN = 5

/**
 * The mean that everyone sees, null when there are too few scores. It moves in steps as large as one more score can
 * move it at most: whoever compares it before and after a single release cannot work out that score.
 */
export function shownMean({ count, mean, best }: ScoresOfClass, max: number): number | null {
  if (mean === null || best === null || count < LEAST_FOR_MEAN) return null
  const most = Math.max(max, best)
  const step = stepFrom((most * 100) / count)
  return Math.min(most, (Math.round((mean * 100) / step) * step) / 100)
}

/** The first of 1, 2, 5, 10, 20, … that is not less. */
function stepFrom(least: number): number {
  const ten = 10 ** Math.max(0, Math.floor(Math.log10(least)))
  return [1, 2, 5].map((n) => n * ten).find((step) => step >= least) ?? 10 * ten
}
