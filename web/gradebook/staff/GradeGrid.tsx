// biome-ignore-all lint/a11y/useSemanticElements: of a table, every row would have to be there
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell has the focus

import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { readCell, textOf } from '../../../contract/staff/cellText.ts'
import type { CellValue, GradeColumn } from '../../../contract/staff/gradebook.ts'
import { adoptStyles } from '../../ui/staff/adopt.ts'
import { letterOf, placeAfter, placeOf } from '../../ui/staff/gridKeys.ts'
import type { Sort } from '../../ui/staff/Table.tsx'
import tools from '../../ui/staff/table.css?inline'
import { useRowWindow } from '../../ui/useRowWindow.ts'
import { cellsOf, FIRST, type GradeRow, type Place, pasted, rangeText, scoreIn, type Typed } from './cells.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import styles from './grid.css?inline'
import { ROW, showCell, useColumnWindow, WIDE } from './gridWindow.ts'
import { useSelection } from './useSelection.ts'
import { useTypedCell } from './useTypedCell.ts'

// The tools above the table look as above any other table.
adoptStyles(tools)
adoptStyles(styles)

interface Props {
  label: string
  rows: GradeRow[]
  columns: GradeColumn[]
  /** The cells that are being saved, by row and column. */
  pending: ReadonlyMap<string, ReadonlyMap<string, CellValue>>
  /** The other people in cells, by person and column of the cell. */
  others: ReadonlyMap<string, ReadonlyMap<string, string>>
  total: (row: GradeRow) => string
  /** Whether an empty cell counts as 0 by now. */
  isMissing: (column: GradeColumn, row: GradeRow) => boolean
  sort: Sort | undefined
  onSort: (id: string) => void
  onColumn: (column: GradeColumn) => void
  onTotal: (row: GradeRow) => void
  onHistory: (at: Place) => void
  onWrite: (cells: Typed[]) => void
  onWrong: (text: string) => void
  /** There is no cell after the written one, and a key would write over it. */
  onEdge: () => void
  /** The pasted range is larger than the rest of the table from its first cell on. */
  onTooLarge: (left: { rows: number; columns: number }) => void
  /** The cell is read-only now. */
  onClosed: () => void
  /** The cell in which the person typed no longer exists. */
  onLost: (text: string) => void
  onUndo: () => void
  onPlace: (at: Place) => void
  canWrite: boolean
  words: {
    name: string
    total: string
    hidden: string
    excused: string
    missing: string
    missingWhy: string
    closed: string
    closedWhy: string
    edit: (name: string) => string
    here: (name: string) => string
  }
  empty: ReactNode
}

/** Whether a key begins a score. */
const begins = (key: string) => /^[\d.,๐-๙]$/.test(key)

/** The gradebook as a spreadsheet: only visible cells are in the document, and one cell has the focus. */
export function GradeGrid(props: Props) {
  const { label, rows, columns, pending, total, sort, onSort, onColumn, words, empty, canWrite } = props
  const box = useRef<HTMLDivElement>(null)
  const { place, anchor, isThere, select } = useSelection(rows, columns)
  const typing = useTypedCell(rows, columns, canWrite, (at) => {
    select(at)
    props.onPlace(at)
  })
  const { editing, was } = typing
  // The edited cell may disappear meanwhile: neither the text nor the next keystrokes are for the cell in its place.
  const isLost = editing !== undefined && !isThere
  const leaveLost = useEffectEvent(() => {
    if (typing.text) props.onLost(typing.text)
    go({ row: place.row, column: 0 })
  })
  useEffect(() => {
    if (isLost) leaveLost()
  }, [isLost])
  const moves = useRef(false)
  /** The focused cell before the press. */
  const focused = useRef<Element>(null)
  const isShift = useRef(false)
  const { from, to } = useRowWindow(box, rows.length, ROW)
  const [left, right] = useColumnWindow(box, columns.length)
  // From a heading a range begins at the first row.
  const low = {
    row: Math.max(0, Math.min(place.row, anchor.row)),
    column: Math.max(FIRST, Math.min(place.column, anchor.column)),
  }
  const high = { row: Math.max(place.row, anchor.row), column: Math.max(place.column, anchor.column) }
  const isRange = low.row !== high.row || low.column !== high.column

  /** At the edge of the table a write leaves the focus in its cell, where the next score would overwrite it. */
  const atEdge = useRef(false)

  function go(next: Place, extend = false) {
    moves.current = true
    atEdge.current = false
    typing.end()
    select(next, extend)
    props.onPlace(next)
  }

  useLayoutEffect(() => {
    const grid = box.current
    if (!moves.current || !grid) return
    moves.current = false
    showCell(grid, place)
  })

  const readTyped = (text: string) => readCell(text, columns[place.column - FIRST]?.gradable_score)
  function commit(text: string, then: Place) {
    const score = readTyped(text)
    if (score === undefined) return props.onWrong(text)
    props.onWrite([{ ...place, score, was: was.current }])
    go(then)
    atEdge.current = then.row === place.row && then.column === place.column
  }
  const step = (row: number, column: number): Place => ({
    row: Math.max(0, Math.min(rows.length - 1, place.row + row)),
    column: Math.max(0, Math.min(columns.length + FIRST - 1, place.column + column)),
  })

  function edit(text: string) {
    if (rows[place.row]?.cells[place.column - FIRST] === 'closed') return props.onClosed()
    atEdge.current = false
    typing.begin(place, text, valueAt(place))
    select(place)
  }

  function leave(text: string) {
    if (!typing.isTyping.current) return
    typing.end()
    const score = readTyped(text)
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
    const letter = letterOf(event)
    if (altKey || editing !== undefined || place.row < -1) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2)
    const to = placeAfter(place, key, control, { rows: rows.length, columns: columns.length + FIRST, page })
    const isCell = place.row >= 0 && place.column >= FIRST
    // A range has scores alone.
    const next = to && shiftKey && isCell ? { row: Math.max(0, to.row), column: Math.max(FIRST, to.column) } : to
    const row = rows[place.row]
    const heading = place.row === -1 ? columns[place.column - FIRST] : undefined
    if (next) go(next, shiftKey && next.row >= 0)
    else if (control && letter === 'z' && !shiftKey) props.onUndo()
    else if (heading && key === 'F2') props.onColumn(heading)
    else if (control || !row) return
    else if ((key === 'Enter' || key === 'F2') && place.column < FIRST) props.onTotal(row)
    else if (!isCell) return
    else if (letter === 'h') props.onHistory(place)
    else if (!canWrite) return
    else if (atEdge.current && (key === 'Enter' || begins(key) || letter === 'x')) props.onEdge()
    else if (key === 'Enter' || key === 'F2') edit(textOf(valueAt(place)))
    else if (key === 'Delete' || key === 'Backspace') emptyRange()
    else if (begins(key)) edit(key)
    else if (letter === 'x') edit(letter)
    else return
    event.preventDefault()
  }

  const valueAt = ({ row, column }: Place): CellValue => {
    const one = rows[row]
    const id = columns[column - FIRST]?._id ?? ''
    const waiting = one && pending.get(one._id)
    return waiting?.has(id) ? (waiting.get(id) ?? null) : scoreIn(one?.cells[column - FIRST])
  }

  const emptyRange = () => props.onWrite(cellsOf(low, high).map((one) => ({ ...one, score: null })))

  function onCopy(event: ClipboardEvent) {
    if (editing !== undefined || place.row < 0 || place.column < FIRST) return
    event.clipboardData.setData('text/plain', rangeText(low, high, valueAt))
    event.preventDefault()
    if (event.type === 'cut' && canWrite) emptyRange()
  }

  function onPaste(event: ClipboardEvent) {
    if (editing !== undefined || place.row < 0 || place.column < FIRST || !canWrite) return
    event.preventDefault()
    const into = { from: low, to: high, rows: rows.length, columns }
    const found = pasted(event.clipboardData.getData('text/plain'), into)
    if ('wrong' in found) props.onWrong(found.wrong)
    else if ('left' in found) props.onTooLarge(found.left)
    else props.onWrite(found.cells)
  }

  function onClick(event: MouseEvent) {
    const target = event.target as Element
    const pressed = placeOf(target)
    // The mouse was released elsewhere.
    if (!pressed) return props.onPlace(place)
    const { row, column } = pressed
    if (row < 0 || target.matches('input')) return
    const one = rows[row]
    if (column < FIRST && one) props.onTotal(one)
    // A second press on the focused cell edits it: on a phone there is no other way.
    else if (
      target.closest('[data-column]') === focused.current &&
      canWrite &&
      editing === undefined &&
      !event.shiftKey
    )
      return edit(textOf(valueAt(place)))
    go({ row, column }, event.shiftKey)
  }

  /**
   * The keys act on the cell or heading with the focus, also if a mouse that was pressed on it is released elsewhere. What
   * the page says of the cell waits for the click: it could move the grid under the finger.
   */
  function onFocus(event: FocusEvent) {
    const at = placeOf(event.target as Element)
    if (!at || (at.row === place.row && at.column === place.column)) return
    atEdge.current = false
    select(at, isShift.current && at.row >= 0)
    isShift.current = false
  }

  const drawn = Array.from({ length: to - from }, (_, i) => from + i)
  if (place.row >= to) drawn.push(place.row)
  else if (place.row >= 0 && place.row < from) drawn.unshift(place.row)
  const width = `calc(var(--name) + ${(columns.length + 1) * WIDE}px)`

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
      onFocus={onFocus}
      onPointerDown={({ shiftKey }) => {
        isShift.current = shiftKey
        focused.current = document.activeElement
      }}
      onClick={onClick}
      onCopy={onCopy}
      onCut={onCopy}
      onPaste={onPaste}
    >
      <GridHead
        columns={columns}
        left={left}
        right={right}
        width={width}
        sort={sort}
        focused={place.row === -1 ? place.column : -1}
        onSort={onSort}
        onColumn={onColumn}
        words={words}
      />
      {rows.length === 0 ? (
        <div className="p-6">{empty}</div>
      ) : (
        <div role="rowgroup" className="grade-body" style={{ width, height: rows.length * ROW }}>
          {drawn.map((index) => {
            const row = rows[index]
            const isIn = isRange && index >= low.row && index <= high.row
            return (
              row && (
                <GridRow
                  key={row._id}
                  row={row}
                  index={index}
                  columns={columns}
                  left={left}
                  right={right}
                  pending={pending.get(row._id)}
                  others={props.others.get(row._id)}
                  total={total(row)}
                  isMissing={props.isMissing}
                  focused={place.row === index ? place.column : -1}
                  low={isIn ? low.column : 0}
                  high={isIn ? high.column : -1}
                  editing={place.row === index && !isLost ? editing : undefined}
                  onEditKey={onEditKey}
                  onType={(text) => typing.keep(place, text)}
                  onLeave={leave}
                  hidden={words.hidden}
                  excused={words.excused}
                  missing={words.missing}
                  missingWhy={words.missingWhy}
                  closed={words.closed}
                  closedWhy={words.closedWhy}
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
