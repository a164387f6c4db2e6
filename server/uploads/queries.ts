import { type Kysely, sql } from 'kysely'
import { type Limit, oneTry, refuseTry } from '../access/rateLimit.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, Refusal } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { holdUploads } from './hold.ts'
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

const KEPT_DAYS = 7

/** In bytes, the most unheld uploads of one person: more could fill the disk before the sweep. */
export const mostLoose = 1_000_000_000

/**
 * Records an upload, once: false when its id exists. Also counts one of the `tries`, if given: before a deadline there
 * are hundreds a second. Throws too_many.
 */
export async function addUpload(db: Kysely<DB>, u: NewUpload, tries?: Limit): Promise<boolean> {
  const { rows } = await sql<{ tried: boolean; made: boolean }>`
    with tried as (${tries ? sql`${oneTry(tries, u.created_at)} returning 1` : sql`select 1`}), made as (
      insert into uploads (id, owner_id, filename, media_type, bytes, sha256, storage_key, created_at)
      select ${u.id}, ${u.owner_id}, ${u.filename}, ${u.media_type}, ${u.bytes}::bigint, ${u.sha256}, ${u.storage_key},
        ${u.created_at} from tried
      where ${u.bytes}::bigint + (${looseBytes(u.owner_id)}) <= ${mostLoose}
      on conflict do nothing returning 1)
    select exists (select from tried) as tried, exists (select from made) as made`.execute(db)
  const { tried, made } = found(rows[0])
  if (tries && !tried) await refuseTry(db, tries, u.created_at)
  return made
}

/** Not by `not held`: PostgreSQL would read through the index of all unheld uploads rather than look these up. */
const looseBytes = (owner: string) => sql`
  select coalesce(sum(bytes), 0) from uploads where owner_id = ${owner}::uuid and held is not true`

/** The person's first upload under this id. Throws too_many: the server did not take it. */
export async function getKept(db: Kysely<DB>, id: string, owner: string): Promise<{ filename: string }> {
  const { rows } = await sql<{ filename: string }>`
    select filename from uploads where id = ${id} and owner_id = ${owner}`.execute(db)
  if (rows[0]) return rows[0]
  const message = `You have ${mostLoose / 1e9} GB of files here that are not handed in. Hand in or remove some of them; what no draft names any more goes after ${KEPT_DAYS} days.`
  throw new Refusal('too_many', { message })
}

/** Whether a person is staff of any course. */
export async function isStaffSomewhere(db: Db, person: string): Promise<boolean> {
  const { rows } = await sql`select from roster where person_id = ${person} and role <> 'student' limit 1`.execute(db)
  return rows.length > 0
}

/** The existing ones of these uploads. */
export async function thereOf(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from uploads where id = any(${ids})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The names of these uploads, if they are the person's own. */
export async function filenamesOf(db: Db, owner: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; filename: string }>`
    select id, filename from uploads where id = any(${ids}::uuid[]) and owner_id = ${owner}`.execute(db)
  return new Map(rows.map(({ id, filename }) => [id, filename]))
}

/** A file; with a course, only while the course's contents have it and students see it. Throws not_found. */
export async function getFile(db: Kysely<DB>, id: string, courseId?: string): Promise<FileRow> {
  const isPublished = sql`exists (
    with recursive way as (
      select c.parent_id from contents c where c.course_id = ${courseId} and c.upload_id = ${id} and ${isOut('c')}
      union all
      select f.parent_id from way
      join contents f on f.course_id = ${courseId} and f.id = way.parent_id and ${isOut('f')})
    select from way where parent_id is null)`
  const { rows } = await sql<FileRow>`
    select id, filename, media_type, bytes, sha256, storage_key from uploads
    where id = ${id} and ${courseId ? isPublished : sql`true`}`.execute(db)
  return found(rows[0])
}

/** Deletes an upload of the person's own with its bytes. Throws not_found, and file_in_use while something holds it. */
export const removeUpload = (db: Kysely<DB>, storage: Storage, { id, owner }: { id: string; owner: string }) =>
  db.transaction().execute(async (trx) => {
    // Locked, so that no submission can hold it meanwhile.
    const upload = await trx
      .selectFrom('uploads')
      .select(['held', 'storage_key'])
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .forUpdate()
      .executeTakeFirst()
    const { held, storage_key } = found(upload)
    if (held) throw new Refusal('file_in_use')
    await deleteUpload(trx, id)
    await storage.remove(storage_key)
  })

const deleteUpload = async (trx: Db, id: string): Promise<void> => {
  try {
    await sql`
      with named as (delete from draft_files where upload_id = ${id})
      delete from uploads where id = ${id}`.execute(trx)
  } catch (error) {
    throw isUsed(error) ? new Refusal('file_in_use') : error
  }
}

/** A row uses the upload without holding it. */
const isUsed = (error: unknown) => (error as { code?: unknown }).code === '23503'

/** How many uploads the sweep looks for at a time, and after how many failures it stops: the store may be away. */
const BATCH = 100
const MOST_FAILURES = 10

/**
 * Removes the uploads that nothing has held and no draft has named for 7 days, with their bytes, each in a transaction
 * of its own, so that a failure keeps no other upload. Throws at the end what went wrong.
 */
export async function sweepUploads(db: Kysely<DB>, storage: Storage, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const failures = new Map<string, unknown>()
  for (let left = BATCH; left === BATCH && failures.size < MOST_FAILURES; ) {
    const loose = await findLoose(db, before, [...failures.keys()])
    left = loose.length
    for (const id of loose) {
      if (failures.size === MOST_FAILURES) break
      try {
        await sweepUpload(db, storage, before, id)
      } catch (error) {
        failures.set(id, error)
        // The sweep never removes it, and the error says where `holdUploads` was forgotten.
        if (isUsed(error)) await holdUploads(db, [id])
      }
    }
  }
  const [first, ...others] = failures.values()
  if (others.length > 0) throw new AggregateError([first, ...others], 'Several uploads could not be removed.')
  if (first) throw first
}

const isLoose = (before: Date) => sql`
  not held and created_at < ${before} and (loose_since is null or loose_since < ${before})
  and not exists (select from draft_files f where f.upload_id = u.id)`

async function findLoose(db: Db, before: Date, except: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads u where ${isLoose(before)} and id <> all(${except}::uuid[])
    order by created_at limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes an upload, unless another server is removing it or something uses it meanwhile. */
const sweepUpload = (db: Kysely<DB>, storage: Storage, before: Date, id: string) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ storage_key: string }>`
      delete from uploads where id in (
        select id from uploads u where id = ${id} and ${isLoose(before)} for update skip locked)
      returning storage_key`.execute(trx)
    // If the bytes go and the record stays, the next round removes them again; the reverse would leave the bytes for
    // ever.
    for (const { storage_key } of rows) await storage.remove(storage_key)
  })
