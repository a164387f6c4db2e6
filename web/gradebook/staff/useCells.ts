import { useRef, useState } from 'react'
import { type CellChange, type CellValue, type Grades, grading } from '../../../contract/staff/gradebook.ts'
import { changeOfHeaders, toastWithUndo, undo } from '../../changes/undo.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { CallError, callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { toast } from '../../ui/Toast.tsx'
import { gradesOf } from '../staffQueries.ts'
import { type GradeRow, scoreIn, type Typed, textOf } from './cells.ts'
import { FIRST } from './GradeGrid.tsx'

type Pending = ReadonlyMap<string, ReadonlyMap<string, CellValue>>

/** Writes cells at once on screen and then on the server; what was overtaken is said with both values. */
export function useCells(courseId: string, table: Grades) {
  const { grades: t, writes } = useAuthoring()
  const [pending, setPending] = useState<Pending>(new Map())
  /** What this person wrote here, to take back the last by Ctrl+Z. */
  const done = useRef<string[]>([])

  const mark = (cells: Pick<CellChange, 'person_id' | 'gradable_id'>[], after: (i: number) => CellValue | undefined) =>
    setPending((now) => {
      const next = new Map(now)
      for (const [i, { person_id, gradable_id }] of cells.entries()) {
        const row = new Map(next.get(person_id))
        const value = after(i)
        if (value === undefined) row.delete(gradable_id)
        else row.set(gradable_id, value)
        if (row.size > 0) next.set(person_id, row)
        else next.delete(person_id)
      }
      return next
    })

  async function write(rows: GradeRow[], typed: Typed[], reason = ''): Promise<void> {
    const items = typed.flatMap(({ row, column, score }) => {
      const [person, gradable] = [rows[row], table.columns[column - FIRST]]
      if (!person || !gradable) return []
      const waiting = pending.get(person._id)
      const was = waiting?.has(gradable._id)
        ? (waiting.get(gradable._id) ?? null)
        : scoreIn(person.cells[column - FIRST])
      return was === score ? [] : [{ person_id: person._id, gradable_id: gradable._id, score, was }]
    })
    if (items.length === 0) return
    mark(items, (i) => items[i]?.score ?? null)
    try {
      const { data, headers } = await callWithHeaders(grading.write, {
        params: { course_id: courseId },
        body: { items, reason },
      })
      const [change] = changeOfHeaders(headers)
      if (change) done.current.push(change)
      queries.setQueryData(
        gradesOf(courseId).queryKey,
        (now: Grades | undefined) => now && withChanges(now, data.items),
      )
      if (items.length > 1) toastWithUndo(t.written(items.length), courseId, changeOfHeaders(headers), writes)
    } catch (error) {
      const isOvertaken = error instanceof CallError && error.code === 'conflict'
      const [newer] = isOvertaken ? ((error.current as { score: CellValue }[] | undefined) ?? []) : []
      const refused = error instanceof CallError && error.code === 'invalid'
      toast(newer ? t.overtaken(textOf(newer.score) || '–') : refused ? t.refused : writes.failed, 'wrong')
      await queries.invalidateQueries({ queryKey: gradesOf(courseId).queryKey })
    } finally {
      mark(items, () => undefined)
    }
  }

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

  return { pending, write, undoLast }
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
