import type { FastifyReply } from 'fastify'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'

/*
 * Every write of staff in a course is a change: one transaction with its actor, its time and its subject. Triggers keep
 * the rows of authored tables before and after it (migration 040). See docs/decisions/020-changes.md.
 */

export interface NewChange {
  /** A second change with the same id does nothing, because a request may come twice. */
  id?: string
  courseId: string
  /** Null: the account of the person who planned it was removed before its time. */
  actorId: string | null
  /** Such as `announcement_edited`. */
  kind: string
  /** Data for the words of its line in the history. */
  about?: Record<string, unknown>
  /** The change that this one takes back. */
  undoes?: string
  at: Date
  /** A statement that locks rows before anything is read. */
  locks?: RawBuilder<unknown> | undefined
}

export interface Changed<T> {
  id: string
  /** Undefined when the change existed before. */
  result: T | undefined
}

/** Does `work` as one change of the course, all of it or nothing. */
export const change = <T>(
  db: Kysely<DB>,
  { id = newId(), courseId, actorId, kind, about = {}, undoes, at, locks }: NewChange,
  work: (trx: Transaction<DB>, changeId: string) => Promise<T>,
): Promise<Changed<T>> =>
  db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('changes')
      .values({
        ...{ course_id: courseId, id, kind, actor_id: actorId, created_at: at },
        ...{ about: JSON.stringify(about, wellFormed), undoes: undoes ?? null },
      })
      .onConflict((c) => c.doNothing())
      .returning(settingChange(id).as('change'))
      .$if(locks !== undefined, (made) => made.returning(sql`(select count(*) from (${locks}) as locked)`.as('locked')))
      .executeTakeFirst()
    if (!made) return { id, result: undefined }
    return { id, result: await work(trx, id) }
  })

/** The header of an answer to a request that was done before. */
export const replayed = 'idempotent-replayed'

/** Whether a request comes again under its Idempotency-Key: its change is there, and is named as the first time. */
export async function isRepeat(
  db: Kysely<DB>,
  { courseId, newId, reply }: { courseId: string; newId: () => string; reply: FastifyReply },
): Promise<boolean> {
  const id = newId()
  const made = db.selectFrom('changes').select('id').where('course_id', '=', courseId).where('id', '=', id)
  if (!(await made.executeTakeFirst())) return false
  reply.header('change-id', id).header(replayed, 'true')
  return true
}

/** Returns what `work` returns, and rolls all of it back. */
export async function tryChange<T>(
  db: Kysely<DB>,
  what: Omit<NewChange, 'id'>,
  work: (trx: Transaction<DB>, changeId: string) => Promise<T>,
): Promise<T> {
  let outcome: { is: T } | undefined
  const rollBack = new Error('A try leaves nothing.')
  try {
    await change(db, what, async (trx, id) => {
      outcome = { is: await work(trx, id) }
      throw rollBack
    })
  } catch (error) {
    if (error !== rollBack || !outcome) throw error
  }
  return (outcome as { is: T }).is
}

/** Writes to authored tables without a history, where no person acts, such as for the demo school. */
export async function seed<T>(db: Db, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return db.transaction().execute((trx) => seed(trx, work))
  await setChange(db as Transaction<DB>, 'seed')
  return work(db as Transaction<DB>)
}

/** The database keeps the rows of a change for this long; its line in the history stays. */
const DAYS = 30

export const sweepChanges = (db: Kysely<DB>, now: Date) =>
  sql`delete from change_rows where created_at < ${undoneSince(now)}`.execute(db)

/** Changes since then can be undone. */
export const undoneSince = (now: Date) => new Date(now.getTime() - DAYS * 86_400_000)

/** Until the end of the transaction. */
const settingChange = (to: string) => sql<string>`set_config('raintree.change', ${to}, true)`
export const setChange = (trx: Transaction<DB>, to: string) => sql`select ${settingChange(to)}`.execute(trx)

/** Replaces lone surrogates, because PostgreSQL refuses them in JSON. */
export const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)
