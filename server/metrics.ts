import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { ConfigError } from './config.ts'
import { poolUse } from './db/database.ts'
import type { DB } from './db/schema.ts'
import { onEnd, streamPaths } from './ended.ts'
import type { Live } from './live.ts'

/*
 * Measurements in Prometheus' format, at an address of their own that load balancers do not pass on. Off unless
 * METRICS_PORT is set: then `prom-client` is loaded. Each worker counts for itself; the first process adds them up.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** What this process has measured. */
    metrics(): Promise<string>
  }
}

interface Measured {
  /** By the name of the pool. */
  databases: Record<string, Kysely<DB>>
  live: Live
  streams: { size: number }
}

/** Seconds: the bar of most calls is 15 ms, of the longest 250 ms. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export async function measure(app: FastifyInstance, { databases, live, streams }: Measured): Promise<void> {
  const { AggregatorRegistry, Gauge, Histogram, Registry, collectDefaultMetrics } = (await import('prom-client'))
    .default
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'raintree_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'endpoint', 'status'],
    buckets: BUCKETS,
    registers,
  })
  new Gauge({
    name: 'raintree_database_connections',
    help: 'Connections to the database by what they do, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, db] of Object.entries(databases)) {
        const { open, idle, waiting } = poolUse(db)
        this.set({ pool, state: 'used' }, open - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'raintree_live_streams',
    help: 'Browsers that listen for news',
    registers,
    collect() {
      this.set(streams.size)
    },
  })
  new Gauge({
    name: 'raintree_live_listening',
    help: 'Processes that hear the news of the others',
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
  app.decorate('metrics', () => register.metrics())
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(register)
    new AggregatorRegistry() // listens for the first process's question
  }
}

/** The pattern of a route, never the address itself: there are as many labels as routes, whoever asks for what. None for a stream. */
function labelOf(route: string | undefined): string | undefined {
  if (route === undefined || !/^\/(api|healthz|readyz|demo-provider)/.test(route)) return 'page'
  return streamPaths.has(route) ? undefined : route
}

/** What all workers have measured, together. */
export async function measureWorkers(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = (await import('prom-client')).default
  const all = new AggregatorRegistry()
  return () => all.clusterMetrics()
}

interface Place {
  host: string
  port: number
}

/** Answers `/metrics`, and nothing else. Gives how to stop. */
export async function serveMetrics({ host, port }: Place, text: () => Promise<string>): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    try {
      const body = await text()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body)
    } catch {
      // A worker that starts or stops at this moment does not answer; the next scrape comes soon.
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
