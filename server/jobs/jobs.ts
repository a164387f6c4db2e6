import type { Kysely, Transaction } from 'kysely'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { wellFormed } from '../changes/change.ts'
import type { DB } from '../db/schema.ts'
import type { AskedKind } from './kinds.ts'

/** A job as somebody orders it; its handler gets the same. */
export interface AskedJob {
  /** A job with an existing id is not started again: the request may come twice. */
  id: string
  kind: AskedKind
  actorId: string
  courseId: string
  /** Further data of its kind, as JSON. */
  data?: unknown
}

export interface Jobs {
  /** Orders a job, which begins once the transaction is committed. Returns false if it had been ordered before. */
  ask(trx: Transaction<DB>, job: AskedJob): Promise<boolean>
  /** A job as the queue has it; undefined when it is too long ago. */
  find(kind: string, id: string): Promise<JobWithMetadata<unknown> | undefined>
  /** Begins a failed job again. */
  retry(kind: string, id: string): Promise<void>
  close(): Promise<void>
}

/** What a server needs of jobs, which other processes do. It loads the code of the queue on first use. */
export function createJobs(db: Kysely<DB>, onError: (error: unknown) => void): Jobs {
  let started: Promise<PgBoss> | undefined
  async function start(): Promise<PgBoss> {
    const { newBoss } = await import('./boss.ts')
    const boss = newBoss({ db: fromKysely(db) })
    boss.on('error', onError)
    return boss.start()
  }
  function getBoss(): Promise<PgBoss> {
    started ??= start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }
  return {
    async ask(trx, { id, kind, actorId, courseId, data }) {
      const boss = await getBoss()
      const made = await trx
        .insertInto('jobs')
        .values({ id, kind, actor_id: actorId, course_id: courseId })
        .onConflict((c) => c.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) return false
      const order = JSON.parse(JSON.stringify({ actorId, courseId, data }, wellFormed)) as object
      await boss.send(kind, order, { id, db: fromKysely(trx) })
      return true
    },
    async find(kind, id) {
      const boss = await getBoss()
      const [job] = await boss.findJobs<unknown>(kind, { id })
      return job
    },
    async retry(kind, id) {
      const boss = await getBoss()
      await boss.retry(kind, id)
    },
    async close() {
      const boss = await started?.catch(() => undefined)
      await boss?.stop({ graceful: false })
    },
  }
}
