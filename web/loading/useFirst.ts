import { useDeferredValue } from 'react'

/** The first items of a list, as many as the window shows, and right after the first render all. */
export function useFirst<T>(list: T[], count: number): T[] {
  const all = useDeferredValue(true, false)
  return all ? list : list.slice(0, count)
}
