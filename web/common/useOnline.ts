import { useEffect, useEffectEvent } from 'react'
import { onStreamChange, streamIsLost } from '../live/state.ts'

/** Calls back when the network returns, or the server of which live events come: once, also where both tell of it. */
export function useOnline(then: () => void): void {
  const onBack = useEffectEvent(then)
  useEffect(() => {
    let isAway = streamIsLost()
    const back = () => {
      isAway = false
      onBack()
    }
    const stop = onStreamChange(() => {
      if (isAway) back()
      else isAway = streamIsLost()
    })
    addEventListener('online', back)
    return () => {
      stop()
      removeEventListener('online', back)
    }
  }, [])
}
