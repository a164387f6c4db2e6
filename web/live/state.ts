import { useSyncExternalStore } from 'react'

let up = false
const listeners = new Set<() => void>()

/** Whether live events reach this tab, by its own stream or another tab's. */
export const lineIsUp = (): boolean => up

export function setLine(is: boolean): void {
  if (up === is) return
  up = is
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLineIsUp = (): boolean => useSyncExternalStore(subscribe, lineIsUp)
