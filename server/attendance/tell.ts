import type { Live, LiveEvent } from '../live.ts'

/** A lecture marks itself in a minute, and each event makes the screens of its staff read all of it again. */
const EVERY_MS = 1_000

/** A gradebook is much more to read than one class, and more screens are made of it. */
export const SCORES_EVERY_MS = 10_000

/** Tells an event at once, and again at most once a second, or so often, while it happens. */
export function tellSeldom(live: Live, everyMs = EVERY_MS): (event: LiveEvent) => void {
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
