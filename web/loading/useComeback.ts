import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useOnline } from '../common/useOnline.ts'
import { isTransient } from './call.ts'

/** Calls back when a failed query may succeed: another part has loaded it, or the network is back. */
export function useComeback(error: unknown, then: () => void): void {
  const cache = useQueryClient().getQueryCache()
  const onComeback = useEffectEvent(then)
  useOnline(() => isTransient(error) && then())
  useEffect(() => {
    const failed = new Set(cache.getAll().filter((query) => query.state.error === error))
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && failed.has(event.query)) onComeback()
    })
  }, [cache, error])
}
