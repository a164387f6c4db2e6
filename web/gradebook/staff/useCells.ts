import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type CellChange,
  type CellConflict,
  type CellValue,
  cellsMost,
  type Grades,
  grading,
} from '../../../contract/staff/gradebook.ts'
import { hundredths, letterOf } from '../../../contract/totals.ts'
import { changeOfHeaders, isUndone, toastWithUndo, undo } from '../../changes/undo.ts'
import { useOnline } from '../../common/useOnline.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { CallError, callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { showAnswer } from '../../loading/showAnswer.ts'
import { useMe } from '../../session/queries.ts'
import { toast } from '../../ui/Toast.tsx'
import { gradesOf } from '../staffQueries.ts'
import { type BatchConflict, batchConflictOf, chosenOf, keyOf, refusedIn } from './batchConflict.ts'
import { FIRST, type GradeRow, scoreIn, type Typed } from './cells.ts'
import { type Batch, keptCells } from './keptCells.ts'

type Pending = ReadonlyMap<string, ReadonlyMap<string, CellValue>>
type At = Pick<CellChange, 'person_id' | 'gradable_id'>

function marked(
  now: Pending,
  cells: At[],
  after: (i: number, now: CellValue | undefined) => CellValue | undefined,
): Pending {
  const next = new Map(now)
  for (const [i, { person_id, gradable_id }] of cells.entries()) {
    const row = new Map(next.get(person_id))
    const value = after(i, row.get(gradable_id))
    if (value === undefined) row.delete(gradable_id)
    else row.set(gradable_id, value)
    if (row.size > 0) next.set(person_id, row)
    else next.delete(person_id)
  }
  return next
}

/**
 * Writes cells to the screen at once and then to the server, one batch after the other. An overtaken cell shows both
 * values and waits until its writer chooses; one that this person cannot write is named, and the others are written.
 * Without a network, unsaved cells stay on screen until they are sent again.
 */
export function useCells(courseId: string, table: Grades) {
  const { grades: t, writes } = useAuthoring()
  const me = useMe()
  const [{ kept, left }] = useState(() => {
    const kept = keptCells(me._id, courseId)
    return { kept, left: kept.take() }
  })
  const [pending, setPending] = useState<Pending>(() =>
    left.reduce<Pending>((now, { items }) => marked(now, items, (i) => items[i]?.score ?? null), new Map()),
  )
  const [unsaved, setUnsaved] = useState(left)
  const [conflicts, setConflicts] = useState<BatchConflict[]>([])
  /** Cells that are neither saved nor discarded. */
  const open = useRef(left)
  const [isKept, setKept] = useState(true)
  /** This person's writes here, for Ctrl+Z. */
  const done = useRef<string[]>([])
  const line = useRef(Promise.resolve())
  /** The server's values of waiting cells, by key: the next write of such a cell replaces that value. */
  const [base] = useState(
    // Of several writes to one cell, the first knows the original value.
    () => new Map(left.flatMap(({ items }) => items.map((item) => [keyOf(item), item.was] as const)).reverse()),
  )

  /** The last write of each cell, by key. */
  const [last] = useState(() => new Map<string, Batch['items'][number]>())
  /** Without the cells that were written again later: sent after that, an older score would overwrite the newer one. */
  const wanted = (batches: Batch[]): Batch[] =>
    batches.flatMap((batch) => {
      const items = batch.items.filter((item) => (last.get(keyOf(item)) ?? item) === item)
      if (items.length === batch.items.length) return batch
      return items.length > 0 ? { ...batch, items } : []
    })

  const mark = (cells: At[], after: Parameters<typeof marked>[2]) => setPending((now) => marked(now, cells, after))

  function keep(batches: Batch[]): void {
    open.current = batches
    setKept(kept.keep(wanted(batches)))
  }
  const isOver = (batch: Batch) => keep(open.current.filter((one) => one !== batch))

  function write(rows: GradeRow[], typed: Typed[], reason = ''): void {
    const isOpen = ({ row, column }: Typed) => rows[row]?.cells[column - FIRST] !== 'closed'
    const writable = typed.filter(isOpen)
    const items = writable.flatMap(({ row, column, score, was = scoreIn(rows[row]?.cells[column - FIRST]) }) => {
      const [person, gradable] = [rows[row], table.columns[column - FIRST]]
      if (!person || !gradable) return []
      const at = { person_id: person._id, gradable_id: gradable._id }
      const ofRow = pending.get(person._id)
      const isWaiting = ofRow?.has(gradable._id) ?? false
      if (!isWaiting) base.set(keyOf(at), was)
      const shown = isWaiting ? (ofRow?.get(gradable._id) ?? null) : was
      return shown === score ? [] : [{ ...at, score, was: base.get(keyOf(at)) ?? null }]
    })
    const above = items.filter(
      ({ gradable_id, score }) => typeof score === 'number' && score > mostOf(table, gradable_id),
    )
    if (above.length > 0) toast(t.above(above.length), 'soon')
    if (writable.length < typed.length) toast(t.notOpen(typed.length - writable.length), 'wrong')
    if (items.length > cellsMost) toast(t.tooMany(number(cellsMost)), 'wrong')
    else if (items.length > 0) {
      const batch = { items, reason }
      for (const item of items) last.set(keyOf(item), item)
      keep([...open.current, batch])
      enqueue(batch)
    }
  }

  function enqueue(batch: Batch): void {
    const { items } = batch
    mark(items, (i) => items[i]?.score ?? null)
    line.current = line.current.then(() => send(batch))
  }

  /** Removes waiting cells, except those with a newer value. */
  function settle(items: Batch['items']): void {
    mark(items, (i, now) => (now === items[i]?.score ? undefined : now))
  }

  async function send(batch: Batch): Promise<void> {
    const { items, reason } = batch
    const body = { items: items.map((item) => ({ ...item, was: base.get(keyOf(item)) ?? null })), reason }
    try {
      const { data, headers } = await callWithHeaders(grading.write, { params: { course_id: courseId }, body })
      const [change] = changeOfHeaders(headers)
      if (change) done.current.push(change)
      isOver(batch)
      for (const item of items) base.set(keyOf(item), item.score)
      // An emptied cell may show what it has by itself.
      for (const cell of data.items) base.set(keyOf(cell), cell.after)
      showAnswer<Grades>(gradesOf(courseId).queryKey, (now) => now && withChanges(now, data.items))
      settle(items)
      if (items.length > 1) toastWithUndo(t.written(items.length), courseId, changeOfHeaders(headers), writes)
    } catch (error) {
      const { code, status, current, fields = {} } = error as Partial<CallError>
      const isForbidden = status === 403 || status === 404
      const { refused, rest } = refusedIn(batch, fields)
      if (code === 'conflict') {
        setConflicts((now) => [...now, batchConflictOf(batch, current as CellConflict[], table)])
        settle(items)
      } else if (refused.items.length > 0) {
        const why = isForbidden ? 'final' : 'group'
        setConflicts((now) => [...now, batchConflictOf(refused, refused.items, table, why)])
        settle(refused.items)
        const parts = [refused, rest].filter(({ items }) => items.length > 0)
        keep(open.current.flatMap((one) => (one === batch ? parts : one)))
        if (parts.includes(rest)) await send(rest)
      } else {
        if (isForbidden) toast(t.forbidden(items.length), 'wrong')
        return setUnsaved((now) => [...now, batch])
      }
      await queries.invalidateQueries({ queryKey: gradesOf(courseId).queryKey })
    }
  }

  /** Carries out the choice for the first overtaken cells. */
  function take(which: 'rest' | 'all' | 'none'): void {
    const [first] = conflicts
    if (!first) return
    setConflicts((now) => now.slice(1))
    if (which === 'none') {
      isOver(first.batch)
      return
    }
    isOver(first.batch)
    const [still] = wanted([first.batch])
    if (!still) return
    const batch = chosenOf({ ...first, batch: still }, which)
    for (const [key, theirs] of first.newer) base.set(key, theirs)
    for (const item of batch.items) last.set(keyOf(item), item)
    keep([...open.current, batch])
    enqueue(batch)
  }

  function sendAgain(): void {
    const left = wanted(unsaved)
    setUnsaved([])
    keep([...open.current.filter((batch) => !unsaved.includes(batch)), ...left])
    for (const batch of left) enqueue(batch)
  }

  /** Returns what puts the cells back, but for those that say something else by then. */
  function discard(): () => void {
    const left = wanted(unsaved)
    setUnsaved([])
    keep(open.current.filter((batch) => !unsaved.includes(batch)))
    const items = left.flatMap((batch) => batch.items)
    mark(items, () => undefined)
    return () => {
      const isAsBefore = (item: Batch['items'][number]) => (base.get(keyOf(item)) ?? null) === item.was
      const back = left.map((batch) => ({ ...batch, items: batch.items.filter(isAsBefore) }))
      setUnsaved((now) => [...back, ...now])
      // What was typed since is sent after it.
      keep([...back, ...open.current])
      mark(items.filter(isAsBefore), (i, now) =>
        now === undefined ? (items.filter(isAsBefore)[i]?.score ?? null) : now,
      )
    }
  }

  // Runs by itself when the network is back, and for cells that an earlier page left.
  const again = useEffectEvent(sendAgain)
  useEffect(() => again(), [])
  useOnline(sendAgain)

  async function undoLast(): Promise<void> {
    await line.current
    const change = done.current.findLast((one) => !isUndone(one))
    if (!change) return
    try {
      await undo(courseId, change)
      toast(writes.undone, 'done')
    } catch (error) {
      toast(error instanceof CallError && error.code === 'conflict' ? writes.notUndone : writes.failed, 'wrong')
    }
  }

  return {
    ...{ pending, write, undoLast, sendAgain, discard, take },
    /** Waits until each cell on its way is saved or refused. */
    sent: () => line.current,
    /** Cells that other people wrote first. */
    conflict: conflicts[0],
    /** How many cells the server has not received. */
    unsaved: new Set(wanted(unsaved).flatMap(({ items }) => items.map(keyOf))).size,
    /** Whether the device keeps the unsaved cells. */
    isKept,
  }
}

/** The highest usual score of a column; extra credit has none. */
function mostOf({ columns }: Grades, gradable: string): number {
  const column = columns.find(({ _id }) => _id === gradable)
  return column && !column.extra && column.gradable_score > 0 ? column.gradable_score : Number.POSITIVE_INFINITY
}

/** A written cell, as it looks until the table is read again. */
function withChanges(table: Grades, changes: CellChange[]): Grades {
  const byPerson = Map.groupBy(changes, ({ person_id }) => person_id)
  const place = new Map(table.columns.map(({ _id }, i) => [_id, i]))
  const rows = table.rows.map((row) => {
    const mine = byPerson.get(row._id)
    if (!mine) return row
    const cells = [...row.cells]
    let letter = row.final_letter ?? null
    for (const { gradable_id, after } of mine) {
      const i = place.get(gradable_id) ?? -1
      const column = table.columns[i]
      const wasHidden = typeof cells[i] === 'object' && cells[i] !== null
      const isReleased = column?.final ? table.final_released : column?.released
      cells[i] = typeof after === 'number' && (wasHidden || !isReleased) ? { hidden: after } : after
      if (column?.final) letter = typeof after === 'number' ? letterOf(hundredths(after), table.letters) : null
    }
    return { ...row, cells, final_letter: letter ?? undefined }
  })
  return { ...table, rows }
}
