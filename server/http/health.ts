import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Storage } from '../uploads/storage.ts'

/** In ms, how long the result of the disk check holds, however many load balancers ask, because the check writes. */
const GOOD_FOR_MS = 5_000

/**
 * `/healthz`: the process answers. `/readyz`: its database answers too, it is not about to stop, and its disks have
 * room; otherwise the reply says why not.
 */
export function health(app: FastifyInstance, db: Kysely<DB>, storage: Storage): void {
  const room = kept(async () => {
    await says('The database has no room to write in.', tryDatabase(db))
    await says('The file store has no room, or cannot be written in.', storage.tryRoom())
  })
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      if (app.draining()) throw new NotReady('The server is about to stop.')
      await says('The database does not answer.', sql`select 1`.execute(db))
      await room()
      return { ok: true }
    } catch (error) {
      if (!app.draining()) request.log.warn({ err: (error as Error).cause }, 'not ready')
      return reply.status(503).send({ ok: false, reason: (error as NotReady).message })
    }
  })
}

class NotReady extends Error {}

async function says(reason: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    throw new NotReady(reason, { cause })
  }
}

/**
 * Throws when the database cannot write on its disk. The query sorts more than fits in memory into a temporary file of
 * a megabyte, which leaves nothing behind and writes no log: a database whose log cannot grow ends.
 */
const tryDatabase = (db: Kysely<DB>) =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64kB', true)`.execute(trx)
    await sql`select count(*) from (select n from generate_series(1, 50000) n order by n desc) sorted`.execute(trx)
  })

/** Further calls share the result of a running or recent one. */
function kept(ask: () => Promise<void>): () => Promise<void> {
  let answer: Promise<void> | undefined
  return () => {
    if (answer) return answer
    answer = ask()
    const forget = () => {
      setTimeout(() => {
        answer = undefined
      }, GOOD_FOR_MS).unref()
    }
    answer.then(forget, forget)
    return answer
  }
}
