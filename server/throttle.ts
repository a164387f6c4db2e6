import type { Live, LiveEvent } from './live.ts'

/**
 * Sends an event at once, and its repeats at most once in `everyMs`: many people's acts in the same minute would make
 * other people's screens read everything again each time.
 */
export function throttled(live: Live, everyMs: number): (event: LiveEvent) => void {
  /** For each event sent within the last `everyMs`, whether it has repeated since. */
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
