import type { Item } from '../totals.ts'
import type { Grades } from './gradebook.ts'

/** The items of a row's total: all columns except the final grade and closed cells. */
export const itemsOf = (
  columns: Grades['columns'],
  { cells, zero_from: own = {} }: Pick<Grades['rows'][number], 'cells' | 'zero_from'>,
): Item[] =>
  columns.flatMap(({ _id, gradable_name: name, gradable_score: max, category_id, extra, zero_from, final }, i) => {
    const cell = cells[i] ?? null
    if (final || cell === 'closed') return []
    const score = typeof cell === 'number' ? cell : cell === null || cell === 'excused' ? null : cell.hidden
    const from = own[_id] === undefined ? zero_from : own[_id]
    return [{ _id, name, max, category_id, extra, zero_from: from, score, excused: cell === 'excused' }]
  })
