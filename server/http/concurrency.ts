import { Refusal } from '../errors.ts'

/*
 * How much one person has under way in a process. Without a bound, one person's many requests take every connection to
 * the database, and others get “busy”.
 */

/** As many as a browser opens to a server by HTTP/1.1, so that a tab waits for nothing that it would not wait for anyway. */
const AT_ONCE = 6
/** More than a person's tabs ask for together. */
export const MOST_WAITING = 200

export interface Turns {
  /** Waits for the person's turn, in the order of asking. Returns how to end it. Throws too_many. */
  take(personId: string): Promise<() => void>
}

export function createTurns({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}): Turns {
  const people = new Map<string, { running: number; waiting: (() => void)[] }>()
  return {
    async take(personId) {
      const own = people.get(personId) ?? { running: 0, waiting: [] }
      people.set(personId, own)
      if (own.running < atOnce) own.running++
      else if (own.waiting.length >= mostWaiting) throw new Refusal('too_many')
      // A request that ends hands over its place.
      else await new Promise<void>((start) => own.waiting.push(start))
      return () => {
        const next = own.waiting.shift()
        if (next) next()
        else if (--own.running === 0) people.delete(personId)
      }
    },
  }
}
