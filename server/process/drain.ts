import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` says no and connections are not kept: a load balancer goes elsewhere. */
    drain(): void
    draining(): boolean
  }
}

/** A server that is about to stop still answers what comes, and says that nothing more should. */
export function prepareDraining(app: FastifyInstance): void {
  let draining = false
  app.decorate('draining', () => draining)
  app.decorate('drain', () => {
    draining = true
  })
  app.server.prependListener('request', (_request, response) => {
    if (draining) response.setHeader('connection', 'close')
  })
}
