import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * The statement that holds uploads, which may go on with an `and`. Not by `not held`: PostgreSQL would read through the
 * index of all that nobody holds rather than look these up.
 */
export const holdingUploads = (ids: string[]) => sql`
  update uploads set held = true where id = any(${ids}::uuid[]) and held is not true`

/**
 * Keeps uploads from the sweep and from their owner's taking them back. Every transaction that writes a row which uses an
 * upload calls it.
 */
export async function holdUploads(trx: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await holdingUploads(ids).execute(trx)
}
