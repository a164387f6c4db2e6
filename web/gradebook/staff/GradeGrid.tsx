// biome-ignore-all lint/a11y/useSemanticElements: of a table, every row would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell has the focus

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { readCell, textOf } from '../../../contract/staff/cellText.ts'
import type { CellValue, GradeColumn } from '../../../contract/staff/gradebook.ts'
import { cx } from '../../ui/cx.ts'
import { adoptStyles } from '../../ui/staff/adopt.ts'
import { placeAfter } from '../../ui/staff/gridKeys.ts'
import type { Sort } from '../../ui/staff/Table.tsx'
import tools from '../../ui/staff/table.css?inline'
import { useRowWindow } from '../../ui/useRowWindow.ts'
import { FIRST, type GradeRow, isHidden, type Place, pasted, scoreIn, type Typed } from './cells.ts'
import styles from './grid.css?inline'
import { useSelection } from './useSelection.ts'

// What stands above the table is laid out as above any other.
adoptStyles(tools)
adoptStyles(styles)

/** In px; grid.css has the height too. */
const ROW = 44
const WIDE = 112

interface Props {
  label: string
  rows: GradeRow[]
  columns: GradeColumn[]
  /** By the row and the column what is on its way to the server. */
  pending: ReadonlyMap<string, ReadonlyMap<string, CellValue>>
  /** By the person and the column of a cell, who else is in it. */
  others: ReadonlyMap<string, ReadonlyMap<string, string>>
  total: (row: GradeRow) => string
  sort: Sort | undefined
  onSort: (id: string) => void
  onColumn: (column: GradeColumn) => void
  onTotal: (row: GradeRow) => void
  onHistory: (at: Place) => void
  onWrite: (cells: Typed[]) => void
  onWrong: (text: string) => void
  onUndo: () => void
  onPlace: (at: Place) => void
  canWrite: boolean
  words: {
    name: string
    total: string
    hidden: string
    excused: string
    edit: (name: string) => string
    here: (name: string) => string
  }
  empty: ReactNode
}

/** The gradebook as a spreadsheet: only the cells in sight are in the document, and one of them has the focus. */
export function GradeGrid(props: Props) {
  const { label, rows, columns, pending, total, sort, onSort, onColumn, words, empty, canWrite } = props
  const box = useRef<HTMLDivElement>(null)
  const { place, anchor, isThere, select } = useSelection(rows, columns)
  const [editing, setEditing] = useState<string>()
  // Whose cell is typed in may be removed meanwhile: what is typed is not for who stands there now.
  if (editing !== undefined && !isThere) setEditing(undefined)
  const moves = useRef(false)
  /** What is typed is still to be written when the field is left. */
  const isTyping = useRef(false)
  /** What stood in the cell as the typing began: what others write meanwhile is not written over unseen. */
  const was = useRef<CellValue>(null)
  /** The cell that had the focus before it was pressed. */
  const focused = useRef<Element>(null)
  const { from, to } = useRowWindow(box, rows.length, ROW)
  const [left, right] = useColumnWindow(box, columns.length)
  const low = { row: Math.min(place.row, anchor.row), column: Math.max(FIRST, Math.min(place.column, anchor.column)) }
  const high = { row: Math.max(place.row, anchor.row), column: Math.max(place.column, anchor.column) }
  const isRange = low.row !== high.row || low.column !== high.column

  function go(next: Place, extend = false) {
    moves.current = true
    isTyping.current = false
    setEditing(undefined)
    select(next, extend)
    props.onPlace(next)
  }

  useLayoutEffect(() => {
    const grid = box.current
    if (!moves.current || !grid) return
    moves.current = false
    const name = grid.querySelector<HTMLElement>('.grade-name')?.offsetWidth ?? 0
    const x = (place.column - 1) * WIDE
    if (place.column >= 1 && x < grid.scrollLeft) grid.scrollLeft = x
    else if (place.column >= 1) grid.scrollLeft = Math.max(grid.scrollLeft, x + WIDE + name - grid.clientWidth)
    if (place.row >= 0 && place.row * ROW < grid.scrollTop) grid.scrollTop = place.row * ROW
    else grid.scrollTop = Math.max(grid.scrollTop, (place.row + 2) * ROW - grid.clientHeight)
    focusCell(grid, place)
  })

  function commit(text: string, then: Place) {
    const score = readCell(text)
    if (score === undefined) return props.onWrong(text)
    props.onWrite([{ ...place, score, was: was.current }])
    go(then)
  }
  const step = (row: number, column: number): Place => ({
    row: Math.max(0, Math.min(rows.length - 1, place.row + row)),
    column: Math.max(0, Math.min(columns.length + FIRST - 1, place.column + column)),
  })

  function edit(text: string) {
    isTyping.current = true
    was.current = valueAt(place)
    select(place)
    setEditing(text)
  }

  function leave(text: string) {
    if (!isTyping.current) return
    isTyping.current = false
    setEditing(undefined)
    const score = readCell(text)
    if (score === undefined) props.onWrong(text)
    else props.onWrite([{ ...place, score, was: was.current }])
  }

  function onEditKey(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey } = event
    const text = event.currentTarget.value
    if (key === 'Enter') commit(text, step(shiftKey ? -1 : 1, 0))
    else if (key === 'Tab') commit(text, step(0, shiftKey ? -1 : 1))
    else if (key === 'ArrowDown' || key === 'ArrowUp') commit(text, step(key === 'ArrowDown' ? 1 : -1, 0))
    else if (key === 'Escape') go(place)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, altKey } = event
    const control = event.ctrlKey || event.metaKey
    if (altKey || editing !== undefined || place.row < -1) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2)
    const next = placeAfter(place, key, control, { rows: rows.length, columns: columns.length + FIRST, page })
    const isCell = place.row >= 0 && place.column >= FIRST
    const row = rows[place.row]
    if (next) go(next, shiftKey && next.row >= 0)
    else if (control && key.toLowerCase() === 'z') props.onUndo()
    else if (control || !row) return
    else if ((key === 'Enter' || key === 'F2') && place.column < FIRST) props.onTotal(row)
    else if (!isCell) return
    else if (key.toLowerCase() === 'h') props.onHistory(place)
    else if (!canWrite) return
    else if (key === 'Enter' || key === 'F2') edit(textOf(valueAt(place)))
    else if (key === 'Delete' || key === 'Backspace')
      props.onWrite(cellsOf(low, high).map((one) => ({ ...one, score: null })))
    else if (/^[\d.,x๐-๙]$/i.test(key)) edit(key)
    else return
    event.preventDefault()
  }

  const valueAt = ({ row, column }: Place): CellValue => {
    const one = rows[row]
    const id = columns[column - FIRST]?._id ?? ''
    const waiting = one && pending.get(one._id)
    return waiting?.has(id) ? (waiting.get(id) ?? null) : scoreIn(one?.cells[column - FIRST])
  }

  function onCopy(event: ClipboardEvent) {
    if (editing !== undefined || place.row < 0) return
    const lines = rows
      .slice(low.row, high.row + 1)
      .map((_, i) =>
        Array.from({ length: high.column - low.column + 1 }, (_, j) =>
          textOf(valueAt({ row: low.row + i, column: low.column + j })),
        ).join('\t'),
      )
    event.clipboardData.setData('text/plain', lines.join('\n'))
    event.preventDefault()
  }

  function onPaste(event: ClipboardEvent) {
    if (editing !== undefined || place.row < 0 || place.column < FIRST || !canWrite) return
    event.preventDefault()
    const found = pasted(event.clipboardData.getData('text/plain'), low, high)
    if ('wrong' in found) props.onWrong(found.wrong)
    else props.onWrite(found.cells)
  }

  function onClick(event: MouseEvent) {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]')
    const row = Number(cell?.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)
    const column = Number(cell?.dataset.column ?? -1)
    if (row < 0 || column < 0 || (event.target as Element).matches('input')) return
    const one = rows[row]
    if (column < FIRST && one) props.onTotal(one)
    // A second press on the cell that has the focus writes there: on a phone there is no other way.
    else if (cell === focused.current && canWrite && editing === undefined && !event.shiftKey)
      return edit(textOf(valueAt(place)))
    go({ row, column }, event.shiftKey)
  }

  const drawn = Array.from({ length: to - from }, (_, i) => from + i)
  if (place.row >= to) drawn.push(place.row)
  else if (place.row >= 0 && place.row < from) drawn.unshift(place.row)
  const width = `calc(var(--name) + ${(columns.length + 1) * WIDE}px)`
  const arrow = (id: string) => (sort?.column !== id ? 'none' : sort.descending ? 'descending' : 'ascending')

  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + FIRST}
      aria-multiselectable
      className="grade-grid"
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        focused.current = document.activeElement
      }}
      onClick={onClick}
      onCopy={onCopy}
      onPaste={onPaste}
    >
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
                tabIndex={place.row === -1 && place.column === i ? 0 : -1}
                onClick={() => onSort(id)}
              >
                {label}
              </button>
            </div>
          ))}
          {columns.slice(left, right).map((column, i) => {
            const index = left + i
            return (
              <div
                key={column._id}
                role="columnheader"
                aria-colindex={index + FIRST + 1}
                aria-sort={arrow(column._id)}
                title={column.gradable_name}
                className="grade-cell"
                style={{ left: `calc(var(--name) + ${(index + 1) * WIDE}px)`, width: WIDE }}
              >
                <button
                  type="button"
                  className={cx('grade-sort', !column.released && !column.final && 'grade-hidden')}
                  data-column={index + FIRST}
                  tabIndex={place.row === -1 && place.column === index + FIRST ? 0 : -1}
                  onClick={() => onSort(column._id)}
                >
                  <span className="line-clamp-2">{column.gradable_name}</span>
                </button>
                <button
                  type="button"
                  aria-label={words.edit(column.gradable_name)}
                  tabIndex={-1}
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
      {rows.length === 0 ? (
        <div className="p-6">{empty}</div>
      ) : (
        <div role="rowgroup" className="grade-body" style={{ width, height: rows.length * ROW }}>
          {drawn.map((index) => {
            const row = rows[index]
            const isIn = isRange && index >= low.row && index <= high.row
            return (
              row && (
                <Row
                  key={row._id}
                  row={row}
                  index={index}
                  columns={columns}
                  left={left}
                  right={right}
                  pending={pending.get(row._id)}
                  others={props.others.get(row._id)}
                  total={total(row)}
                  focused={place.row === index ? place.column : -1}
                  low={isIn ? low.column : 0}
                  high={isIn ? high.column : -1}
                  editing={place.row === index ? editing : undefined}
                  onEditKey={onEditKey}
                  onLeave={leave}
                  hidden={words.hidden}
                  excused={words.excused}
                  here={words.here}
                />
              )
            )
          })}
        </div>
      )}
    </div>
  )
}

function cellsOf(low: Place, high: Place): Place[] {
  const cells: Place[] = []
  for (let row = low.row; row <= high.row; row += 1)
    for (let column = low.column; column <= high.column; column += 1) cells.push({ row, column })
  return cells
}

function focusCell(grid: HTMLElement, { row, column }: Place): void {
  const cell = grid.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)
  cell?.focus({ preventScroll: true })
}

/** The first column in sight and the one after the last, each `WIDE` px. */
function useColumnWindow(box: { current: HTMLElement | null }, count: number): [number, number] {
  const [range, setRange] = useState<[number, number]>([0, 12])
  useEffect(() => {
    const grid = box.current
    if (!grid) return
    const look = () => {
      const from = Math.max(0, Math.floor(grid.scrollLeft / WIDE) - 2)
      const to = Math.ceil((grid.scrollLeft + grid.clientWidth) / WIDE) + 1
      setRange((now) => (now[0] === from && now[1] === to ? now : [from, to]))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(grid)
    grid.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      grid.removeEventListener('scroll', look)
    }
  }, [box])
  return [Math.min(range[0], count), Math.min(range[1], count)]
}

interface RowProps {
  row: GradeRow
  index: number
  columns: GradeColumn[]
  left: number
  right: number
  pending: ReadonlyMap<string, CellValue> | undefined
  /** By the column, who else is there. */
  others: ReadonlyMap<string, string> | undefined
  total: string
  /** The column of the cell with the focus; -1 if it is in another row. */
  focused: number
  /** The selected columns of this row. */
  low: number
  high: number
  /** What is being typed into the cell with the focus. */
  editing: string | undefined
  onEditKey: (event: KeyboardEvent<HTMLInputElement>) => void
  onLeave: (text: string) => void
  hidden: string
  excused: string
  here: (name: string) => string
}

const isSameRow = (a: RowProps, b: RowProps) =>
  a.row === b.row &&
  a.index === b.index &&
  a.columns === b.columns &&
  a.left === b.left &&
  a.right === b.right &&
  a.pending === b.pending &&
  a.others === b.others &&
  a.total === b.total &&
  a.focused === b.focused &&
  a.low === b.low &&
  a.high === b.high &&
  a.editing === b.editing &&
  // What is typed is written by the handlers of the last drawing.
  a.focused === -1

const Row = memo(function Row(props: RowProps) {
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
        title={`${row.first} ${row.last}`}
        className="grade-cell grade-name"
      >
        <span className="truncate">
          {row.first} {row.last}
        </span>
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
                aria-label={`${row.first} ${row.last}, ${column.gradable_name}`}
                defaultValue={editing}
                inputMode="decimal"
                onKeyDown={props.onEditKey}
                onBlur={(event) => props.onLeave(event.currentTarget.value)}
              />
            ) : value === 'excused' ? (
              <span className="text-ink-soft">{props.excused}</span>
            ) : (
              <span className={cx(isSecret && 'grade-hidden')} title={isSecret ? props.hidden : undefined}>
                {textOf(value)}
                {isSecret && <span className="sr-only">, {props.hidden}</span>}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}, isSameRow)
