import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { DB } from './db/schema.ts'

/** `/healthz`: the process answers. `/readyz`: so does its database, and it is not about to stop. */
export function health(app: FastifyInstance, db: Kysely<DB>): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (app.draining()) return reply.status(503).send({ ok: false })
    try {
      await sql`select 1`.execute(db)
      return { ok: true }
    } catch {
      return reply.status(503).send({ ok: false })
    }
  })
}
