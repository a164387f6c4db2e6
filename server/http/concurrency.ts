import { Refusal } from '../errors.ts'

/*
 * Limits a person's simultaneous requests in a process. Otherwise one person's many requests take every connection to
 * the database, and others get “busy”.
 */

/** As many as a browser opens to a server by HTTP/1.1, so that a tab never waits longer than it would anyway. */
const AT_ONCE = 6
/** More than a person's tabs need together. */
export const MOST_WAITING = 200

export interface Turns {
  /** Waits for the person's turn, in the order of the requests. Returns how to end it. Throws too_many. */
  take(personId: string): Promise<() => void>
}

export function createTurns({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}): Turns {
  const people = new Map<string, { running: number; waiting: (() => void)[] }>()
  return {
    async take(personId) {
      const own = people.get(personId) ?? { running: 0, waiting: [] }
      people.set(personId, own)
      if (own.running < atOnce) own.running++
      else if (own.waiting.length >= mostWaiting) throw new Refusal('too_many', { retryAfter: 1 })
      // A finished request gives its place to the next one.
      else await new Promise<void>((start) => own.waiting.push(start))
      return () => {
        const next = own.waiting.shift()
        if (next) next()
        else if (--own.running === 0) people.delete(personId)
      }
    },
  }
}
