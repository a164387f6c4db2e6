import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

const KEY = 'theme'
const device = matchMedia('(prefers-color-scheme: dark)')
const changes = listeners()
const { dataset } = document.documentElement

/** The theme that the person chose on this device; absent: the device's own. */
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

/** Whether the dark theme is on: the one chosen on this device, or else the device's. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)

/** Whether the theme follows the device, now and when that changes. */
export const useFollowsDevice = (): boolean => useSyncExternalStore(subscribe, () => !chosen())

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

/** Goes back to the device's theme, or keeps the one that is on whatever the device does. */
export const followDevice = (follows: boolean): void => (follows ? choose(null) : chooseDark(isDark()))

/** Shows what another tab of this browser chooses. */
export function followThemeOfTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // No key: the whole storage was emptied.
    if (key === KEY || key === null) show(newValue)
  })
  // A page that Back brings out of the browser's memory was told nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    try {
      show(localStorage.getItem(KEY))
    } catch {}
  })
}
