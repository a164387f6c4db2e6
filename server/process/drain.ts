import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * From now on `/readyz` says no and the server closes connections after their answer: load balancers go elsewhere.
     */
    drain(): void
    draining(): boolean
  }
}

/** A stopping server still answers requests, and `/readyz` tells load balancers to send no more. */
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
