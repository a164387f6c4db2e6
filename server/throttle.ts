import type { Live, LiveEvent } from './live.ts'

/**
 * Sends an event at once, and while it repeats at most once in `everyMs`: what many people do in the same minute would make
 * the screens of others read all of it again each time.
 */
export function throttled(live: Live, everyMs: number): (event: LiveEvent) => void {
  /** For each event that was sent within the last `everyMs`, whether it happened again since. */
  const recent = new Map<string, boolean>()
  return function send(event) {
    const key = JSON.stringify(event)
    if (recent.has(key)) return void recent.set(key, true)
    live.tell(event)
    recent.set(key, false)
    setTimeout(() => {
      const again = recent.get(key)
      recent.delete(key)
      if (again) send(event)
    }, everyMs).unref()
  }
}
