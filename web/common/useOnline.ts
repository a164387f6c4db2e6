import { useEffect, useEffectEvent } from 'react'
import { onStreamChange, streamIsLost } from '../live/state.ts'

/** Calls back when the network or the live stream returns: once, even when both do. */
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
