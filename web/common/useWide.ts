import { useCallback, useSyncExternalStore } from 'react'

/** The breakpoints from which a table, or a second column, has room. */
const from = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)' }

/** Whether the window is at least this wide; for content that a phone does not have, not only places differently. */
export function useWide(breakpoint: keyof typeof from = 'md'): boolean {
  const media = matchMedia(from[breakpoint])
  const follow = useCallback(
    (listener: () => void) => {
      const followed = matchMedia(from[breakpoint])
      followed.addEventListener('change', listener)
      return () => followed.removeEventListener('change', listener)
    },
    [breakpoint],
  )
  return useSyncExternalStore(follow, () => media.matches)
}
