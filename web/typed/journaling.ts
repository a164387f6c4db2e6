import { whenIdle } from '../loading/whenIdle.ts'
import type { Browser } from './entries.ts'
import type { Note } from './journal.ts'

/* The journal loads in idle time. What is typed until then waits here. */

const waiting = new Set<string>()
let isOpening = false
let note: Note | undefined

/** Restores what this device has lost, and keeps the journal from then on. */
export function prepareJournal(browser: Browser): void {
  if (isOpening) return
  isOpening = true
  whenIdle(async () => {
    // Where the browser forbids it, local storage has to do.
    note = await import('./journal.ts').then(({ openJournal }) => openJournal(browser, waiting)).catch(() => undefined)
  })
}

/** Notes in the journal that an entry of local storage was written or removed. */
export function noteTyped(key: string): void {
  if (note) note(key)
  else waiting.add(key)
}
