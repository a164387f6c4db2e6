import { constants, getPriority, setPriority } from 'node:os'
import autocannon from 'autocannon'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod/mini'
import type { Ask, DayCall } from './day.ts'

/* Drives a server with autocannon and looks at every answer. */

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
}

interface Drive {
  origin: string
  connections: number
  seconds: number
  /** The next request with what checks its answer. */
  next(): { ask: Ask; call: DayCall }
}

/** One answer in so many is checked against the whole schema; of every one, the status and the shape that matters. */
const WHOLE = 200
/** How much of the answers that were right is kept to compare with, in characters. */
const MOST_KNOWN = 64_000_000

/** Asks as fast as the server answers, on so many connections. Throws with the first answers that were not right. */
export async function drive({ origin, connections, seconds, next }: Drive): Promise<Driven> {
  const latencies = new Map<string, number[]>()
  let answered: DayCall | undefined
  const faults: string[] = []
  let wrong = 0
  let answers = 0
  // Reading an answer costs this process as much as making it costs the server, and they share the processors: what is
  // the same, character for character, as an answer to the same question that was right is right.
  const known = new LRUCache<string, string>({ maxSize: MOST_KNOWN, sizeCalculation: ({ length }) => length + 1 })
  const check = ({ call, ask }: { call?: DayCall; ask?: Ask }, status: number, body: string) => {
    answered = call
    if (!call || !ask) return
    const whole = answers++ % WHOLE === 0
    // What is large is the same for everyone.
    const key = call.writes ? undefined : call.large ? ask.path : `${ask.token} ${ask.path}`
    if (!whole && status === 200 && key && known.get(key) === body) return
    const fault = faultOf(call, status, body, whole)
    if (!fault && key) known.set(key, body)
    if (!fault) return
    wrong++
    if (faults.length < 3) faults.push(`${ask.path}: ${fault}`)
  }
  const result = await atOnce(() =>
    autocannon({
      url: origin,
      connections,
      duration: seconds,
      timeout: 30,
      requests: [
        {
          setupRequest(request, context) {
            const { ask, call } = next()
            Object.assign(context, { call, ask })
            const kind = ask.body === undefined ? {} : { 'content-type': 'application/json' }
            const headers = { authorization: ask.token, ...kind, ...ask.headers }
            return { ...request, method: ask.method as 'GET', path: ask.path, headers, body: ask.body }
          },
          onResponse: (status, body, context) => check(context, status, body),
        },
      ],
      setupClient(client) {
        // Told right after the answer was looked at.
        client.on('response', (_status, _bytes, ms) => {
          const name = answered?.name ?? ''
          const ofCall = latencies.get(name)
          if (ofCall) ofCall.push(ms)
          else latencies.set(name, [ms])
        })
      },
    }),
  )
  wrong += result.errors + result.timeouts
  if (wrong > 0) throw new Error(`${wrong} of ${answers} answers were not right:\n${faults.join('\n')}`)
  const all = [...latencies.values()].flat()
  return { connections, answers, rate: Math.round(answers / result.duration), ...percentiles(all), latencies }
}

/** Before the others, where that may be asked for: what it measures is then not its own waiting for a processor. */
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
  // What was known may have become old meanwhile; then it is sent.
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
  const sorted = Float64Array.from(values).sort()
  const at = (part: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
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
