import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type LiveEvent, tellWithin } from '../live.ts'
import { isOut } from './out.ts'
import { followSections, publish } from './publish.ts'
import { type Published, type PublishedTable, publishedTables } from './tables.ts'

interface Changed {
  courseId: string
  changeId: string
  table: PublishedTable
  ids: string[]
  /** One of its rows has a time of publication, or had one until now. */
  shown: boolean
  now: Date
}

/**
 * Publishes, in the transaction of a change, the things whose time has come, and wakes the schedulers for the others.
 * The live event goes to everyone on the course if students see a difference, else to staff. It does not name a thing
 * that is for one section or lies in a folder, so that nobody learns of a thing that they do not see; nor one whose change
 * moves others.
 */
export async function followPublished(trx: Db, changed: Changed): Promise<LiveEvent[]> {
  const { courseId, table, ids, shown, now } = changed
  const { part, parts }: Published = publishedTables[table]
  const look = () => findPublished(trx, changed)
  // The rows of a thing's parts have no time of publication.
  let { seen, narrow, wide, planned, due } = shown || parts ? await look() : ofDraft
  if (due) {
    const isDue = sql`p.subject_id = any(${ids}::uuid[]) and p.publish_at <= ${now}`
    await publish(trx, { courseId, table }, { isDue, now: sql`${now}::timestamptz` })
    ;({ seen, narrow, wide, planned } = await look())
  }
  if (shown) await followSections(trx, changed)
  if (planned) await tellWithin(trx, { kind: 'publication_planned' })
  const about = { course_id: courseId, ...(ids.length === 1 && !(seen && (narrow || wide)) && { thing: ids[0] }) }
  return seen
    ? [{ kind: 'course_changed', ...about, parts: [part, 'activity'] }]
    : [{ kind: 'course_changed', ...about, parts: [part], audience: 'staff' }]
}

interface Found {
  /** Students see a difference. */
  seen: boolean
  /** A thing is for one section, or lies in a folder. */
  narrow: boolean
  /** What the pages of other things say changes, too. */
  wide: boolean
  /** A thing waits for its time. */
  planned: boolean
  /** The time of a thing has come. */
  due: boolean
}

const ofDraft: Found = { seen: false, narrow: false, wide: false, planned: false, due: false }

async function findPublished(trx: Db, { courseId, changeId, table, ids, now }: Changed): Promise<Found> {
  const { parts: hasParts, movesOthers = sql`false` }: Published = publishedTables[table]
  const waits = sql`from publications where course_id = ${courseId} and subject_id = any(${ids}::uuid[])`
  const { rows } = await sql<Found>`
    select exists (
      select from change_rows r cross join lateral (values (r.before), (r.after)) as was (row)
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = ${table}
        and (was.row->>'publish_at')::timestamptz <= ${now} and was.row->>'deleted_at' is null)
      ${
        hasParts
          ? sql`or exists (
        select from ${sql.table(table)} a where a.course_id = ${courseId} and a.id = any(${ids}::uuid[]) and ${isOut('a')})`
          : sql``
      } as seen,
    exists (
      select from change_rows r
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = ${table}
        and coalesce(r.before->>'section', r.after->>'section', r.before->>'parent_id', r.after->>'parent_id')
          is not null) as narrow,
    exists (
      select from change_rows r
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = ${table} and ${movesOthers}) as wide,
    exists (select ${waits}) as planned,
    exists (select ${waits} and subject_table = ${table} and publish_at <= ${now}) as due`.execute(trx)
  return rows[0] as Found
}
