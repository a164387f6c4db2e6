import type { Live, LiveEvent } from './live.ts'

/**
 * Tells an event at once, and again at most so often, in ms, while it happens: what many people do in the same minute makes
 * the screens of others read all of it again each time.
 */
export function tellSeldom(live: Live, everyMs: number): (event: LiveEvent) => void {
  /** Whether it happened again after the last event. */
  const told = new Map<string, boolean>()
  return function tell(event) {
    const key = JSON.stringify(event)
    if (told.has(key)) return void told.set(key, true)
    live.tell(event)
    told.set(key, false)
    setTimeout(() => {
      const isLeft = told.get(key)
      told.delete(key)
      if (isLeft) tell(event)
    }, everyMs).unref()
  }
}
