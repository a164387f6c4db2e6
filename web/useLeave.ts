import { useLocation, useNavigate } from 'react-router'

/**
 * Leaves a dialog that has an address of its own for the page below: back in the history when it was opened from there
 * (`AppLink`), otherwise in its place. Either way, Back does not open it once more.
 */
export function useLeave(): (to: string) => void {
  const navigate = useNavigate()
  const { from } = (useLocation().state ?? {}) as { from?: string }
  return (to) => {
    if (from === to.split('?')[0]) void navigate(-1)
    else void navigate(to, { replace: true, preventScrollReset: true })
  }
}
