import type { Category, Item } from '../totals.ts'
import type { Grades } from './gradebook.ts'

type Column = Grades['columns'][number]
type Row = Pick<Grades['rows'][number], 'cells' | 'zero_from'>

/** From when the row's empty cell in the column counts as nought; null: never. */
const zeroFrom = ({ _id, zero_from }: Column, { zero_from: own }: Row): string | null =>
  own?.[_id] === undefined ? zero_from : own[_id]

/** Whether a column counts: where categories have weights, only a column in one of these does. */
export function countsBy(categories: Category[]): (column: Column) => boolean {
  const weighted = new Set(categories.flatMap(({ _id, weight }) => (weight > 0 ? [_id] : [])))
  return ({ final, category_id }) => !final && (weighted.size === 0 || weighted.has(category_id ?? ''))
}

/** Whether an empty cell of the row counts as nought by now, in a column that counts (`countsBy`). */
export function isMissing(column: Column, row: Row, now: Date): boolean {
  const from = column.extra ? null : zeroFrom(column, row)
  return from !== null && new Date(from) <= now
}

/** The items of a row's total: all columns except the final grade and closed cells. */
export const itemsOf = (columns: Column[], row: Row): Item[] =>
  columns.flatMap((column, i) => {
    const { _id, gradable_name: name, gradable_score: max, category_id, extra, final } = column
    const cell = row.cells[i] ?? null
    if (final || cell === 'closed') return []
    const score = typeof cell === 'number' ? cell : cell === null || cell === 'excused' ? null : cell.hidden
    const zero_from = zeroFrom(column, row)
    return [{ _id, name, max, category_id, extra, zero_from, score, excused: cell === 'excused' }]
  })
