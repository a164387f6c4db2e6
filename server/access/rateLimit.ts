import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'

/** How many tries of `key` are allowed within `windowMs` from the first one on. */
export interface Limit {
  key: string
  most: number
  windowMs: number
}

/**
 * Counts one more try; throws `too_many`, and counts nothing, when none is left. One statement, so that it also counts
 * simultaneous tries. It does not wait for the disk: a power cut may give back the tries of its last second, and nobody
 * gains by that. So call it outside of a transaction that must last.
 */
export async function takeTry(db: Db, limit: Limit, now: Date): Promise<void> {
  const { rows } = await sql`
    ${oneTry(limit, now)} returning set_config('synchronous_commit', 'off', true)`.execute(db)
  if (rows.length === 0) await refuseTry(db, limit, now)
}

/** The statement that counts one more try and changes no row when none is left: for a caller that adds more to it. */
export const oneTry = ({ key, most, windowMs }: Limit, now: Date) => sql`
  insert into rate_limits as l (key, count, resets_at) values (${key}, 1, ${new Date(now.getTime() + windowMs)})
  on conflict (key) do update set
    count = case when l.resets_at <= ${now} then 1 else l.count + 1 end,
    resets_at = case when l.resets_at <= ${now} then excluded.resets_at else l.resets_at end
  where l.resets_at <= ${now} or l.count < ${most}`

/** Throws `too_many` when the statement changed no row, because no try was left. */
export async function refuseTry(db: Db, { key }: Limit, now: Date): Promise<never> {
  const last = await db.selectFrom('rate_limits').select('resets_at').where('key', '=', key).executeTakeFirst()
  const seconds = Math.max(1, Math.ceil(((last?.resets_at.getTime() ?? 0) - now.getTime()) / 1000))
  const message = `Too many tries. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  throw new Refusal('too_many', { message, retryAfter: seconds })
}

/** Takes back what `takeTry` counted, for a try that was right. */
export const giveTryBack = (db: Db, key: string) =>
  sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
