import { useEffect, useEffectEvent } from 'react'

/** Calls back when the network returns. */
export function useOnline(then: () => void): void {
  const onOnline = useEffectEvent(then)
  useEffect(() => {
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
}
