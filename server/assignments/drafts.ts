import { type Kysely, sql } from 'kysely'
import { type DraftFields, mergeDrafts } from '../../contract/drafts.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, refuseUnless } from '../errors.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { getSheet } from './queries.ts'
import { isTooMuch, readDraft } from './rules.ts'

interface DraftRow {
  fields: DraftFields
  /** Null: nothing is kept. */
  updated_at: Date | null
}

interface Whose {
  courseId: string
  assignmentId: string
  personId: string
}

/** What a person has typed into an assignment that is there, and attached as far as the server still has it. */
export const getDraft = async (db: Kysely<DB>, { courseId, assignmentId, personId }: Whose): Promise<DraftRow> => {
  const { rows } = await sql<DraftRow>`
    select coalesce(d.fields, '{}') as fields, d.updated_at
    from assignments a
    left join drafts d on d.course_id = a.course_id and d.assignment_id = a.id and d.person_id = ${personId}
    where a.course_id = ${courseId} and a.id = ${assignmentId} and a.deleted_at is null`.execute(db)
  const { fields, updated_at } = found(rows[0])
  return { fields: await withoutGone(db, fields), updated_at }
}

/**
 * Merges what a device has typed into what is kept. It may come after the due date or the last attempt: what is typed
 * is kept whether or not it can still be handed in. Throws not_found, too_large, and invalid with the fields.
 */
export async function keepDraft(
  db: Kysely<DB>,
  { fields, now, ...whose }: Whose & { fields: DraftFields; now: Date },
): Promise<DraftRow> {
  const typed = readDraft(await getSheet(db, whose.courseId, whose.assignmentId, whose.personId), fields, now)
  return db.transaction().execute(async (trx) => {
    const kept = await lockDraft(trx, whose, now)
    const merged = await withoutGone(trx, mergeDrafts(kept, typed))
    refuseUnless(isTooMuch(merged))
    await updateDraft(trx, whose, merged, now)
    return { fields: merged, updated_at: now }
  })
}

/**
 * Empties the slots whose upload was taken away or swept: an edit after that of the file, so that the devices that
 * still have it take it in. The same draft again when all is there.
 */
async function withoutGone(db: Db, fields: DraftFields): Promise<DraftFields> {
  const attached = Object.entries(fields).filter(([name, { value }]) => name.startsWith('file-') && value !== '')
  if (attached.length === 0) return fields
  const ids = attached.flatMap(([, { value }]) => uploadIdOf(value) ?? [])
  const { rows } = await sql<{ id: string }>`select id from uploads where id = any(${ids})`.execute(db)
  const there = new Set(rows.map(({ id }) => id))
  const gone = attached.filter(([, { value }]) => !there.has(uploadIdOf(value) ?? ''))
  return { ...fields, ...Object.fromEntries(gone.map(([name, { at }]) => [name, { value: '', at: at + 1 }])) }
}

/** Reads the draft so that the person's other devices wait; makes an empty one when there is none. */
async function lockDraft(trx: Db, { courseId, assignmentId, personId }: Whose, now: Date): Promise<DraftFields> {
  const { rows } = await sql<{ fields: DraftFields }>`
    insert into drafts as d (course_id, assignment_id, person_id, fields, updated_at)
    values (${courseId}, ${assignmentId}, ${personId}, '{}', ${now})
    on conflict (course_id, assignment_id, person_id) do update set fields = d.fields
    returning fields`.execute(trx)
  return found(rows[0]).fields
}

const updateDraft = (trx: Db, { courseId, assignmentId, personId }: Whose, fields: DraftFields, now: Date) =>
  trx
    .updateTable('drafts')
    .set({ fields: JSON.stringify(fields), updated_at: now })
    .where('course_id', '=', courseId)
    .where('assignment_id', '=', assignmentId)
    .where('person_id', '=', personId)
    .execute()
