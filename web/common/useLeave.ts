import { useLocation, useNavigate } from 'react-router'
import { useHasLeft } from './useHasLeft.ts'

/** The path and search of the page that opened this one (`AppLink`). */
function useFrom(): { path: string | undefined; search: string | undefined } {
  const { from = '' } = (useLocation().state ?? {}) as { from?: string }
  const [path, search] = from.split('?')
  return { path, search }
}

/**
 * Closes a dialog that has its own address. It goes back in the history when the page below opened it (`AppLink`), and
 * replaces the address otherwise. Either way, Back does not open it again. It does nothing once the person has left.
 */
export function useLeave(): (to: string) => void {
  const navigate = useNavigate()
  const from = useFrom()
  const hasLeft = useHasLeft()
  return (to) => {
    if (hasLeft()) return
    if (from.path === to.split('?')[0]) void navigate(-1)
    else void navigate(to, { replace: true, preventScrollReset: true })
  }
}

/** The address of a list, with the search and the number of items that it had when this page opened from it. */
export function useListAddress(list: string): string {
  const { path, search } = useFrom()
  return search && path?.startsWith(list) ? `${list}?${search}` : list
}
