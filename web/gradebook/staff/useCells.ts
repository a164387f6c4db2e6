import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { textOf } from '../../../contract/staff/cellText.ts'
import { type CellChange, type CellValue, type Grades, grading } from '../../../contract/staff/gradebook.ts'
import { changeOfHeaders, toastWithUndo, undo } from '../../changes/undo.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { CallError, callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { toast } from '../../ui/Toast.tsx'
import { gradesOf } from '../staffQueries.ts'
import { type GradeRow, scoreIn, type Typed } from './cells.ts'
import { FIRST } from './GradeGrid.tsx'

type Pending = ReadonlyMap<string, ReadonlyMap<string, CellValue>>

interface Batch {
  items: { person_id: string; gradable_id: string; score: CellValue }[]
  reason: string
}

const keyOf = ({ person_id, gradable_id }: Pick<CellChange, 'person_id' | 'gradable_id'>) =>
  `${person_id}/${gradable_id}`

/**
 * Writes cells at once on screen and then on the server, one batch after the other; what was overtaken is said with both
 * values. What the server did not get, for want of a network, stays on screen until it is sent again.
 */
export function useCells(courseId: string, table: Grades) {
  const { grades: t, writes } = useAuthoring()
  const [pending, setPending] = useState<Pending>(new Map())
  const [unsaved, setUnsaved] = useState<Batch[]>([])
  /** What this person wrote here, to take back the last by Ctrl+Z. */
  const done = useRef<string[]>([])
  const line = useRef(Promise.resolve())
  /** What the server has in cells that wait, by their key: what is typed next there replaces that. */
  const base = useRef(new Map<string, CellValue>())

  const mark = (
    cells: Pick<CellChange, 'person_id' | 'gradable_id'>[],
    after: (i: number, now: CellValue | undefined) => CellValue | undefined,
  ) =>
    setPending((now) => {
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
    })

  function write(rows: GradeRow[], typed: Typed[], reason = ''): void {
    const items = typed.flatMap(({ row, column, score }) => {
      const [person, gradable] = [rows[row], table.columns[column - FIRST]]
      if (!person || !gradable) return []
      const was = scoreIn(person.cells[column - FIRST])
      const at = { person_id: person._id, gradable_id: gradable._id }
      const waiting = pending.get(person._id)
      const isWaiting = waiting?.has(gradable._id) ?? false
      if (!isWaiting) base.current.set(keyOf(at), was)
      const shown = isWaiting ? (waiting?.get(gradable._id) ?? null) : was
      return shown === score ? [] : [{ ...at, score }]
    })
    if (items.length > 0) enqueue({ items, reason })
  }

  function enqueue(batch: Batch): void {
    const { items } = batch
    mark(items, (i) => items[i]?.score ?? null)
    line.current = line.current.then(() => send(batch))
  }

  /** These cells wait no more, but for those in which something newer was typed. */
  function settle(items: Batch['items']): void {
    mark(items, (i, now) => (now === items[i]?.score ? undefined : now))
  }

  async function send({ items, reason }: Batch): Promise<void> {
    const body = { items: items.map((item) => ({ ...item, was: base.current.get(keyOf(item)) ?? null })), reason }
    try {
      const { data, headers } = await callWithHeaders(grading.write, { params: { course_id: courseId }, body })
      const [change] = changeOfHeaders(headers)
      if (change) done.current.push(change)
      for (const item of items) base.current.set(keyOf(item), item.score)
      queries.setQueryData(
        gradesOf(courseId).queryKey,
        (now: Grades | undefined) => now && withChanges(now, data.items),
      )
      settle(items)
      if (items.length > 1) toastWithUndo(t.written(items.length), courseId, changeOfHeaders(headers), writes)
    } catch (error) {
      const code = error instanceof CallError ? error.code : undefined
      if (code !== 'conflict' && code !== 'invalid') {
        setUnsaved((now) => [...now, { items, reason }])
        return
      }
      const current = (error as CallError).current as { score: CellValue }[] | undefined
      const newer = code === 'conflict' ? current?.[0] : undefined
      toast(newer ? t.overtaken(textOf(newer.score) || '–') : t.refused, 'wrong')
      settle(items)
      await queries.invalidateQueries({ queryKey: gradesOf(courseId).queryKey })
    }
  }

  function sendAgain(): void {
    setUnsaved([])
    for (const batch of unsaved) enqueue(batch)
  }

  function discard(): void {
    setUnsaved([])
    mark(
      unsaved.flatMap(({ items }) => items),
      () => undefined,
    )
  }

  // With the network back, nobody has to ask for it.
  const again = useEffectEvent(sendAgain)
  useEffect(() => {
    const isBack = () => again()
    addEventListener('online', isBack)
    return () => removeEventListener('online', isBack)
  }, [])

  async function undoLast(): Promise<void> {
    const change = done.current.pop()
    if (!change) return
    try {
      await undo(courseId, change)
      toast(writes.undone, 'done')
    } catch (error) {
      toast(error instanceof CallError && error.code === 'conflict' ? writes.notUndone : writes.failed, 'wrong')
    }
  }

  return {
    ...{ pending, write, undoLast, sendAgain, discard },
    /** How many cells the server did not get. */
    unsaved: new Set(unsaved.flatMap(({ items }) => items.map(keyOf))).size,
  }
}

/** What was written, as it stands until the table is read again. */
function withChanges(table: Grades, changes: CellChange[]): Grades {
  const byPerson = Map.groupBy(changes, ({ person_id }) => person_id)
  const place = new Map(table.columns.map(({ _id }, i) => [_id, i]))
  const rows = table.rows.map((row) => {
    const mine = byPerson.get(row._id)
    if (!mine) return row
    const cells = [...row.cells]
    for (const { gradable_id, after } of mine) {
      const i = place.get(gradable_id) ?? -1
      const column = table.columns[i]
      const wasHidden = typeof cells[i] === 'object' && cells[i] !== null
      const isTold = column?.final ? table.final_released : column?.released
      cells[i] = typeof after === 'number' && (wasHidden || !isTold) ? { hidden: after } : after
    }
    return { ...row, cells }
  })
  return { ...table, rows }
}
