import { useSyncExternalStore } from 'react'
import { serverNow } from '../loading/call.ts'
import { onWake } from './onWake.ts'

const MINUTE_MS = 60_000

let minute = 0
let stop: (() => void) | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= begin()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

function begin(): () => void {
  const tell = () => {
    minute++
    for (const each of [...listeners]) each()
  }
  const timer = setInterval(tell, MINUTE_MS)
  const stopWaking = onWake(tell)
  return () => {
    clearInterval(timer)
    stopWaking()
  }
}

/** The time by the server's clock, in ms. All components share one timer, and render every minute and on waking. */
export function useNow(): number {
  useSyncExternalStore(subscribe, () => minute)
  return serverNow()
}
