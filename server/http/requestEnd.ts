import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'

/** The status in the log when the client closed the connection before its answer was out, as in nginx. */
const GIVEN_UP = 499

/** A stream lasts for as long as the person stays, and closing it is how they leave. */
export const streamPaths = new Set<string>(
  Object.values(contract)
    .flatMap((noun) => Object.values(noun) as Endpoint[])
    .filter(({ raw }) => raw === 'events')
    .map(({ path }) => path),
)

/**
 * Calls back once for each request, when its answer is out or the client has gone. Fastify's `onResponse` comes in the
 * first case only, and so misses the slowest requests.
 */
export function onEnd(
  app: FastifyInstance,
  listener: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const isOut = reply.raw.writableFinished || streamPaths.has(request.routeOptions.url ?? '')
      listener(request, reply, isOut ? reply.statusCode : GIVEN_UP)
    })
    done()
  })
}
