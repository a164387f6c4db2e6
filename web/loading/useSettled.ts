import { hashKey, useIsFetching } from '@tanstack/react-query'
import type { AnyQuery } from './prefetch.ts'

/** Whether each of the queries has answered, or failed at least once. Does not start them. */
export function useSettled(of: AnyQuery[]): boolean {
  const hashes = new Set(of.map(({ queryKey }) => hashKey(queryKey)))
  return (
    useIsFetching({
      predicate: ({ queryHash, state }) =>
        hashes.has(queryHash) && state.status === 'pending' && state.fetchFailureCount === 0,
    }) === 0
  )
}
