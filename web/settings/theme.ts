import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

const KEY = 'theme'
const device = matchMedia('(prefers-color-scheme: dark)')
const changes = listeners()
const { dataset } = document.documentElement

/** The theme chosen on this device; absent: the system's. */
const chosen = () => dataset.theme
const isDark = () => (chosen() ? chosen() === 'dark' : device.matches)

function subscribe(listener: () => void) {
  const leave = changes.subscribe(listener)
  device.addEventListener('change', listener)
  return () => {
    leave()
    device.removeEventListener('change', listener)
  }
}

/** Whether the dark theme is on: the one chosen on this device, or else the system's. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)

/** Whether the theme follows the system, now and when it changes. */
export const useFollowsSystem = (): boolean => useSyncExternalStore(subscribe, () => !chosen())

function show(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  else delete dataset.theme
  changes.tell()
}

function choose(theme: 'light' | 'dark' | null): void {
  show(theme)
  try {
    if (theme) localStorage.setItem(KEY, theme)
    else localStorage.removeItem(KEY)
  } catch {}
}

/** Chooses a theme for this device. */
export const chooseDark = (dark: boolean): void => choose(dark ? 'dark' : 'light')

/** Returns to the system's theme, or keeps the current one whatever the system does. */
export const followDevice = (follows: boolean): void => (follows ? choose(null) : chooseDark(isDark()))

/** Follows the choice of another tab. */
export function followThemeOfTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // No key: the whole storage was cleared.
    if (key === KEY || key === null) show(newValue)
  })
  // A page in the back-forward cache gets no storage events.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    try {
      show(localStorage.getItem(KEY))
    } catch {}
  })
}
