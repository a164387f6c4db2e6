import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

let up = false
let wasUp = false
const changes = listeners()

/** Whether live events reach this tab, by its own stream or another tab's. */
export const lineIsUp = (): boolean => up

/** Whether they did and do not any more: the network or the server is away. */
export const lineIsLost = (): boolean => wasUp && !up

export function setLine(is: boolean): void {
  if (up === is) return
  up = is
  wasUp ||= is
  changes.tell()
}

export const onLine = changes.subscribe

export const useLineIsUp = (): boolean => useSyncExternalStore(onLine, lineIsUp)
