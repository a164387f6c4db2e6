import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

interface Edited<T> {
  /** Undefined while it loads; null: it was never there. */
  thing: T | null | undefined
  /** Somebody has removed it meanwhile. */
  gone: boolean
}

/**
 * What a dialog edits. After somebody else has removed it, it stays as it was last: with it, what the person types would
 * go from sight. `found` is null where it is not there, and undefined while that is unknown.
 */
export function useEdited<T>(id: string | undefined, found: T | null | undefined): Edited<T> {
  const [last, setLast] = useState<{ id: string | undefined; thing: T }>()
  if (found != null && (found !== last?.thing || id !== last.id)) setLast({ id, thing: found })
  if (found == null && last && last.id === id) return { thing: last.thing, gone: true }
  return { thing: found, gone: false }
}

/** The same for a thing of a list. A list that is being read again may be from before the thing was made. */
export const useListed = <T extends { _id: string }>(
  id: string | undefined,
  { data, isFetching }: Pick<UseQueryResult<T[]>, 'data' | 'isFetching'>,
): Edited<T> => useEdited(id, data?.find(({ _id }) => _id === id) ?? (data && !isFetching ? null : undefined))
