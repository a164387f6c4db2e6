import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * The statement that holds uploads; a caller may append an `and`. Not by `not held`: PostgreSQL would read through the
 * index of all unheld uploads rather than look these up.
 */
export const holdingUploads = (ids: string[]) => sql`
  update uploads set held = true where id = any(${ids}::uuid[]) and held is not true`

/**
 * Keeps uploads from the sweep and from deletion by their owner. Every transaction that writes a row with an upload
 * calls it.
 */
export async function holdUploads(trx: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await holdingUploads(ids).execute(trx)
}
