import type { Query, QueryFilters } from '@tanstack/react-query'
import { queries } from '../loading/queryClient.ts'

/** So long, in ms, at least between two readings of the same. */
const LEAST_MS = 1_000

/** By the hash of each query that is read again: whether once more after that. */
const again = new Map<string, boolean>()

/**
 * After news: reads again what is on screen of this, each query once at a time. What is told meanwhile is read together,
 * after it: if each post of a lively discussion began a new reading, none would come to its end over a slow line.
 */
export function renew(filters: QueryFilters): void {
  for (const query of queries.getQueryCache().findAll(filters)) void readAgain(query)
}

async function readAgain(query: Query): Promise<void> {
  const { queryKey, queryHash } = query
  const isUnderWay = again.has(queryHash)
  again.set(queryHash, true)
  if (isUnderWay) return
  while (again.get(queryHash)) {
    // The first reading of all is not begun anew, and may be from before the news.
    again.set(queryHash, query.state.data === undefined && query.state.fetchStatus !== 'idle')
    const least = new Promise((later) => setTimeout(later, LEAST_MS))
    await Promise.all([queries.invalidateQueries({ queryKey, exact: true }), least])
  }
  again.delete(queryHash)
}
