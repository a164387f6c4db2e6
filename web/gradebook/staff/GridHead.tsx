// biome-ignore-all lint/a11y/useSemanticElements: of a table, every row would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell has the focus

import type { GradeColumn } from '../../../contract/staff/gradebook.ts'
import { cx } from '../../ui/cx.ts'
import type { Sort } from '../../ui/staff/Table.tsx'
import { FIRST } from './cells.ts'
import { WIDE } from './gridWindow.ts'

interface Props {
  columns: GradeColumn[]
  /** The visible columns. */
  left: number
  right: number
  width: string
  sort: Sort | undefined
  /** The column whose heading takes the keyboard; -1: none. */
  focused: number
  onSort: (id: string) => void
  onColumn: (column: GradeColumn) => void
  words: { name: string; total: string; hidden: string; edit: (name: string) => string }
}

/** The headings: each sorts by its column, and leads to the column's dialog. */
export function GridHead({ columns, left, right, width, sort, focused, onSort, onColumn, words }: Props) {
  const arrow = (id: string) => (sort?.column !== id ? 'none' : sort.descending ? 'descending' : 'ascending')
  return (
    <div role="rowgroup" className="grade-head" style={{ width }}>
      <div role="row" aria-rowindex={1} data-row={-1}>
        {[
          { id: 'name', label: words.name },
          { id: 'total', label: words.total },
        ].map(({ id, label }, i) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={i + 1}
            aria-sort={arrow(id)}
            className={cx('grade-cell', i === 0 && 'grade-name')}
            style={i === 0 ? undefined : { left: 'var(--name)', width: WIDE }}
          >
            <button
              type="button"
              className="grade-sort"
              data-column={i}
              tabIndex={focused === i ? 0 : -1}
              onClick={() => onSort(id)}
            >
              {label}
            </button>
          </div>
        ))}
        {columns.slice(left, right).map((column, i) => {
          const index = left + i
          const isHidden = !column.released && !column.final
          return (
            <div
              key={column._id}
              role="columnheader"
              aria-colindex={index + FIRST + 1}
              aria-sort={arrow(column._id)}
              // Otherwise its name would be that of both buttons, which have the column's name twice.
              aria-label={isHidden ? `${column.gradable_name}, ${words.hidden}` : column.gradable_name}
              title={column.gradable_name}
              className="grade-cell"
              style={{ left: `calc(var(--name) + ${(index + 1) * WIDE}px)`, width: WIDE }}
            >
              <button
                type="button"
                className={cx('grade-sort', isHidden && 'grade-hidden')}
                data-column={index + FIRST}
                tabIndex={focused === index + FIRST ? 0 : -1}
                onClick={() => onSort(column._id)}
              >
                <span className="wrap-anywhere line-clamp-2">{column.gradable_name}</span>
              </button>
              <button
                type="button"
                aria-label={words.edit(column.gradable_name)}
                data-column={index + FIRST}
                tabIndex={focused === index + FIRST ? 0 : -1}
                className="grade-more"
                onClick={() => onColumn(column)}
              >
                ⋯
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}
