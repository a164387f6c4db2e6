import { useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Says whether the person has left the page, or is about to. Code that navigates once a call is answered asks it
 * first: a late answer must not take the person back.
 */
export function useHasLeft(): () => boolean {
  const { key } = useLocation()
  const { state } = useNavigation()
  const latest = useRef({ key, state })
  latest.current = { key, state }
  // The router keeps the key of a page in its entry of the history, but for the first page.
  return () => latest.current.state !== 'idle' || (history.state?.key ?? 'default') !== latest.current.key
}
