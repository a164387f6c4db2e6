import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { ConfigError } from '../config.ts'
import { waitingFor } from '../db/batch.ts'
import { poolUse } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { onEnd, streamPaths } from '../http/requestEnd.ts'
import type { Live } from '../live.ts'

/*
 * Measurements in Prometheus' format, at an address of their own that load balancers do not pass on. Off unless
 * METRICS_PORT is set: then `prom-client` is loaded. Each worker counts for itself; the first process asks them and
 * adds them up.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** The measurements of this process. */
    metrics(): Promise<string>
  }
}

interface Measured {
  db: Kysely<DB>
  live: Live
  streams: { size: number }
}

/** Seconds: the bar of most calls is 15 ms, of the longest 250 ms. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export async function measure(app: FastifyInstance, { db, live, streams }: Measured): Promise<void> {
  const { Gauge, Histogram, Registry, collectDefaultMetrics } = (await import('prom-client')).default
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  // The worst worker's: an average of many would hide a stuck one.
  for (const metric of register.getMetricsAsArray()) {
    if (metric.name.startsWith('nodejs_eventloop_lag_')) metric.aggregator = 'max'
  }
  const requests = new Histogram({
    name: 'raintree_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'endpoint', 'status'],
    buckets: BUCKETS,
    registers,
  })
  new Gauge({
    name: 'raintree_database_connections',
    help: 'Connections to the database by what they do, and requests that wait for one or for a statement to share',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle, waiting } = poolUse(db)
      this.set({ state: 'used' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'gathering' }, waitingFor(db))
    },
  })
  new Gauge({
    name: 'raintree_live_streams',
    help: 'Browsers that listen for live events',
    registers,
    collect() {
      this.set(streams.size)
    },
  })
  new Gauge({
    name: 'raintree_live_listening',
    help: 'Processes that hear the live events of the others',
    registers,
    collect() {
      this.set(live.listening() ? 1 : 0)
    },
  })
  onEnd(app, (request, reply, status) => {
    const endpoint = labelOf(request.routeOptions.url)
    if (endpoint === undefined) return
    requests.observe({ method: request.method, endpoint, status }, reply.elapsedTime / 1000)
  })
  /**
   * Waits for the timer that measures lag: each reading resets it, and would lose a long halt that the timer has not
   * seen.
   */
  const upToDate = async () => {
    await pause(1)
    return register
  }
  app.decorate('metrics', async () => (await upToDate()).metrics())
  if (cluster.isWorker) {
    process.on('message', async (said: object) => {
      if ('measure' in said) tell(await (await upToDate()).getMetricsAsJSON())
    })
    // Ready for scrapes from now on.
    tell([])
  }
}

type Metrics = object[]

const tell = (measured: Metrics) => process.send?.({ measured })

/**
 * The pattern of a route, never the address itself: so there are as many labels as routes, whatever clients ask for.
 * None for a stream.
 */
function labelOf(route: string | undefined): string | undefined {
  if (route === undefined || !/^\/(api|healthz|readyz|demo-provider)/.test(route)) return 'page'
  return streamPaths.has(route) ? undefined : route
}

/** In ms: a slower worker is left out, because it is stuck or ends. */
const ANSWER_MS = 1_000

/**
 * The measurements of all workers, added up. The last counters of a worker that has ended or does not answer still
 * count: Prometheus reads a falling sum as a restart of the server.
 */
export async function measureWorkers(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = (await import('prom-client')).default
  /** By worker. An answer after the deadline is `isNew` at the next scrape. */
  const workers = new Map<number, { last: Metrics; isNew: boolean; isAsked: boolean }>()
  let gone: Metrics = []
  let look = () => {}

  cluster.on('message', ({ id }, said: object) => {
    if (!('measured' in said)) return
    workers.set(id, { last: said.measured as Metrics, isNew: workers.has(id), isAsked: false })
    look()
  })
  cluster.on('exit', ({ id }) => {
    gone = AggregatorRegistry.aggregate([gone, countsOf(workers.get(id)?.last ?? [])]).getMetricsAsArray()
    workers.delete(id)
    look()
  })

  async function ask(): Promise<string> {
    for (const [id, worker] of workers) {
      if (worker.isNew || worker.isAsked) continue
      worker.isAsked = true
      // A worker that ends meanwhile gets no message; its exit is an event of its own.
      cluster.workers?.[id]?.send({ measure: true }, () => {})
    }
    await new Promise<void>((done) => {
      const late = setTimeout(done, ANSWER_MS)
      look = () => {
        if ([...workers.values()].some(({ isAsked }) => isAsked)) return
        clearTimeout(late)
        done()
      }
      look()
    })
    const all = [gone]
    for (const worker of workers.values()) {
      all.push(worker.isNew ? worker.last : countsOf(worker.last))
      worker.isNew = false
    }
    return AggregatorRegistry.aggregate(all).metrics()
  }

  let asking: Promise<string> | undefined
  // Requests of the same moment share one answer.
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** The counters, which stay true of a worker that no longer answers. */
const countsOf = (metrics: Metrics) =>
  metrics.filter((m) => 'type' in m && (m.type === 'counter' || m.type === 'histogram'))

interface Place {
  host: string
  port: number
}

/** Serves `/metrics`, and nothing else. Returns how to stop. */
export async function serveMetrics({ host, port }: Place, text: () => Promise<string>): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    try {
      const body = await text()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body)
    } catch {
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((listening, fail) => {
    server.once('error', (error) => fail(new ConfigError(`METRICS_PORT ${port} cannot be used: ${error.message}`)))
    server.listen(port, host, listening)
  })
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
}
