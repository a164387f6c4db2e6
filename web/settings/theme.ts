import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

const KEY = 'theme'
const system = '(prefers-color-scheme: dark)'
const chosenTheme = listeners()

const chosen = () => document.documentElement.dataset.theme
const isDark = () => (chosen() ? chosen() === 'dark' : matchMedia(system).matches)

function subscribe(listener: () => void) {
  const media = matchMedia(system)
  const leave = chosenTheme.subscribe(listener)
  media.addEventListener('change', listener)
  return () => {
    leave()
    media.removeEventListener('change', listener)
  }
}

/** Whether the dark theme is on: the one chosen on this device, or else the system's. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)

/** Chooses a theme for this device. */
export function chooseDark(dark: boolean): void {
  const theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {}
  chosenTheme.tell()
}
