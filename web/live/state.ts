import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

let up = false
let wasUp = false
const changes = listeners()

/** Whether live events reach this tab, by its own stream or another tab's. */
export const streamIsUp = (): boolean => up

/** Whether they did before and no longer do: the network or the server is away. */
export const streamIsLost = (): boolean => wasUp && !up

export function setStream(is: boolean): void {
  if (up === is) return
  up = is
  wasUp ||= is
  changes.tell()
}

export const onStreamChange = changes.subscribe

export const useStreamIsUp = (): boolean => useSyncExternalStore(onStreamChange, streamIsUp)
