import { type RefObject, useEffect } from 'react'
import { prefetchIdle } from './prefetch.ts'

/** For how many links of a list everything is fetched ahead: those of a wide window. */
const MOST = 6

/**
 * Fetches in idle time what the links of a list lead to, once they are in sight: on a phone nobody hovers. `key` changes
 * when the list becomes another one.
 */
export function usePrefetchInSight(list: RefObject<HTMLElement | null>, key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that the list has other links
  useEffect(() => {
    const stops: (() => void)[] = []
    let left = MOST
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting).slice(0, left)
      left -= seen.length
      for (const { target } of seen) observer.unobserve(target)
      if (seen.length > 0) stops.push(prefetchIdle(seen.map(({ target }) => (target as HTMLAnchorElement).pathname)))
      if (left === 0) observer.disconnect()
    })
    for (const link of list.current?.querySelectorAll('a[href]') ?? []) observer.observe(link)
    return () => {
      observer.disconnect()
      for (const stop of stops) stop()
    }
  }, [list, key])
}
