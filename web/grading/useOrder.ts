import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Work } from '../../contract/staff/grading.ts'
import { gradable, type Row, waits } from './rows.tsx'

/**
 * The works in the order of the list that the address names. It stays while they are graded, though a graded work
 * leaves a list of waiting works.
 */
export function useOrder(rows: Row[], listed: Row[], work: Pick<Work, 'owner_id'> | undefined) {
  const { search } = useLocation()
  const [kept, setKept] = useState({ search, ids: [] as string[] })
  const ids = gradable(listed).map(({ _id }) => _id)
  if (kept.search !== search || (kept.ids.length === 0 && ids.length > 0)) setKept({ search, ids })
  const byId = new Map(rows.map((row) => [row._id, row]))
  const all = kept.ids.flatMap((id) => byId.get(id) ?? []).filter(({ submission }) => submission !== null)
  // By whose it is: the attempt in the list may be one that came in after the work was read.
  const at = all.findIndex(({ _id }) => _id === work?.owner_id)
  const after = all.slice(at + 1)
  return {
    at,
    count: all.length,
    row: rows.find(({ _id }) => _id === work?.owner_id),
    next: after[0],
    previous: at > 0 ? all[at - 1] : undefined,
    /** The next one that nobody has graded, from the beginning again after the last. */
    nextLeft: after.find(waits) ?? all.slice(0, Math.max(0, at)).find(waits),
    left: all.filter(waits).length,
  }
}
