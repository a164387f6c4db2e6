import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { found, Refusal } from '../errors.ts'
import { type Limit, oneTry, refuseTry } from '../limits.ts'
import type { Storage } from './storage.ts'

export interface FileRow {
  id: string
  filename: string
  media_type: string
  bytes: number
  sha256: Buffer
  storage_key: string
}

interface NewUpload extends FileRow {
  owner_id: string
  created_at: Date
}

/** Counts one of the `tries` as well, if they are given: before a deadline there are hundreds a second. Throws too_many. */
export async function addUpload(db: Kysely<DB>, u: NewUpload, tries?: Limit): Promise<void> {
  const { rows } = await sql`
    ${tries ? sql`with tried as (${oneTry(tries, u.created_at)} returning 1)` : sql``}
    insert into uploads (id, owner_id, filename, media_type, bytes, sha256, storage_key, created_at)
    select ${u.id}, ${u.owner_id}, ${u.filename}, ${u.media_type}, ${u.bytes}, ${u.sha256}, ${u.storage_key},
      ${u.created_at} ${tries ? sql`from tried` : sql``}
    returning 1`.execute(db)
  if (tries && rows.length === 0) await refuseTry(db, tries, u.created_at)
}

export const getFile = async (db: Kysely<DB>, id: string): Promise<FileRow> =>
  found(
    await db
      .selectFrom('uploads')
      .select(['id', 'filename', 'media_type', 'bytes', 'sha256', 'storage_key'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )

/** Takes an upload of the person's own away with its bytes. Throws not_found, and file_in_use while something holds it. */
export const removeUpload = (db: Kysely<DB>, storage: Storage, { id, owner }: { id: string; owner: string }) =>
  db.transaction().execute(async (trx) => {
    // Locked, so that no submission can take hold of it meanwhile.
    const upload = await trx
      .selectFrom('uploads')
      .select(['held', 'storage_key'])
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .forUpdate()
      .executeTakeFirst()
    const { held, storage_key } = found(upload)
    if (held) throw new Refusal('file_in_use')
    await trx.deleteFrom('uploads').where('id', '=', id).execute()
    await storage.remove(storage_key)
  })

const KEPT_DAYS = 7
/** How many uploads one transaction removes. */
const BATCH = 100

/** Removes the uploads that nobody has handed in within 7 days, with their bytes. */
export async function sweepUploads(db: Kysely<DB>, storage: Storage, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ storage_key: string }>`
        delete from uploads where id in (
          select id from uploads where not held and created_at < ${before}
          order by created_at limit ${BATCH} for update skip locked)
        returning storage_key`.execute(trx)
      // Bytes that are gone while the record stays are removed once more in the next round; the reverse would be lost.
      for (const { storage_key } of rows) await storage.remove(storage_key)
      return rows.length
    })
  }
}
