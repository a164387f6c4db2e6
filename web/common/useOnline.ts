import { useEffect, useEffectEvent } from 'react'
import { lineIsLost, onLine } from '../live/state.ts'

/** Calls back when the network returns, or the server of which live events come: once, also where both tell of it. */
export function useOnline(then: () => void): void {
  const onBack = useEffectEvent(then)
  useEffect(() => {
    let isAway = lineIsLost()
    const back = () => {
      isAway = false
      onBack()
    }
    const stop = onLine(() => {
      if (isAway) back()
      else isAway = lineIsLost()
    })
    addEventListener('online', back)
    return () => {
      stop()
      removeEventListener('online', back)
    }
  }, [])
}
