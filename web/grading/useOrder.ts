import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Work } from '../../contract/staff/grading.ts'
import { orderIn, ownerOf, ownersIn } from './order.ts'
import type { Row } from './rows.tsx'

/**
 * The works in the order of the list in the address. The order stays during grading, though a graded work leaves a list
 * of waiting works.
 */
export function useOrder(rows: Row[], listed: Row[], work: Pick<Work, '_id' | 'owner_id'> | undefined) {
  const { search } = useLocation()
  const [kept, setKept] = useState({ search, ids: [] as string[] })
  const ids = ownersIn(listed)
  if (kept.search !== search || (kept.ids.length === 0 && ids.length > 0)) setKept({ search, ids })
  return orderIn(kept.ids, rows, work && ownerOf(kept.ids, rows, work))
}
