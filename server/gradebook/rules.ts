import type { Grades } from '../../contract/staff/gradebook.ts'
import { type Category, type Item, type Letter, type Total, totalOf } from '../../contract/totals.ts'

type Table = Pick<Grades, 'columns' | 'rows'>
interface By {
  categories: Category[]
  letters: Letter[]
}

/** The items that a row's total is made of: all columns but the final grade, and but the closed cells. */
export const itemsOf = (columns: Grades['columns'], cells: Grades['rows'][number]['cells']): Item[] =>
  columns.flatMap(({ _id, gradable_name: name, gradable_score: max, category_id, extra, zero_from, final }, i) => {
    const cell = cells[i] ?? null
    if (final || cell === 'closed') return []
    const score = typeof cell === 'number' ? cell : cell === null || cell === 'excused' ? null : cell.hidden
    return [{ _id, name, max, category_id, extra, zero_from, score, excused: cell === 'excused' }]
  })

/** The total of everyone, by the person. */
export const totalsOf = ({ columns, rows }: Table, { categories, letters }: By, now: Date): Map<string, Total> =>
  new Map(rows.map(({ _id, cells }) => [_id, totalOf(itemsOf(columns, cells), categories, letters, now)]))

const standing = (total: Total | undefined) => ({ percent: total?.percent ?? null, letter: total?.letter ?? null })

/** The people whose total changes. */
export const changedTotals = (before: Map<string, Total>, after: Map<string, Total>) =>
  [...after].flatMap(([person_id, total]) => {
    const change = { person_id, before: standing(before.get(person_id)), after: standing(total) }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })
