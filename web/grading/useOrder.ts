import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Work } from '../../contract/staff/grading.ts'
import { orderIn } from './order.ts'
import { gradable, type Row } from './rows.tsx'

/**
 * The works in the order of the list in the address. The order stays during grading, though a graded work leaves a list
 * of waiting works.
 */
export function useOrder(rows: Row[], listed: Row[], work: Pick<Work, 'owner_id'> | undefined) {
  const { search } = useLocation()
  const [kept, setKept] = useState({ search, ids: [] as string[] })
  const ids = gradable(listed).map(({ _id }) => _id)
  if (kept.search !== search || (kept.ids.length === 0 && ids.length > 0)) setKept({ search, ids })
  return orderIn(kept.ids, rows, work?.owner_id)
}
