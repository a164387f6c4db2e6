import { useSyncExternalStore } from 'react'

let up = false
const listeners = new Set<() => void>()

/** Whether the server can tell this tab what is new, by its own line or another tab's. */
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
