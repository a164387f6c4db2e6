import { useLocation, useNavigate } from 'react-router'

/** The path and the search of the page that this one was opened from (`AppLink`). */
function useFrom(): { path: string | undefined; search: string | undefined } {
  const { from = '' } = (useLocation().state ?? {}) as { from?: string }
  const [path, search] = from.split('?')
  return { path, search }
}

/**
 * Leaves a dialog that has an address of its own for the page below: back in the history when it was opened from there
 * (`AppLink`), otherwise in its place. Either way, Back does not open it once more.
 */
export function useLeave(): (to: string) => void {
  const navigate = useNavigate()
  const from = useFrom()
  return (to) => {
    if (from.path === to.split('?')[0]) void navigate(-1)
    else void navigate(to, { replace: true, preventScrollReset: true })
  }
}

/** The address of a list, with what was searched and how much was shown in it when this page was opened from there. */
export function useListAddress(list: string): string {
  const { path, search } = useFrom()
  return search && path?.startsWith(list) ? `${list}?${search}` : list
}
