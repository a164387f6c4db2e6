import { type Kysely, sql } from 'kysely'
import { type DraftFields, type DraftSave, type DraftWriter, type KeptDraft, mergeSave } from '../../contract/drafts.ts'
import { type MergeWork, mergeWork } from '../../contract/mergeText.ts'
import { doBatched, type Work } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { refuseUnless } from '../errors.ts'
import { acceptByWorking } from '../groups/members.ts'
import { isPresent } from '../presence/queries.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { thereOf } from '../uploads/queries.ts'
import { getTyped, type Typed } from './draftQueries.ts'
import { droppingVersion, keepingVersion, type NewVersion, type Owned } from './draftVersions.ts'
import { inGroup, type Mine } from './owner.ts'
import { retryUntilWritten } from './retry.ts'
import { type Fields, isText, isTooMuch, kindsOf, type ReadSave, readSave, withPresentOptions } from './rules.ts'

interface ShownDraft {
  owner_id: string
  fields: DraftFields
  updated_at: Date | string | null
  conflicts: string[]
}

/** The typed text, and the files and choices that still exist. */
export const shownDraft = async (
  db: Kysely<DB>,
  sheet: Fields,
  { owner_id, fields, updated_at }: Typed,
): Promise<ShownDraft> => ({
  owner_id,
  fields: withPresentOptions(kindsOf(sheet), await withoutGone(db, fields ?? {})),
  updated_at,
  conflicts: [],
})

interface Keeping extends Mine {
  /** Returns the fields of the assignment for the owner of a draft; throws for an owner whom the saves do not concern. */
  sheetFor: (typed: Typed) => Promise<Fields>
  /** The draft so far. */
  typed: Typed
  saves: DraftSave[]
  now: Date
}

interface Kept {
  draft: ShownDraft
  /** The other people who write in the draft. */
  others: string[]
}

/**
 * Merges what a device has typed into the draft, and keeps what leaves the draft as versions. A save may come after the
 * close or the last attempt: the server keeps what people type whether or not they can still hand it in. Whoever works
 * in a group has accepted it then. Throws not_found, too_large, busy, and invalid with the fields.
 */
export async function keepDraft(db: Kysely<DB>, keeping: Keeping): Promise<Kept> {
  const { sheetFor, typed, saves, now, ...mine } = keeping
  const kinds = kindsOf(await sheetFor(typed))
  const isTextField = (name: string) => {
    const kind = kinds.get(name)
    return kind !== undefined && isText(kind)
  }
  const gone = await findGone(
    db,
    mine,
    namesIn(saves).filter((name) => !kinds.has(name)),
  )
  const read = saves.map((save) => readSave(kinds, gone, save, now))
  // The room for all merges of this save together: the process does nothing else meanwhile.
  const work = mergeWork()
  return retryUntilWritten(
    typed,
    () => getTyped(db, mine),
    async (kept) => {
      // Staff have moved the person meanwhile: the draft of another owner is another sheet.
      if (kept.owner_id !== typed.owner_id) return keepDraft(db, { ...keeping, typed: kept })
      const merged = mergeAll(
        { fields: kept.fields ?? {}, applied: kept.applied?.split(' ') ?? [] },
        read,
        isTextField,
        work,
      )
      const fields = withPresentOptions(kinds, await withoutGone(db, merged.draft.fields))
      refuseUnless(isTooMuch(fields))
      const versions = merged.versions.map((version): NewVersion => ({ ...version, by: mine.personId, at: now }))
      const row = { ...mine, ownerId: kept.owner_id, json: JSON.stringify(fields), updated_at: now }
      const next = { ...row, applied: merged.draft.applied.join(' '), files: newFiles(kept.fields ?? {}, fields) }
      if (kept.waits) {
        // Before the draft: whom staff move after it takes along what a group has typed that they have accepted.
        await acceptByWorking(db, { courseId: mine.courseId, groupId: kept.owner_id, personId: mine.personId })
        return undefined
      }
      if (!(await writeDraft(db, kept.version, next, versions))) return undefined
      const draft = { owner_id: kept.owner_id, fields, updated_at: now, conflicts: merged.conflicts }
      return { draft, others: kept.others }
    },
  )
}

function mergeAll(kept: KeptDraft, saves: ReadSave[], isText: (name: string) => boolean, work: MergeWork) {
  let draft = kept
  const versions: Pick<NewVersion, 'kind' | 'fields'>[] = []
  const conflicts = new Set<string>()
  for (const { save, gone } of saves) {
    if (!draft.applied.includes(save.id) && Object.keys(gone).length > 0) versions.push({ kind: 'aside', fields: gone })
    const merged = mergeSave(draft, save, isText, work)
    draft = merged.draft
    for (const kind of ['replaced', 'aside'] as const)
      if (Object.keys(merged[kind]).length > 0) versions.push({ kind, fields: merged[kind] })
    for (const name of merged.conflicts) conflicts.add(name)
  }
  return { draft, versions, conflicts: [...conflicts] }
}

const namesIn = (saves: DraftSave[]) => [...new Set(saves.flatMap(({ fields }) => Object.keys(fields)))]

/** Of these fields, the ones that the assignment no longer asks of the person. */
async function findGone(db: Db, { courseId, assignmentId }: Mine, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const thingOf = (name: string) => /^(item|file)-.{36}/.exec(name)?.[0] ?? name
  const { rows } = await sql<{ thing: string }>`
    select distinct v.thing from (
      select case table_name when 'questions' then 'item-' else 'file-' end || row_id as thing
      from sheet_versions where course_id = ${courseId} and assignment_id = ${assignmentId}
      union all
      select 'item-' || id from questions where course_id = ${courseId} and assignment_id = ${assignmentId}
      union all
      select 'file-' || id from file_slots where course_id = ${courseId} and assignment_id = ${assignmentId}) v
    where v.thing = any(${names.map(thingOf)})`.execute(db)
  // No version says whether a text was ever asked.
  const things = new Set(['textbox', ...rows.map(({ thing }) => thing)])
  return new Set(names.filter((name) => things.has(thingOf(name))))
}

/**
 * Empties the slots whose upload was deleted or swept, as an edit later than the file, so that devices that still have
 * the file follow. Returns the same draft when all files are there.
 */
async function withoutGone(db: Db, fields: DraftFields): Promise<DraftFields> {
  const attached = Object.entries(fields).filter(([name, { value }]) => name.startsWith('file-') && value !== '')
  if (attached.length === 0) return fields
  const there = await thereOf(db, uploadsIn(fields))
  const gone = attached.filter(([, { value }]) => !there.has(uploadIdOf(value) ?? ''))
  return { ...fields, ...Object.fromEntries(gone.map(([name, { at }]) => [name, { value: '', at: at + 1 }])) }
}

const uploadsIn = (fields: DraftFields): string[] =>
  Object.entries(fields).flatMap(([name, { value }]) => (name.startsWith('file-') ? (uploadIdOf(value) ?? []) : []))

/** The uploads of the new draft, if they differ from the old draft's. */
function newFiles(before: DraftFields, now: DraftFields): string[] | undefined {
  const [had, has] = [before, now].map((fields) => [...new Set(uploadsIn(fields))].sort())
  return String(had) === String(has) ? undefined : has
}

interface NewDraft extends Owned {
  /** Who saves it. */
  personId: string
  /** The fields. */
  json: string
  applied: string
  updated_at: Date
  /** The draft's uploads; undefined: they stay the same. */
  files: string[] | undefined
}

/** Replaces the draft of that `version`, or of none; false if another save was first. */
async function writeDraft(db: Kysely<DB>, version: string | null, draft: NewDraft, versions: NewVersion[]) {
  if (version === null) return insertDraft(db, draft, versions)
  const next = { ...draft, version }
  if (versions.length > 0 || draft.files) return replaceWithMore(db, next, versions)
  return next.json.length > LARGE ? replacing.alone(db, next) : doBatched(db, replacing, next)
}

/** In characters. A longer text goes alone: several drafts of the greatest size are too much for one statement. */
const LARGE = 50_000

async function insertDraft(db: Db, draft: NewDraft, versions: NewVersion[]): Promise<boolean> {
  const { courseId, assignmentId, ownerId, personId, json, applied, updated_at } = draft
  // Nobody finds the text of a group that was removed, or that the person is out of. (A draft that is there says so by its
  // version: `keepTyped`.)
  const member = inGroup({ courseId, groupId: ownerId, personId })
  const { rows } = await sql`
    with written as (
      insert into drafts (course_id, assignment_id, owner_id, fields, applied, updated_at)
      select ${courseId}, ${assignmentId}, ${ownerId}, ${json}, ${applied}, ${updated_at}
      ${ownerId === personId ? sql`` : sql`from ${member}`}
      on conflict do nothing returning 1) ${withMore(draft, versions)}
    select from written`.execute(db)
  return rows.length > 0
}

async function replaceWithMore(db: Db, draft: ReplacedDraft, versions: NewVersion[]): Promise<boolean> {
  const { rows } = await sql`
    with written as (${replaced(draft)}) ${withMore(draft, versions)}
    select from written`.execute(db)
  return rows.length > 0
}

const isWritten = sql`exists (select from written)`

/** Further parts of a statement that act if the part `written` has a row. */
const withMore = (draft: NewDraft, versions: NewVersion[]) => {
  const keeping = versions.map(
    (version, i) => sql`, ${sql.raw(`version_${i}`)} as (${keepingVersion(draft, version, isWritten)})`,
  )
  const dropped = sql`, dropped as (${droppingVersion(draft, versions.length)})`
  const files = draft.files ? namingFiles(draft, draft.files) : sql``
  return sql`${sql.join(keeping, sql` `)} ${versions.length > 0 ? dropped : sql``} ${files}`
}

/** The sweep spares the uploads of a draft. Fails on a foreign key when an upload was deleted meanwhile. */
const namingFiles = ({ courseId, assignmentId, ownerId }: Owned, files: string[]) => sql`
  , named as (
    insert into draft_files (course_id, assignment_id, owner_id, upload_id)
    select ${courseId}::uuid, ${assignmentId}::uuid, ${ownerId}::uuid, id from unnest(${files}::uuid[]) as id
    where ${isWritten} on conflict do nothing),
  unnamed as (
    delete from draft_files where course_id = ${courseId} and assignment_id = ${assignmentId}
      and owner_id = ${ownerId} and upload_id <> all(${files}::uuid[]) and ${isWritten})`

interface ReplacedDraft extends NewDraft {
  version: string
}

const replaced = ({ courseId, assignmentId, ownerId, version, json, applied, updated_at }: ReplacedDraft) => sql`
  update drafts set fields = ${json}, applied = ${applied}, updated_at = ${updated_at}
  where course_id = ${courseId} and assignment_id = ${assignmentId} and owner_id = ${ownerId} and xmin = ${version}::xid
  returning 1`

/** Everyone who types saves every few seconds: those saves wait for the disk together. */
const replacing: Work<ReplacedDraft, boolean> = {
  async alone(db, draft) {
    const { rows } = await replaced(draft).execute(db)
    return rows.length > 0
  },
  /** When several devices of one owner want to replace the same draft in one statement, one of them does. */
  async together(db, drafts) {
    // Every statement takes the rows in one order: PostgreSQL ends two that wait for each other only after a second.
    const sorted = drafts.toSorted(byRow)
    const all = <K extends keyof ReplacedDraft>(key: K) => sorted.map((draft) => draft[key])
    // The limit tells PostgreSQL that the rows are few: for more it would read all drafts while the table is small.
    const { rows } = await sql<{ n: number }>`
      update drafts d set fields = own.fields, applied = own.applied, updated_at = own.updated_at
      from (
        select * from unnest(
          ${all('courseId')}::uuid[], ${all('assignmentId')}::uuid[], ${all('ownerId')}::uuid[],
          ${all('version')}::xid[], ${all('json')}::jsonb[], ${all('applied')}::text[],
          ${all('updated_at')}::timestamptz[]
        ) with ordinality limit ${sorted.length}
      ) as own (course_id, assignment_id, owner_id, version, fields, applied, updated_at, n)
      where d.course_id = own.course_id and d.assignment_id = own.assignment_id and d.owner_id = own.owner_id
        and d.xmin = own.version
      returning own.n::int`.execute(db)
    const written = new Set(rows.map(({ n }) => sorted[n - 1]))
    return drafts.map((draft) => written.has(draft))
  },
}

const rowOf = ({ courseId, assignmentId, ownerId }: Owned) => `${courseId} ${assignmentId} ${ownerId}`
const byRow = (a: Owned, b: Owned) => Number(rowOf(a) > rowOf(b)) - Number(rowOf(a) < rowOf(b))

interface Writers {
  courseId: string
  groupId: string
  /** The id of the draft for `presence`. */
  about: string
  now: Date
}

/** A group has some members; more than this is a mistake. */
const MOST_WRITERS = 200

/** The members of a group, and which of them are at the draft. */
export async function getWriters(db: Kysely<DB>, { courseId, groupId, about, now }: Writers): Promise<DraftWriter[]> {
  const { rows } = await sql<DraftWriter & { img: string | null }>`
    select p.id as _id, p.first, p.last, p.email, p.img, ${isPresent({ courseId, about }, now)} as here
    from group_members m join people p on p.id = m.person_id
    where m.course_id = ${courseId} and m.group_id = ${groupId}
    order by p.first, p.last, p.id limit ${MOST_WRITERS}`.execute(db)
  return rows.map(({ img, ...person }) => (img === null ? person : { ...person, img }))
}
