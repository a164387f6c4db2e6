// biome-ignore-all lint/a11y/useSemanticElements: of a table, every row would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell has the focus, or what is in it

import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../cx.ts'
import { useRowWindow } from '../useRowWindow.ts'
import { adoptStyles } from './adopt.ts'
import { between, letterOf, type Place, placeAfter, placeOf } from './gridKeys.ts'
import styles from './table.css?inline'

adoptStyles(styles)

/** In px: the height of every row, so that only visible ones render; table.css has it too. */
const ROW = 44

export interface Column<R> {
  id: string
  label: string
  /** In rem, at least; the remaining width is shared out in the same proportion. */
  width: number
  /** The value by which rows are sorted, searched, copied and saved. */
  value: (row: R) => string | number
  /** Whether a search of the table looks at it; absent: it does. */
  searched?: false
  /** Absent: the value itself. */
  cell?: (row: R) => ReactNode
}

export interface Sort {
  column: string
  descending: boolean
}

interface Props<R> {
  label: string
  /** In the order on screen. */
  rows: R[]
  /** The first column stays in sight, and names the row. */
  columns: Column<R>[]
  sort: Sort | undefined
  onSort: (column: string) => void
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
  /** The selected rows as text, for the clipboard. */
  copied: () => string
  words: { selectAll: string; select: (name: string) => string }
  /** Further keys for the focused row: `next` moves to the row below. */
  onKey?: (key: string, row: R) => 'next' | 'stay' | undefined
  /** Replaces the rows when there are none. */
  empty: ReactNode
}

/**
 * A table of any length with the keys of a spreadsheet: one cell has the focus, arrows move it, with Shift they select
 * rows. Rendered by hand because React Aria renders every cell of every row
 * (docs/decisions/031-tables-trees-and-pickers.md).
 */
export function Table<R extends { _id: string }>(props: Props<R>) {
  const { label, rows, columns, sort, onSort, selected, onSelect, copied, words, onKey, empty } = props
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Place>({ row: 0, column: 1 })
  /** The row in which a range begins. */
  const anchor = useRef(0)
  /** The focus is to follow `at` in the next render. */
  const moves = useRef(false)
  const { from, to } = useRowWindow(box, rows.length, ROW)
  const last = { row: Math.min(at.row, rows.length - 1), column: at.column }

  function go(next: Place) {
    moves.current = true
    setAt(next)
  }

  useLayoutEffect(() => {
    if (!moves.current) return
    moves.current = false
    const cell = box.current?.querySelector<HTMLElement>(`[data-row="${last.row}"] [data-column="${last.column}"]`)
    if (last.column <= 1) box.current?.scrollTo({ left: 0 })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const control = cell?.querySelector<HTMLElement>('input, button') ?? cell
    control?.focus({ preventScroll: true })
  })

  const toggle = (row: number) => {
    const one = rows[row]
    if (!one) return
    const next = new Set(selected)
    if (!next.delete(one._id)) next.add(one._id)
    anchor.current = row
    onSelect(next)
  }
  const all = rows.length > 0 && rows.every(({ _id }) => selected.has(_id))
  const toggleAll = () => onSelect(new Set(all ? [] : rows.map(({ _id }) => _id)))

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, altKey } = event
    const control = event.ctrlKey || event.metaKey
    const target = event.target as Element
    // A field in a cell has its own keys, and Alt is the browser's.
    if (altKey || target.closest('input[type=text]')) return
    const place = placeOf(target) ?? last
    if (place.row !== last.row) {
      anchor.current = place.row
      setAt(place)
    }
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2)
    const next = placeAfter(place, key, control, { rows: rows.length, columns: columns.length + 1, page })
    if (next) {
      go(next)
      if (shiftKey && next.row !== place.row && next.row >= 0) onSelect(between(rows, anchor.current, next.row))
      else if (!shiftKey) anchor.current = next.row
    } else if (control && letterOf(event) === 'a') onSelect(new Set(rows.map(({ _id }) => _id)))
    else if (key === ' ' && place.row >= 0 && !control) toggle(place.row)
    else if (key === 'Enter' && opens(event.target)) return
    else if (key === 'Escape' && selected.size > 0) onSelect(new Set())
    else {
      const one = rows[place.row]
      const then = !control && one && onKey?.(letterOf(event), one)
      if (!then) return
      go(then === 'next' ? { ...place, row: Math.min(place.row + 1, rows.length - 1) } : place)
    }
    event.preventDefault()
  }

  function onClick(event: MouseEvent) {
    const { row, column } = placeOf(event.target as Element) ?? { row: -1, column: 0 }
    if (row < 0) return
    if (event.shiftKey) {
      onSelect(between(rows, anchor.current, row))
      getSelection()?.removeAllRanges()
    } else if (column === 0 || event.ctrlKey || event.metaKey) toggle(row)
    else anchor.current = row
    setAt({ row, column })
  }

  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const place = placeOf(document.activeElement) ?? last
    const one = rows[place.row]
    // The browser copies text that is selected within a cell.
    if (!box.current?.contains(document.activeElement) || getSelection()?.isCollapsed === false || !one) return
    const text = selected.size > 0 ? copied() : String(columns[place.column - 1]?.value(one) ?? '')
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  })
  // A cell is no text field, so the page gets the event.
  useEffect(() => {
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  }, [])

  // The focused row renders wherever the box is scrolled to, so that the keys continue from it. In order: an element
  // that moves in the document loses the focus.
  const drawn = Array.from({ length: to - from }, (_, i) => from + i)
  if (last.row >= to) drawn.push(last.row)
  else if (last.row >= 0 && last.row < from) drawn.unshift(last.row)
  const least = columns.map(({ width }, i) => (i === 0 ? `min(${width}rem, 48vw)` : `${width}rem`))
  const tracks = columns.map(({ width }, i) => `minmax(${least[i]}, ${width}fr)`)
  const style = {
    '--columns': `2.75rem ${tracks.join(' ')}`,
    '--least': `calc(2.75rem + ${least.join(' + ')})`,
  } as CSSProperties
  const tabIndex = (row: number, column: number) => (last.row === row && last.column === column ? 0 : -1)

  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      tabIndex={-1}
      className="staff-table"
      style={style}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="rowgroup" className="staff-table-head">
        <div role="row" aria-rowindex={1} data-row={-1} className="staff-table-row">
          <div role="columnheader" aria-label={words.selectAll} data-column={0} className="staff-table-cell">
            <input
              type="checkbox"
              aria-label={words.selectAll}
              checked={all}
              ref={(input) => {
                if (input) input.indeterminate = !all && rows.some(({ _id }) => selected.has(_id))
              }}
              onChange={toggleAll}
              onFocus={() => setAt({ row: -1, column: 0 })}
              tabIndex={tabIndex(-1, 0)}
              className="staff-check"
            />
          </div>
          {columns.map((column, i) => (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={sort?.column !== column.id ? 'none' : sort.descending ? 'descending' : 'ascending'}
              data-column={i + 1}
              className={cx('staff-table-cell', i === 0 && 'staff-table-first')}
            >
              <button
                type="button"
                className="staff-table-sort"
                tabIndex={tabIndex(-1, i + 1)}
                onFocus={() => setAt({ row: -1, column: i + 1 })}
                onClick={() => onSort(column.id)}
              >
                {column.label}
              </button>
            </div>
          ))}
        </div>
      </div>
      {rows.length === 0 ? (
        <div role="rowgroup">
          <div role="row">
            <div role="gridcell" className="staff-table-empty">
              {empty}
            </div>
          </div>
        </div>
      ) : (
        <div role="rowgroup" className="staff-table-body" style={{ height: rows.length * ROW }}>
          {drawn.map((index) => {
            const row = rows[index]
            return (
              row && (
                <Row
                  key={row._id}
                  row={row}
                  index={index}
                  columns={columns}
                  selected={selected.has(row._id)}
                  focused={last.row === index ? last.column : -1}
                  select={words.select}
                />
              )
            )
          })}
        </div>
      )}
    </div>
  )
}

/** Follows the link in the focused cell. */
function opens(cell: EventTarget): boolean {
  const link = (cell as Element).matches('[data-column]') && (cell as Element).querySelector('a')
  if (link) link.click()
  return Boolean(link)
}

interface RowProps<R> {
  row: R
  index: number
  columns: Column<R>[]
  selected: boolean
  /** The column of the cell in the tab order; -1 if it is in another row. */
  focused: number
  select: (name: string) => string
}

const Row = memo(function Row<R>({ row, index, columns, selected, focused, select }: RowProps<R>) {
  const name = String(columns[0]?.value(row) ?? '')
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={index}
      className="staff-table-row"
      style={{ top: index * ROW }}
    >
      <div role="gridcell" data-column={0} className="staff-table-cell">
        <input
          type="checkbox"
          aria-label={select(name)}
          checked={selected}
          readOnly
          tabIndex={focused === 0 ? 0 : -1}
          className="staff-check"
        />
      </div>
      {columns.map((column, i) => {
        const value = String(column.value(row))
        return (
          <div
            key={column.id}
            role={i === 0 ? 'rowheader' : 'gridcell'}
            data-column={i + 1}
            tabIndex={focused === i + 1 ? 0 : -1}
            title={column.cell ? undefined : value}
            className={cx('staff-table-cell', i === 0 && 'staff-table-first')}
          >
            {column.cell ? column.cell(row) : <span className="staff-table-text">{value}</span>}
          </div>
        )
      })}
    </div>
  )
}) as <R>(props: RowProps<R>) => ReactNode
