// biome-ignore-all lint/a11y/useSemanticElements: of a table, every row would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell has the focus

import { type KeyboardEvent, memo } from 'react'
import { textOf } from '../../../contract/staff/cellText.ts'
import type { CellValue, GradeColumn } from '../../../contract/staff/gradebook.ts'
import { cx } from '../../ui/cx.ts'
import { FIRST, type GradeRow, isHidden, nameOf, scoreIn } from './cells.ts'
import { shownText } from './gradeColumns.ts'
import { ROW, WIDE } from './gridWindow.ts'

interface Props {
  row: GradeRow
  index: number
  columns: GradeColumn[]
  left: number
  right: number
  pending: ReadonlyMap<string, CellValue> | undefined
  /** The other people in this row, by column. */
  others: ReadonlyMap<string, string> | undefined
  total: string
  isMissing: (column: GradeColumn, row: GradeRow) => boolean
  /** The column of the focused cell; -1 if it is in another row. */
  focused: number
  /** The selected columns of this row. */
  low: number
  high: number
  /** The text being typed into the focused cell. */
  editing: string | undefined
  onEditKey: (event: KeyboardEvent<HTMLInputElement>) => void
  onType: (text: string) => void
  onLeave: (text: string) => void
  hidden: string
  excused: string
  missing: string
  missingWhy: string
  closed: string
  closedWhy: string
  here: (name: string) => string
}

const isSameRow = (a: Props, b: Props) =>
  a.row === b.row &&
  a.index === b.index &&
  a.columns === b.columns &&
  a.left === b.left &&
  a.right === b.right &&
  a.pending === b.pending &&
  a.others === b.others &&
  a.total === b.total &&
  a.isMissing === b.isMissing &&
  a.focused === b.focused &&
  a.low === b.low &&
  a.high === b.high &&
  a.editing === b.editing &&
  // The focused row always renders: the handlers of its last render write the typed text.
  a.focused === -1

/** A student, with the visible cells. */
export const GridRow = memo(function GridRow(props: Props) {
  const { row, index, columns, left, right, pending, others, total, focused, low, high, editing } = props
  const shown = columns.slice(left, right).map((column, i) => ({ column, at: left + i }))
  const there = focused - FIRST
  const active = columns[there]
  if (active && (there < left || there >= right)) shown.push({ column: active, at: there })
  return (
    <div role="row" aria-rowindex={index + 2} data-row={index} className="grade-row" style={{ top: index * ROW }}>
      <div
        role="rowheader"
        aria-colindex={1}
        data-column={0}
        tabIndex={focused === 0 ? 0 : -1}
        title={nameOf(row)}
        className="grade-cell grade-name"
      >
        <span className="wrap-anywhere line-clamp-2 whitespace-normal leading-[1.4]">{nameOf(row)}</span>
      </div>
      <div
        role="gridcell"
        aria-colindex={2}
        data-column={1}
        tabIndex={focused === 1 ? 0 : -1}
        className="grade-cell font-medium"
        style={{ left: 'var(--name)', width: WIDE }}
      >
        {total}
      </div>
      {shown.map(({ column, at }) => {
        const isPending = pending?.has(column._id) ?? false
        const cell = row.cells[at]
        const value = isPending ? (pending?.get(column._id) ?? null) : scoreIn(cell)
        const isClosed = cell === 'closed' && !isPending
        const isSecret = isHidden(cell) && !isPending
        const place = at + FIRST
        const isEdited = editing !== undefined && focused === place
        const other = others?.get(column._id)
        return (
          <div
            key={column._id}
            role="gridcell"
            aria-colindex={place + 1}
            aria-selected={place >= low && place <= high}
            aria-busy={isPending || undefined}
            data-column={place}
            tabIndex={focused === place ? 0 : -1}
            title={other && props.here(other)}
            className={cx('grade-cell', other && 'grade-other')}
            style={{ left: `calc(var(--name) + ${(at + 1) * WIDE}px)`, width: WIDE }}
          >
            {other && (
              <span className="grade-who">
                <span aria-hidden>{other}</span>
                <span className="sr-only">{props.here(other)}, </span>
              </span>
            )}
            {isEdited ? (
              <input
                // biome-ignore lint/a11y/noAutofocus: whoever types is in this cell
                autoFocus
                aria-label={`${nameOf(row)}, ${column.gradable_name}`}
                defaultValue={editing}
                inputMode="decimal"
                onKeyDown={props.onEditKey}
                onInput={(event) => props.onType(event.currentTarget.value)}
                onBlur={(event) => props.onLeave(event.currentTarget.value)}
              />
            ) : isClosed ? (
              <span className="text-ink-soft" title={props.closedWhy}>
                {props.closed}
                <span className="sr-only">, {props.closedWhy}</span>
              </span>
            ) : value === 'excused' ? (
              <span className="text-ink-soft">{props.excused}</span>
            ) : value === null && props.isMissing(column, row) ? (
              <span className="text-ink-soft" title={props.missingWhy}>
                {props.missing}
              </span>
            ) : (
              <span className={cx(isSecret && 'grade-hidden')} title={isSecret ? props.hidden : undefined}>
                {isPending ? textOf(value) : shownText(value, column, row)}
                {isSecret && <span className="sr-only">, {props.hidden}</span>}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}, isSameRow)
