import { useEffect, useEffectEvent } from 'react'

/** Calls back when the network is there again. */
export function useOnline(then: () => void): void {
  const onOnline = useEffectEvent(then)
  useEffect(() => {
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
}
