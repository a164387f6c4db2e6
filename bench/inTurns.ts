import type { DayCall } from './day.ts'
import { drive, percentilesOf, turns } from './load.ts'

/* Two servers answer the same calls in turns, a few seconds each, so that a slow minute of the machine slows both. */

/** The number of connections. */
const CONNECTIONS = 16
/** How many turns each has; who is first alternates. */
export const ROUNDS = 6

export interface Side {
  origin: string
  /** The process id of the product’s outermost process. */
  pid: number
  day: DayCall[]
}

export interface Measured {
  /** Answers a second. */
  rate: number
  /** In ms. */
  p95: number
  /** In ms of processors, the cost of one answer for workers and database; 0 where the system does not tell. */
  cpu: number
}

/** For each call of both servers: the measures of the first and of the second. Each turn takes `seconds`. */
export async function inTurns(
  first: Side,
  second: Side,
  seconds: number,
): Promise<Record<string, [Measured, Measured]>> {
  const calls: Record<string, [Measured, Measured]> = {}
  for (const call of second.day) {
    const same = first.day.find(({ name }) => name === call.name)
    if (!same?.asks.length || call.asks.length === 0) continue
    const one = sideOf(first, same)
    const other = sideOf(second, call)
    for (const { ask } of [one, other]) await ask(1)
    for (const { forget } of [one, other]) forget()
    for (let round = 0; round < ROUNDS; round++) {
      for (const { ask } of round % 2 ? [other, one] : [one, other]) await ask(seconds)
    }
    calls[call.name] = [one.measured(), other.measured()]
  }
  return calls
}

function sideOf({ origin, pid }: Side, call: DayCall) {
  const next = turns(call)
  let [times, rates, cores]: [number[], number[], number[]] = [[], [], []]
  return {
    async ask(seconds: number) {
      const { latencies, rate, load } = await drive({ origin, pid, connections: CONNECTIONS, seconds, next })
      rates.push(rate)
      cores.push((load.worker?.cores ?? 0) + (load.database?.cores ?? 0))
      for (const ofCall of latencies.values()) for (const ms of ofCall) times.push(ms)
    },
    forget: () => ([times, rates, cores] = [[], [], []]),
    measured: (): Measured => ({
      rate: Math.round(sumOf(rates) / rates.length),
      p95: toHundredths(percentilesOf(times)(0.95)),
      cpu: toHundredths((1_000 * sumOf(cores)) / sumOf(rates)),
    }),
  }
}

const sumOf = (all: number[]) => all.reduce((sum, one) => sum + one, 0)
/** A call of 1 ms may grow by a fifth. */
const toHundredths = (ms: number) => Math.round(ms * 100) / 100
