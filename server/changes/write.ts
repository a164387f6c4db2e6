import type { FastifyReply } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { ChangeKind } from '../../contract/changes.ts'
import type { BulkQuery } from '../../contract/staff/bulk.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { lockingWorks } from '../grading/lock.ts'
import type { Viewer } from '../session/sessions.ts'
import { change, replayed, tryChange } from './change.ts'
import { followUp } from './follow.ts'
import { findLastActor } from './queries.ts'

/** What `write` needs of a request. */
export interface WriteRequest {
  viewer: Viewer
  courseId: string
  newId: () => string
  reply: FastifyReply
}

interface What {
  kind: ChangeKind
  /** `_id` is the thing's, so that its history finds the change; of several things, the first one's. */
  about: { _id: string; title: string; count?: number }
  /**
   * The works whose grades the write saves: the change locks them, and everything that their sums depend on, as it
   * begins.
   */
  grades?: string[]
}

/**
 * Runs a write of staff as one change with what follows from it, names the change in the header `Change-Id`, and sends
 * the live events. A change that creates one thing has the thing's id, so that a repeated request (Idempotency-Key)
 * does nothing. A write that touches no row leaves no change. Returns the result of `work`; undefined for a repeated
 * request.
 */
export async function write<T>(
  { db, live, now }: Deps,
  { viewer, courseId, newId, reply }: WriteRequest,
  { kind, about, grades }: What,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T | undefined> {
  const id = newId()
  const at = now()
  const locks = grades && lockingWorks(courseId, grades)
  const { result } = await change(db, { id, courseId, actorId: viewer._id, kind, about, at, locks }, async (trx) => {
    const done = await work(trx)
    const events = await followUp(trx, { courseId, changeId: id, now: at, summed: grades !== undefined })
    if (!events) await trx.deleteFrom('changes').where('course_id', '=', courseId).where('id', '=', id).execute()
    return { done, events }
  }).catch((error) => throwNamed(error, db, { viewer, courseId, thingId: about._id }))
  if (!result || result.events) reply.header('change-id', id)
  if (!result) reply.header(replayed, 'true')
  live.tell(...(result?.events ?? []))
  return result?.done
}

/** Throws the error of a write; a conflict about one thing names who changed it last. */
async function throwNamed(
  error: unknown,
  db: Db,
  { viewer, courseId, thingId }: { viewer: Viewer; courseId: string; thingId: string },
): Promise<never> {
  if (error instanceof Refusal && error.code === 'conflict' && isOneThing(error.current)) {
    const last = await findLastActor(db, { courseId, thingId: error.current._id ?? thingId })
    error.own = last?._id === viewer._id
    if (last && !error.own) error.by = { first: last.first, last: last.last }
  }
  throw error
}

/** Stores how many things the change wrote: what a request planned before its locks may be another number. */
export const keepCount = (trx: Transaction<DB>, courseId: string, count: number) =>
  sql`
    update changes set about = about || ${JSON.stringify({ count })}::jsonb
    where course_id = ${courseId} and id = this_change()::uuid`.execute(trx)

/** Of several things each may have been changed by another person. */
const isOneThing = (current: unknown): current is { _id?: string } =>
  typeof current === 'object' && current !== null && !Array.isArray(current)

/**
 * Runs a write as `write` does and returns what `answer` reads afterwards. With `dry_run` nothing stays, and a refusal
 * of the write is a refusal of the dry run; `answer` gets the id of the tried change, whose rows exist until it
 * returns.
 */
export async function writeOrTry<T>(
  deps: Deps,
  input: WriteRequest & { query: BulkQuery },
  what: Omit<What, 'grades'>,
  work: (trx: Transaction<DB>) => Promise<unknown>,
  answer: (from: Db, tried?: string) => Promise<T>,
): Promise<T> {
  if (input.query.dry_run !== 'true') {
    await write(deps, input, what, work)
    return answer(deps.db)
  }
  const at = deps.now()
  const { viewer, courseId } = input
  return tryChange(deps.db, { courseId, actorId: viewer._id, ...what, at }, async (trx, changeId) => {
    await work(trx)
    await followUp(trx, { courseId, changeId, now: at })
    return answer(trx, changeId)
  }).catch((error) => throwNamed(error, deps.db, { viewer, courseId, thingId: what.about._id }))
}
