import { constants, getPriority, setPriority } from 'node:os'
import type * as z from 'zod/mini'
import { askWithAutocannon } from './autocannon.ts'
import type { DayCall } from './day.ts'
import { type Load, watch } from './processes.ts'
import type { Drive, ResponseListener } from './requests.ts'
import { askWithWrk, wrkVersion } from './wrk.ts'

/* Drives a server with a load tool and checks every answer. */

export interface Figures {
  connections: number
  answers: number
  /** Answers a second. */
  rate: number
  /** In ms, as the load tool sees it. */
  p50: number
  p95: number
  p99: number
  max: number
}

export interface Driven extends Figures {
  /** In ms, by the name of the call. */
  latencies: Map<string, number[]>
  /** The use by the product's processes, if `pid` is given. */
  load: Load
}

/** The tool with its version, for the report. */
export const loadTool = async (): Promise<string> => (await wrkVersion()) ?? 'autocannon'

/**
 * Drives the server as fast as it answers, on so many connections. `pid` is of the product’s outermost process. Throws
 * with the first wrong answers.
 */
export async function drive({ pid, ...given }: Omit<Drive, 'asking'> & { pid?: number }): Promise<Driven> {
  let load: Load = {}
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    if (pid === undefined) return work()
    const watched = await watch(pid, work)
    load = watched.load
    return watched.result
  }
  const latencies = new Map<string, number[]>()
  const faults: string[] = []
  let wrong = 0
  const heard: ResponseListener = {
    time({ call }, ms) {
      const ofCall = latencies.get(call.name)
      if (ofCall) ofCall.push(ms)
      else latencies.set(call.name, [ms])
    },
    answer({ ask, call }, status, body, whole) {
      const fault = faultOf(call, status, body, whole)
      if (!fault) return
      wrong++
      if (faults.length < 3) faults.push(`${ask.path}: ${fault}`)
    },
  }
  const tool = (await wrkVersion()) ? askWithWrk : askWithAutocannon
  const { seconds, errors } = await atOnce(() => tool({ ...given, asking }, heard))
  const all = [...latencies.values()].flat()
  wrong += errors
  if (wrong > 0) throw new Error(`${wrong} of ${all.length} answers were not right:\n${faults.join('\n')}`)
  const { connections } = given
  const rate = Math.round(all.length / seconds)
  return { connections, answers: all.length, rate, ...percentiles(all), latencies, load }
}

/** With a higher priority where the system allows it: then it measures no waiting of its own for a processor. */
export async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  const usual = getPriority()
  if (usual > 0) return work() // started with nice
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST)
  } catch {
    return work() // not root's
  }
  try {
    return await work()
  } finally {
    setPriority(usual)
  }
}

function faultOf(call: DayCall, status: number, body: string, whole: boolean): string | undefined {
  if (status === 304 && call.status === 304) return undefined
  // A conditional request may have become outdated meanwhile; then the server sends the whole answer.
  if (status !== 200) return `${status} ${body.slice(0, 200)}`
  try {
    const { data } = JSON.parse(body) as { data: unknown }
    if (!call.isRight(data)) return `not what was asked for: ${body.slice(0, 200)}`
    if (whole) (call.endpoint.reply as z.ZodMiniType).parse(data)
  } catch (error) {
    return (error as Error).message.slice(0, 300)
  }
  return undefined
}

export function percentiles(values: number[]): Pick<Figures, 'p50' | 'p95' | 'p99' | 'max'> {
  const exact = percentilesOf(values)
  const at = (part: number) => round(exact(part))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

/** The value below which this part of the values lies, 0 to 1; 0 of none. */
export function percentilesOf(values: number[]): (part: number) => number {
  const sorted = Float64Array.from(values).sort()
  return (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const round = (ms: number) => Math.round(ms * 10) / 10

/** The requests of a call, in turns. */
export function turns(call: DayCall): Drive['next'] {
  let n = 0
  return () => {
    const ask = call.asks[n++ % call.asks.length]
    if (!ask) throw new Error(`There is nobody for “${call.name}”.`)
    return { ask: ask(), call }
  }
}
