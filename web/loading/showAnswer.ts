import type { Query, QueryKey } from '@tanstack/react-query'
import { renew } from '../live/renew.ts'
import { queries } from './queryClient.ts'

type Change = (now: unknown) => unknown

/** Of queries that are being read: what was answered meanwhile. */
const meanwhile = new WeakMap<Query, Change[]>()

/**
 * Puts what a write answered into the data of a query. A reading of it that is under way may be older than the answer:
 * the answer is put into it again when it comes, and the query is read once more. It is not begun anew, or it would
 * never come over a slow line while a person writes steadily.
 */
export function showAnswer<T>(queryKey: QueryKey, change: (now: T | undefined) => T | undefined): void {
  queries.setQueryData<T>(queryKey, change)
  const query = queries.getQueryCache().find({ queryKey, exact: true })
  if (!query || query.state.fetchStatus === 'idle') return
  meanwhile.set(query, [...(meanwhile.get(query) ?? []), change as Change])
}

queries.getQueryCache().subscribe((event) => {
  const changes = event.type === 'updated' && meanwhile.get(event.query)
  if (!changes) return
  const { query, action } = event
  if (action.type === 'success' && !action.manual) {
    meanwhile.delete(query)
    query.setData(
      changes.reduce((now, change) => change(now), query.state.data),
      { manual: true },
    )
    renew({ predicate: (one) => one === query })
  }
  // What is read from here on has the answers.
  else if (action.type === 'fetch') meanwhile.delete(query)
})
