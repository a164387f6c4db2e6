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
