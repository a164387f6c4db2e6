import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Work } from '../../contract/staff/grading.ts'
import { gradable, type Row, waits } from './rows.tsx'

/**
 * The works in the order of the list that the address names. It stays while they are graded, though a graded work
 * leaves a list of waiting works.
 */
export function useOrder(rows: Row[], listed: Row[], work: Pick<Work, 'attempts'> | undefined) {
  const { search } = useLocation()
  const [kept, setKept] = useState({ search, ids: [] as string[] })
  const ids = gradable(listed).map(({ _id }) => _id)
  if (kept.search !== search || (kept.ids.length === 0 && ids.length > 0)) setKept({ search, ids })
  const byId = new Map(rows.map((row) => [row._id, row]))
  const all = kept.ids.flatMap((id) => byId.get(id) ?? []).filter(({ submission }) => submission !== null)
  const attempts = new Set(work?.attempts.map(({ _id }) => _id))
  const at = all.findIndex(({ submission }) => submission !== null && attempts.has(submission))
  const after = all.slice(at + 1)
  return {
    at,
    count: all.length,
    row: rows.find(({ submission }) => submission !== null && attempts.has(submission)),
    next: after[0],
    previous: at > 0 ? all[at - 1] : undefined,
    /** The next one that nobody has graded, from the beginning again after the last. */
    nextLeft: after.find(waits) ?? all.slice(0, Math.max(0, at)).find(waits),
    left: all.filter(waits).length,
  }
}
