import { type Kysely, sql } from 'kysely'
import { type DraftFields, mergeDrafts } from '../../contract/drafts.ts'
import { doBatched, type Work } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { refuseUnless } from '../errors.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { getTyped, type Mine, type Typed } from './queries.ts'
import { untilDone } from './race.ts'
import { type Fields, isTooMuch, readDraft } from './rules.ts'

interface DraftRow {
  fields: DraftFields
  updated_at: Date
}

/** What a person has typed, and attached as far as the server still has it. */
export const shownDraft = async (db: Kysely<DB>, { fields, updated_at }: Typed) => ({
  fields: await withoutGone(db, fields ?? {}),
  updated_at,
})

/**
 * Merges what a device has typed into what is kept. It may come after the due date or the last attempt: what is typed
 * is kept whether or not it can still be handed in. `typed` is what is there so far, `sheet` what there is to fill in.
 * Throws not_found, too_large, busy, and invalid with the fields.
 */
export function keepDraft(
  db: Kysely<DB>,
  { sheet, typed, fields, now, ...mine }: Mine & { sheet: Fields; typed: Typed; fields: DraftFields; now: Date },
): Promise<DraftRow> {
  return untilDone(
    typed,
    () => getTyped(db, mine),
    async (kept) => {
      const merged = await withoutGone(db, mergeDrafts(kept.fields ?? {}, readDraft(sheet, fields, now)))
      refuseUnless(isTooMuch(merged))
      const draft = { fields: merged, updated_at: now }
      return (await writeDraft(db, mine, kept.version, draft)) ? draft : undefined
    },
  )
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

/** Puts the draft in the place of that `version`, or of none; false if it is not there any more. */
async function writeDraft(db: Kysely<DB>, mine: Mine, version: string | null, draft: DraftRow): Promise<boolean> {
  const written = { ...mine, json: JSON.stringify(draft.fields), updated_at: draft.updated_at }
  if (version === null) return insertDraft(db, written)
  const next = { ...written, version }
  return next.json.length > LARGE ? replacing.alone(db, next) : doBatched(db, replacing, next)
}

/** A text of so many characters goes alone: several as large as a draft may be are too much for one statement. */
const LARGE = 50_000

interface Written extends Mine {
  /** The fields. */
  json: string
  updated_at: Date
}

async function insertDraft(db: Db, { courseId, assignmentId, personId, json, updated_at }: Written): Promise<boolean> {
  const { rows } = await sql`
    insert into drafts (course_id, assignment_id, person_id, fields, updated_at)
    values (${courseId}, ${assignmentId}, ${personId}, ${json}, ${updated_at})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** Everyone who is typing has it kept every few seconds: those who wait for the disk wait together. */
const replacing: Work<Written & { version: string }, boolean> = {
  async alone(db, { courseId, assignmentId, personId, version, json, updated_at }) {
    const { rows } = await sql`
      update drafts set fields = ${json}, updated_at = ${updated_at}
      where course_id = ${courseId} and assignment_id = ${assignmentId} and person_id = ${personId}
        and xmin = ${version}::xid
      returning 1`.execute(db)
    return rows.length > 0
  },
  /** Of several from one person’s devices, which would replace the same draft, one does. */
  async together(db, drafts) {
    // All take the rows in one order: two that wait for each other are ended by PostgreSQL after a second only.
    const sorted = drafts.toSorted(byRow)
    // The limit tells PostgreSQL that they are few: for more it would read through all drafts while there are not many.
    const { rows } = await sql<{ n: number }>`
      update drafts d set fields = own.fields, updated_at = own.updated_at
      from (
        select * from unnest(
          ${sorted.map(({ courseId }) => courseId)}::uuid[], ${sorted.map(({ assignmentId }) => assignmentId)}::uuid[],
          ${sorted.map(({ personId }) => personId)}::uuid[], ${sorted.map(({ version }) => version)}::xid[],
          ${sorted.map(({ json }) => json)}::jsonb[], ${sorted.map(({ updated_at }) => updated_at)}::timestamptz[]
        ) with ordinality limit ${sorted.length}
      ) as own (course_id, assignment_id, person_id, version, fields, updated_at, n)
      where d.course_id = own.course_id and d.assignment_id = own.assignment_id and d.person_id = own.person_id
        and d.xmin = own.version
      returning own.n::int`.execute(db)
    const replaced = new Set(rows.map(({ n }) => sorted[n - 1]))
    return drafts.map((draft) => replaced.has(draft))
  },
}

const rowOf = ({ courseId, assignmentId, personId }: Mine) => `${courseId} ${assignmentId} ${personId}`
const byRow = (a: Mine, b: Mine) => Number(rowOf(a) > rowOf(b)) - Number(rowOf(a) < rowOf(b))
