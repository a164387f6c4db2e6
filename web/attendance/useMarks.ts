import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AttendanceRow, attendance } from '../../contract/attendance.ts'
import { changeOfHeaders, isUndone, toastWithUndo, undo } from '../changes/undo.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { CallError, callWithHeaders, isTransient } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { showAnswer } from '../loading/showAnswer.ts'
import { useMe } from '../session/queries.ts'
import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'
import { toast } from '../ui/Toast.tsx'
import { nameOf } from './columns.tsx'
import { createMarks, type Marking, type Outcome, type Sent } from './marks.ts'
import { sheetOf } from './queries.ts'

/** Marks the students of a class, each at once, and undoes marks. */
export function useMarks(schedule_id: string) {
  const course_id = useCourseId()
  const me = useMe()
  const { attendance: t, writes } = useAuthoring()
  const [{ marks, take, takeRest, takeBack }] = useState(() => open())
  const state = useSyncExternalStore(marks.subscribe, marks.get)
  useEffect(() => {
    marks.start()
    addEventListener('online', marks.retry)
    return () => {
      removeEventListener('online', marks.retry)
      marks.stop()
    }
  }, [marks])
  return { ...state, take, takeRest, takeBack }

  function open() {
    const params = { course_id, schedule_id }
    const { queryKey } = sheetOf(course_id, schedule_id)
    const typed = typedOf(thisBrowser, me._id, 'attendance')
    const place = `${course_id}:${schedule_id}`
    /** The changes of this screen, the latest at the end, and whom each marked. */
    const made: { change: string; rows: AttendanceRow[] }[] = []
    const rowsNow = () => queries.getQueryData<{ items: AttendanceRow[] }>(queryKey)?.items ?? []
    const show = (rows: AttendanceRow[]) => {
      const byId = new Map(rows.map((row) => [row._id, row]))
      showAnswer<{ items: AttendanceRow[] }>(
        queryKey,
        (sheet) => sheet && { items: sheet.items.map((row) => byId.get(row._id) ?? row) },
      )
      void queries.invalidateQueries({ queryKey: ['courses', course_id, 'schedules', 'attendance'] })
    }

    const keep = (headers: Headers, rows: AttendanceRow[]) =>
      made.push(...changeOfHeaders(headers).map((change) => ({ change, rows })))

    async function send(items: Sent[]): Promise<Outcome> {
      try {
        const { data, headers } = await callWithHeaders(attendance.take, { params, body: { items } })
        keep(headers, data.items)
        return { kind: 'saved', rows: data.items }
      } catch (error) {
        const { code, status, current } = error as CallError
        // After a 401 or a 429 the same marks may succeed later: the device keeps them until then.
        if (isTransient(error) || status === 401 || status === 429) return { kind: 'away' }
        return code === 'conflict' ? { kind: 'newer', rows: current as AttendanceRow[] } : { kind: 'refused' }
      }
    }
    const marks = createMarks({
      kept: readKept(typed.read(place)),
      keep: (pending) => (pending.length > 0 ? typed.keep(place, JSON.stringify(pending)) : typed.drop(place)),
      rowOf: (id) => rowsNow().find(({ _id }) => _id === id),
      ...{ send, show },
      onMeanwhile: ([first]) => first && toast(t.meanwhile(nameOf(first)), 'wrong'),
      onRefused() {
        toast(t.refused, 'wrong')
        return queries.invalidateQueries({ queryKey, refetchType: 'all' })
      },
    })

    return {
      marks,
      take: (people: string[], marking: Marking) => marks.mark(people, marking),
      /** Marks all students without attendance. */
      async takeRest(rest: 1 | 3) {
        await marks.settled()
        // Whoever has a mark that the server lacks would get the one of the rest.
        if (marks.get().pending.size > 0) return toast(writes.failed, 'wrong')
        try {
          const { data, headers } = await callWithHeaders(attendance.take, { params, body: { rest } })
          show(data.items)
          keep(headers, data.items)
          toastWithUndo(t.marked(data.items.length), course_id, changeOfHeaders(headers), writes)
        } catch {
          toast(writes.failed, 'wrong')
        }
      },
      /** Undoes the last mark of this screen. */
      async takeBack() {
        await marks.settled()
        // The last mark is not there yet, and an earlier one is not meant.
        if (marks.get().pending.size > 0) return toast(writes.failed, 'wrong')
        const last = made.findLast(({ change }) => !isUndone(change))
        if (!last) return
        try {
          await undo(course_id, last.change)
          const [first] = last.rows
          // Marks in quick succession are one change.
          toast(t.takenBack(last.rows.length, first ? nameOf(first) : ''), 'done')
        } catch (error) {
          toast(error instanceof CallError && error.code === 'conflict' ? writes.notUndone : writes.failed, 'wrong')
        }
      },
    }
  }
}

/** Unsaved marks from the person's earlier visit. */
function readKept(text: string | null): [string, Marking][] {
  try {
    const kept = JSON.parse(text ?? '[]') as [string, Marking][]
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
