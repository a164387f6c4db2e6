import type { QueryKey } from '@tanstack/react-query'
import { queries } from './queryClient.ts'

/**
 * Puts what a write answered into the data of a query. A read of it that is under way may be older than the answer, and
 * begins again.
 */
export function showAnswer<T>(queryKey: QueryKey, change: (now: T | undefined) => T | undefined): void {
  queries.setQueryData<T>(queryKey, change)
  const what = { queryKey, exact: true }
  if (queries.isFetching(what) > 0) void queries.invalidateQueries(what)
}
