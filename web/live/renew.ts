import type { Query, QueryFilters } from '@tanstack/react-query'
import { queries } from '../loading/queryClient.ts'

/** The shortest time between two reads of a query, in ms. */
const LEAST_MS = 1_000

/** Queries being renewed, by hash: true if another read must follow. */
const again = new Map<string, boolean>()

/**
 * Reads the mounted queries of a live event again, each once at a time. Events during a read cause one more read after
 * it: if each post of a lively discussion started a new one, none would finish over a slow connection.
 */
export function renew(filters: QueryFilters): void {
  for (const query of queries.getQueryCache().findAll(filters)) void readAgain(query)
}

async function readAgain(query: Query): Promise<void> {
  const { queryHash } = query
  const isUnderWay = again.has(queryHash)
  again.set(queryHash, true)
  if (isUnderWay) return
  while (again.get(queryHash)) {
    // The first load is not restarted, and may be older than the event.
    again.set(queryHash, query.state.data === undefined && query.state.fetchStatus !== 'idle')
    const least = new Promise((later) => setTimeout(later, LEAST_MS))
    await Promise.all([queries.invalidateQueries({ predicate: (one) => one === query }), least])
  }
  again.delete(queryHash)
}
