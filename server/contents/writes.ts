import { type RawBuilder, sql } from 'kysely'
import { contentsMost } from '../../contract/staff/contents.ts'
import type { Db } from '../db/database.ts'
import { tableOf } from '../db/tableOf.ts'
import { Refusal } from '../errors.ts'
import { holdUploads } from '../uploads/hold.ts'

/* Staff's writes to the contents of a course, each in the transaction of a change. */

export interface NewRow {
  id: string
  parent_id: string | null
  name: string
  description: string
  upload_id: string | null
  page: string | null
  publish_at: Date | null
}

export interface Edit {
  id: string
  name: string
  description: string
  upload_id: string | null
  /** Written with a new upload only; otherwise the page stays. */
  page: string | null
  publish_at: Date | null
  updated_at: Date | null
}

/** Adds things at the top of their folders, in their order. Throws too_many. */
export async function addContents(trx: Db, courseId: string, rows: NewRow[], now: Date): Promise<void> {
  await holdUploads(trx, heldBy(rows))
  const added = tableOf(rows, {
    ...{ id: 'uuid', parent_id: 'uuid', name: 'text', description: 'text', upload_id: 'uuid' },
    ...{ page: 'text', publish_at: 'timestamptz' },
  })
  const { rows: made } = await sql<{ before: number }>`
    insert into contents (course_id, id, parent_id, name, description, upload_id, page, publish_at, uploaded_at, position)
    select ${courseId}::uuid, i.id, i.parent_id, i.name, i.description, i.upload_id, i.page, i.publish_at, ${now}::timestamptz,
      ${firstIn(courseId, sql`i.parent_id`)} - ${rows.length + 1}::int + i.place
    from ${added}
    returning (select count(*) from contents where course_id = ${courseId} and deleted_at is null)::int as before`.execute(
    trx,
  )
  if (rows.length + (made[0]?.before ?? 0) > contentsMost) {
    throw new Refusal('too_many', { message: `A course has at most ${contentsMost} files and folders.` })
  }
}

export async function editContents(trx: Db, courseId: string, rows: Edit[]): Promise<void> {
  await holdUploads(trx, heldBy(rows))
  const edited = tableOf(rows, {
    ...{ id: 'uuid', name: 'text', description: 'text', upload_id: 'uuid' },
    ...{ page: 'text', publish_at: 'timestamptz', updated_at: 'timestamptz' },
  })
  await sql`
    update contents c set name = i.name, description = i.description, upload_id = i.upload_id,
      page = case when i.upload_id is distinct from c.upload_id then i.page else c.page end,
      publish_at = i.publish_at, updated_at = i.updated_at
    from ${edited} where c.course_id = ${courseId} and c.id = i.id`.execute(trx)
}

export const removeContents = (trx: Db, courseId: string, ids: string[], now: Date) =>
  sql`update contents set deleted_at = ${now} where course_id = ${courseId} and id = any(${ids}::uuid[])`.execute(trx)

/** Moves things to the top of a folder, in their order; null: out of all folders. */
export async function putFirst(trx: Db, courseId: string, parentId: string | null, ids: string[]): Promise<void> {
  await lockContents(trx, courseId, ids)
  const others = sql`and s.id <> all(${ids}::uuid[])`
  await sql`
    update contents c set parent_id = ${parentId}::uuid,
      position = ${firstIn(courseId, sql`${parentId}::uuid`, others)} - ${ids.length + 1}::int + i.place
    from unnest(${ids}::uuid[]) with ordinality as i (id, place)
    where c.course_id = ${courseId} and c.id = i.id`.execute(trx)
}

/** The revisions of the existing things, which stay locked until the end of the transaction. */
export async function lockContents(trx: Db, courseId: string, ids: string[]): Promise<Map<string, number>> {
  // In one order, so that two people who change the same things do not wait for each other in a circle.
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, revision from contents where course_id = ${courseId} and id = any(${ids}::uuid[]) and deleted_at is null
    order by id for no key update`.execute(trx)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** The first place in a folder, among existing things. */
const firstIn = (courseId: string, parent: RawBuilder<unknown>, others = sql``) => sql`
  coalesce((select min(s.position) from contents s
    where s.course_id = ${courseId} and s.parent_id is not distinct from ${parent} and s.deleted_at is null ${others}), 0)`

const heldBy = (rows: { upload_id: string | null }[]) => rows.flatMap(({ upload_id }) => upload_id ?? [])
