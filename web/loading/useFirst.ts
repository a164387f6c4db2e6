import { useDeferredValue } from 'react'

/** Of a list on a new screen as many as the window shows, and right after these are drawn, all. */
export function useFirst<T>(list: T[], count: number): T[] {
  const all = useDeferredValue(true, false)
  return all ? list : list.slice(0, count)
}
