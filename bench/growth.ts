import type { DayCall } from './day.ts'
import { drive, percentilesOf, turns } from './load.ts'
import type { Product } from './product.ts'

/*
 * How p95 grows from a small university to a large one. Both are asked in turns, a few seconds each, so that a slower
 * minute of the machine is both’s.
 */

/** At so many connections. */
const CONNECTIONS = 16
/** Each is asked so often, first one and then the other first. */
const ROUNDS = 6

interface University {
  product: Product
  day: DayCall[]
}

export interface Growth {
  /** The scale of the small one. */
  from: number
  /** For how long each was asked, in s. */
  seconds: number
  /** By the call: p95 in ms. */
  calls: Record<string, { small: number; large: number }>
}

export async function growth(small: University, large: University, from: number, seconds: number): Promise<Growth> {
  const calls: Growth['calls'] = {}
  for (const [i, { name }] of large.day.entries()) {
    const asked = [small, large].map(({ product, day }) => {
      const next = turns(day[i] as DayCall)
      const ask = (s: number) => drive({ origin: product.origin, connections: CONNECTIONS, seconds: s, next })
      return { ask, times: [] as number[] }
    })
    for (const { ask } of asked) await ask(1)
    for (let round = 0; round < ROUNDS; round++) {
      for (const { ask, times } of round % 2 ? asked.toReversed() : asked) {
        const { latencies } = await ask(seconds)
        for (const ofCall of latencies.values()) for (const ms of ofCall) times.push(ms)
      }
    }
    const [ofSmall = 0, ofLarge = 0] = asked.map(({ times }) => toHundredths(percentilesOf(times)(0.95)))
    calls[name] = { small: ofSmall, large: ofLarge }
    console.log(`growth, ${name}: ${ofSmall} and ${ofLarge} ms, ${(ofLarge / ofSmall).toFixed(2)} times`)
  }
  return { from, seconds: ROUNDS * seconds, calls }
}

/** A call of 1 ms may grow by a fifth. */
const toHundredths = (ms: number) => Math.round(ms * 100) / 100
