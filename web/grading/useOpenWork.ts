import { useContext, useSyncExternalStore } from 'react'
import { UNSAFE_DataRouterContext, useParams } from 'react-router'

/**
 * The work in the address, as soon as the address changes. The router draws a new address in a transition, which lets keys
 * through: points that somebody types on would be those of the work before.
 */
export function useOpenWork(): string {
  const drawn = useParams()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const open = useSyncExternalStore(
    (onChange) => router?.subscribe(onChange) ?? (() => {}),
    () => {
      const { asgn_id, submission_id } = router?.state.matches.at(-1)?.params ?? {}
      // Of another screen, this one shows nothing.
      return asgn_id === drawn.asgn_id ? submission_id : undefined
    },
  )
  return open ?? drawn.submission_id ?? ''
}
