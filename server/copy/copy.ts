import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { type CopyPart, type copies, copyParts } from '../../contract/staff/copy.ts'
import { type Dated, type DateField, dateFields, datesMost } from '../../contract/staff/dates.ts'
import { seed } from '../changes/change.ts'
import { addInstructors, numberIsFree, shortOf } from '../courses/create.ts'
import { getZone } from '../courses/zone.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { idAt, idOf } from '../ids.ts'
import { tellWithin } from '../live.ts'
import { holdUploads } from '../uploads/hold.ts'
import { addUpload, getFile, getKept } from '../uploads/queries.ts'
import { movedTo, type Plan } from './rules.ts'
import { type CopiedTable, copiedTables, isForSection } from './tables.ts'

/* Copies a course row by row as JSON, so that a new column comes along by itself. See docs/decisions/041-copies.md. */

type Row = Record<string, unknown>
export type AskedCopy = z.output<(typeof copies)['make']['body']>

const tables = Object.entries(copiedTables as Record<string, CopiedTable>)

/** The parts that are copied: assignments of groups need their groupings. */
const withNeeded = (parts: readonly CopyPart[]): CopyPart[] =>
  copyParts.filter((part) => parts.includes(part) || (part === 'groupings' && parts.includes('assignments')))

async function rowsOf(db: Db, courseId: string, table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
    where t.course_id = ${courseId} and to_jsonb(t)->>'deleted_at' is null`.execute(db)
  return rows.map(({ row }) => row)
}

/** The rows of the parts, table by table, without rows inside something deleted. */
async function findCopied(
  db: Db,
  courseId: string,
  parts: readonly CopyPart[],
): Promise<[string, CopiedTable, Row[]][]> {
  const all: [string, CopiedTable, Row[]][] = []
  const ids = new Set<unknown>()
  const wanted = withNeeded(parts)
  for (const [name, table] of tables) {
    if (!wanted.includes(table.part)) continue
    let rows = await rowsOf(db, courseId, name)
    const { within } = table
    for (let before = -1; within && before !== rows.length; ) {
      before = rows.length
      const own = new Set(rows.map(({ id }) => id))
      rows = rows.filter((row) => row[within] == null || own.has(row[within]) || ids.has(row[within]))
    }
    for (const { id } of rows) ids.add(id)
    all.push([name, table, rows])
  }
  return all
}

/**
 * How many things of each part a course has, and how many of them are for one section; a column that is entered by hand
 * is a thing, too.
 */
export async function countParts(db: Kysely<DB>, courseId: string) {
  const copied = await findCopied(db, courseId, copyParts)
  const things = (name: string, rows: Row[]) =>
    name in thingOf ? rows : rows.filter((row) => name === 'gradables' && row.assignment_id === null)
  return copyParts.map((part) => {
    const all = copied.flatMap(([name, table, rows]) => (table.part === part ? things(name, rows) : []))
    return { part, count: all.length, for_sections: all.filter(isForSection).length }
  })
}

/** Whether a course other than the copy has its number in that semester. */
export async function isNumberTaken(db: Kysely<DB>, copyId: string, course: AskedCopy): Promise<boolean> {
  const taken = await db
    .selectFrom('courses')
    .select('id')
    .where('code', '=', course.course_code)
    .where('section', '=', course.course_section)
    .where('academic_year', '=', course.course_academic_year)
    .where('semester', '=', course.course_semester)
    .where('id', '<>', copyId)
    .executeTakeFirst()
  return taken !== undefined
}

/** The day of the first class of a course, in its zone; null when it has none. */
export async function firstDay(db: Kysely<DB>, courseId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(s.start_at) at time zone c.zone, 'YYYY-MM-DD') as day
    from courses c left join schedules s on s.course_id = c.id and s.deleted_at is null
    where c.id = ${courseId} group by c.zone`.execute(db)
  return rows[0]?.day ?? null
}

const thingOf: Record<string, Dated> = {
  ...{ announcements: 'announcement', assignments: 'assignment', contents: 'content', links: 'link' },
  ...{ groupings: 'grouping', meetings: 'meeting', playlists: 'playlist', schedules: 'class', topics: 'topic' },
}

interface PlannedDate {
  _id: string
  thing: Dated
  field: DateField
  title: string
  at: Date
  new_at: Date
  holiday: boolean
}

/** The dates of the copy, as a preview. */
export async function findPlan(
  db: Kysely<DB>,
  courseId: string,
  { parts, keepPublishing, ...days }: Omit<Plan, 'zone'> & { parts: CopyPart[]; keepPublishing: boolean },
): Promise<PlannedDate[]> {
  const plan = { ...days, zone: await getZone(db, courseId) }
  const copied = await findCopied(db, courseId, parts)
  const all = copied.flatMap(([name, { moved = [] }, rows]) =>
    rows.flatMap((row) =>
      dateFields
        .filter((field) => moved.includes(field) && row[field] !== null)
        .filter((field) => field !== 'publish_at' || (keepPublishing && !isForSection(row)))
        .map((field): PlannedDate => {
          const at = new Date(String(row[field]))
          const to = movedTo(at, plan)
          const title = String(row.title ?? row.name ?? '')
          const thing = thingOf[name] as Dated
          return { _id: String(row.id), thing, field, title, at, new_at: to.at, holiday: to.holiday }
        }),
    ),
  )
  return all.sort((a, b) => a.new_at.getTime() - b.new_at.getTime()).slice(0, datesMost)
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

interface Copying {
  /** The id of the copy. All ids in it derive from this one, so a repeated job makes the same copy. */
  id: string
  courseId: string
  actorId: string
  asked: AskedCopy
  now: Date
  /** Stores a file of the copy under a key of its own. */
  store(key: string, bytes: Buffer): Promise<void>
}

/** Makes the copy in the transaction. Ids in texts and in JSON, such as in links, become the ids of the copy. */
export async function makeCopy(trx: Transaction<DB>, copying: Copying): Promise<void> {
  const { id, courseId, actorId, asked, now } = copying
  const plan = { ...asked, zone: await getZone(trx, courseId) }
  const copied = await findCopied(trx, courseId, asked.parts)
  const ids = new Map([[courseId, id]])
  for (const [, table, rows] of copied) for (const [from, to] of newIds(id, table, rows)) ids.set(from, to)
  const own = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replace(UUID, (one) => ids.get(one.toLowerCase()) ?? one))
  const corrected = new Map(asked.dates.map(({ _id, field, at }) => [`${_id} ${field}`, at]))

  await seed(trx, async () => {
    await numberIsFree(() => insertCourse(trx, copying))
    await addInstructors(trx, { courseId: id, personIds: [actorId], now })
    for (const day of asked.holidays) {
      const row = { course_id: id, id: idOf(id, day), first_day: day, last_day: day }
      await trx.insertInto('holidays').values(row).execute()
    }
    for (const [name, table, rows] of copied) {
      if (rows.length === 0) continue
      const made = rows.map((row) => own({ ...row, ...changed(table, row, { plan, corrected, copying }) }))
      if (name === 'contents') await keepPages(trx, { rows, made, copying })
      await sql`
        insert into ${sql.table(name)}
        select * from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(made)}::jsonb)`.execute(trx)
    }
    // A due date may have been corrected.
    await sql`
      update gradables g set zero_from = a.due_at from assignments a
      where g.course_id = ${id} and a.course_id = g.course_id and a.id = g.assignment_id
        and g.zero_from < a.due_at`.execute(trx)
  })
  await tellWithin(trx, { kind: 'person_changed', person_id: actorId })
}

/**
 * The ids of the copy by those of the rows. Its times are all the same or none, so its ids keep the order in which the
 * course lists the rows: by their times, and by their ids.
 */
function newIds(copyId: string, { newest, made = [] }: CopiedTable, rows: Row[]): [string, string][] {
  const timed = rows.flatMap((row) => {
    // A draft has no time of publication.
    const time = newest && (row[newest] ?? row[made[0] ?? ''])
    return typeof row.id === 'string' ? [{ id: row.id, at: time ? new Date(String(time)).getTime() : 0 }] : []
  })
  return timed
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map(({ id, at }, place) => [id, idAt({ at, place }, copyId, id)])
}

/**
 * A page is also stored as a file for download. Links in the copied text lead into the copy, so the copy gets a file of
 * its own. Sets the upload of the row.
 */
async function keepPages(
  trx: Transaction<DB>,
  { rows, made, copying }: { rows: Row[]; made: Row[]; copying: Copying },
) {
  const { actorId: owner_id, now: created_at, store } = copying
  for (const [i, row] of made.entries()) {
    const { page, upload_id } = row
    if (typeof page !== 'string' || typeof upload_id !== 'string' || page === rows[i]?.page) continue
    const { filename, media_type } = await getFile(trx, upload_id)
    const bytes = Buffer.from(page)
    const id = idOf(String(row.id), 'page')
    const file = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest(), storage_key: id }
    await store(id, bytes)
    if (!(await addUpload(trx, { id, owner_id, filename, media_type, ...file, created_at })))
      await getKept(trx, id, owner_id)
    await holdUploads(trx, [id])
    row.upload_id = id
  }
}

async function insertCourse(trx: Db, { id, courseId, asked, now }: Copying): Promise<void> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(c) as row from courses c where c.id = ${courseId}`.execute(trx)
  const source = found(rows[0]).row
  // A short name that is no other than the name stays so.
  const isOfName = source.name_short === shortOf(String(source.name))
  const row = {
    ...source,
    ...{ id, code: asked.course_code, section: asked.course_section, name: asked.course_name, revision: 1 },
    ...{ academic_year: asked.course_academic_year, semester: asked.course_semester, created_at: now },
    ...{ join_password_hash: null, archived_at: null },
    name_short: shortOf(asked.course_name_short ?? (isOfName ? asked.course_name : String(source.name_short))),
  }
  await sql`
    insert into courses select * from jsonb_populate_record(null::courses, ${JSON.stringify(row)}::jsonb)`.execute(trx)
}

interface Moving {
  plan: Plan
  corrected: Map<string, string>
  copying: Copying
}

/** The columns with other values in the copy, besides ids. */
function changed(table: CopiedTable, row: Row, { plan, corrected, copying }: Moving): Row {
  const { actorId, asked, now } = copying
  const { moved = [], made = [], cleared = [], people = [], set } = table
  const next: Row = { ...set?.(row) }
  for (const name of made) next[name] = now
  for (const name of cleared) next[name] = null
  for (const name of people) next[name] = actorId
  if ('revision' in row) next.revision = 1
  for (const name of moved) {
    if (row[name] == null) continue
    const at = new Date(String(row[name]))
    const correction = corrected.get(`${row.id} ${name}`)
    next[name] = correction ? new Date(correction) : movedTo(at, plan).at
  }
  const time = (name: string, of: Row) => (of[name] == null ? Number.NaN : new Date(String(of[name])).getTime())
  // A class keeps its length, and nothing closes before it is due.
  if (next.end_at) next.end_at = new Date(time('start_at', next) + time('end_at', row) - time('start_at', row))
  if (next.closes_at && time('closes_at', next) < time('due_at', next)) next.closes_at = next.due_at
  const keepsTime = asked.keep_publishing && !isForSection(row) && time('publish_at', next) > now.getTime()
  if ('publish_at' in next && !keepsTime) next.publish_at = null
  return next
}
