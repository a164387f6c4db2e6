import { useSyncExternalStore } from 'react'
import { serverNow } from '../loading/call.ts'

const MINUTE_MS = 60_000

let minute = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minute++
    for (const each of [...listeners]) each()
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time by the server's clock, in ms. All components share one timer and render again every minute. */
export function useNow(): number {
  useSyncExternalStore(subscribe, () => minute)
  return serverNow()
}
