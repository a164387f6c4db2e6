import { type RefObject, useEffect } from 'react'
import { prefetchIdle } from './prefetch.ts'

/** The number of links in a list to prefetch: as many as a wide window shows. */
const MOST = 6

/**
 * Prefetches the targets of a list's links in idle time, once they are in view: a phone has no hover. `key` changes
 * with the list.
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
