import { inTurns, ROUNDS, type Side } from './inTurns.ts'

/* The growth of p95 from a small university to a large one. */

export interface Growth {
  /** The scale of the small one. */
  from: number
  /** In s, how long each call was driven. */
  seconds: number
  /** By call: p95 in ms. */
  calls: Record<string, { small: number; large: number }>
}

export async function growth(small: Side, large: Side, from: number, seconds: number): Promise<Growth> {
  const measured = Object.entries(await inTurns(small, large, seconds))
  const calls = measured.map(([name, [ofSmall, ofLarge]]) => {
    console.log(
      `growth, ${name}: ${ofSmall.p95} and ${ofLarge.p95} ms, ${(ofLarge.p95 / ofSmall.p95).toFixed(2)} times`,
    )
    return [name, { small: ofSmall.p95, large: ofLarge.p95 }] as const
  })
  return { from, seconds: ROUNDS * seconds, calls: Object.fromEntries(calls) }
}
