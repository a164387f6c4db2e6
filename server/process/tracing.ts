import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Config } from '../config.ts'
import { onEnd } from '../http/requestEnd.ts'

/*
 * Traces: a span for each request and in it one for each statement, sent by OTLP over HTTP. A statement that several
 * requests share has its span in the first of them. main.ts loads this file, and its packages, when
 * OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */

export interface Tracing {
  /** Records each statement as a span of its request. */
  log(event: LogEvent): void
  /** Records each request. */
  follow(app: FastifyInstance): void
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export function startTracing({ endpoint, service, ratio }: NonNullable<Config['tracing']>): Tracing {
  const manager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    // The caller decides whether its trace is kept; of the traces that begin here, this share is.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: new URL('v1/traces', `${endpoint}/`).href }) }),
    ],
  })
  const tracer = provider.getTracer('raintree')
  const ofRequest = new WeakMap<FastifyRequest, Context>()

  return {
    log({ query, queryDurationMillis, level, ...rest }) {
      const end = Date.now()
      const span = tracer.startSpan(nameOf(query.sql), {
        kind: SpanKind.CLIENT,
        startTime: end - queryDurationMillis,
        // The text has no values in it: they are parameters.
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.sql },
      })
      if (level === 'error' && 'error' in rest) fail(span, rest.error)
      span.end(end)
    },
    follow(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const caller = propagation.extract(ROOT_CONTEXT, request.headers)
        const route = request.routeOptions.url ?? 'page'
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'raintree.request_id': request.id,
            },
          },
          caller,
        )
        const here = trace.setSpan(caller, span)
        ofRequest.set(request, here)
        context.with(here, done)
      })
      onEnd(app, (request, _reply, status) => {
        const span = trace.getSpan(ofRequest.get(request) ?? ROOT_CONTEXT)
        span?.setAttribute('http.response.status_code', status)
        if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      })
    },
    close: () => provider.shutdown(),
  }
}

type Span = ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>

function fail(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown }
  // Never the message: it may quote what a person typed.
  span.setStatus({ code: SpanStatusCode.ERROR, message: typeof code === 'string' ? code : undefined })
}

/**
 * `select roster`: the kind of a statement and the first table in it. A batched statement begins with the values of its
 * requests.
 */
function nameOf(text: string): string {
  const [verb = 'sql'] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+(?!unnest\()"?([a-z_]+)/i.exec(text) ?? []
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase()
}
