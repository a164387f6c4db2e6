import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { falling, pageOf } from '../db/page.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { thereOf } from '../uploads/queries.ts'
import { fullName } from '../users/name.ts'
import type { Mine } from './owner.ts'

/* Earlier texts of a draft: texts that a save replaced, that a merge put aside, or that a submission left out. */

/** The most versions of one draft: all of the newest, and older ones that are far apart in time. */
const MOST = 50
const NEWEST = 20
/** How long versions stay. */
const DAYS = 180

/** The draft of an owner. */
export interface Owned {
  courseId: string
  assignmentId: string
  ownerId: string
}

export interface NewVersion {
  by: string
  kind: 'replaced' | 'aside' | 'handed_in'
  /** The text of each field in this version. */
  fields: Record<string, string>
  at: Date
}

/** Part of a statement: keeps the version if `condition`. */
export const keepingVersion = (
  { courseId, assignmentId, ownerId }: Owned,
  { by, kind, fields, at }: NewVersion,
  condition: ReturnType<typeof sql>,
) => sql`
  insert into draft_versions (course_id, assignment_id, owner_id, id, person_id, kind, fields, created_at)
  select ${courseId}, ${assignmentId}, ${ownerId}, ${newId()}, ${by}, ${kind}, ${JSON.stringify(fields)}, ${at}
  where ${condition}`

/** Part of a statement that makes room for `more` versions: the least telling ones go, so that at most `MOST` stay. */
export const droppingVersion = ({ courseId, assignmentId, ownerId }: Owned, more: number) => sql`
  delete from draft_versions v
  where v.course_id = ${courseId} and v.assignment_id = ${assignmentId} and v.owner_id = ${ownerId} and v.id in (
    select id from (
      select id, n, row_number() over (order by place <= ${NEWEST - more}, after nulls last, id) as nth
      from (
        select id, count(*) over () as n, row_number() over (order by created_at desc, id desc) as place,
          created_at - lag(created_at) over (order by created_at, id) as after
        from draft_versions
        where course_id = ${courseId} and assignment_id = ${assignmentId} and owner_id = ${ownerId}) as placed) as sorted
    where nth <= n + ${more}::integer - ${MOST})`

export interface VersionRow {
  _id: string
  datetime: string
  by: string
  kind: NewVersion['kind']
  fields: Record<string, string>
}

/** In bytes, the most text on one page of versions: a single version may have a million. */
const MOST_HELD = 500_000

const pages = falling([
  [sql`v.created_at`, 'timestamptz'],
  [sql`v.id`, 'uuid'],
])

/**
 * A page of versions, the latest first: as many as asked for and as fit, at least one. They include what the person typed
 * alone before they joined a group, and what their group typed, while they were in it, before staff gave the assignment to
 * others. What a removed group left them and has again since it is back comes once.
 */
export const getVersions = async (
  db: Kysely<DB>,
  { courseId, assignmentId, personId }: Mine,
  ownerId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ items: VersionRow[]; next: string | null }> => {
  const { rows } = await sql<{ version: VersionRow; cursor: string; left: number }>`
    with owners as (
      select ${ownerId}::uuid as owner_id, '-infinity'::timestamptz as since
      union select ${personId}::uuid, '-infinity'
      union select group_id, accepted_at from group_members
      where course_id = ${courseId} and person_id = ${personId} and accepted_at is not null and group_id <> ${ownerId}),
    versions as (
      (select distinct on (created_at, person_id, kind, fields) id, person_id, kind, fields, created_at
      from draft_versions join owners using (owner_id)
      where course_id = ${courseId} and assignment_id = ${assignmentId} and created_at >= since
      order by created_at, person_id, kind, fields, id)
      union all
      select owner_id, case when owner_id = ${personId} then owner_id end, 'aside',
        (select coalesce(jsonb_object_agg(key, value->'value'), '{}') from jsonb_each(fields)), updated_at
      from drafts join owners using (owner_id)
      where course_id = ${courseId} and assignment_id = ${assignmentId} and updated_at >= since
        and owner_id <> ${ownerId}),
    wanted as (select v.* from versions v where ${pages.after(after)}),
    page as (
      select v.*, row_number() over newest as nth, sum(octet_length(fields::text)) over newest as so_far
      from (select v.* from wanted v order by ${pages.order} limit ${limit}) v window newest as (order by ${pages.order}))
    select ${pages.cursor} as cursor, (select count(*) from wanted)::integer as left,
      json_build_object('_id', v.id, 'datetime', v.created_at, 'kind', v.kind, 'fields', v.fields,
        'by', coalesce(${fullName(sql`p`)}, '')) as version
    from page v left join people p on p.id = v.person_id
    where v.nth = 1 or v.so_far <= ${MOST_HELD} order by v.nth`.execute(db)
  const { items, next } = pageOf(rows, limit, rows[0]?.left)
  return { items: items.map(({ version }) => version), next }
}

/** Without removed files: an upload that no draft names stays for some days only. */
export async function withoutGoneFiles<Row extends Pick<VersionRow, 'fields'>>(db: Db, rows: Row[]): Promise<Row[]> {
  const uploadOf = ([name, value]: [string, string]) => (name.startsWith('file-') ? uploadIdOf(value) : undefined)
  const ids = rows.flatMap(({ fields }) => Object.entries(fields).flatMap((field) => uploadOf(field) ?? []))
  if (ids.length === 0) return rows
  const there = await thereOf(db, ids)
  const isThere = (field: [string, string]) => {
    const id = uploadOf(field)
    return id === undefined || there.has(id)
  }
  return rows.map((row) => ({ ...row, fields: Object.fromEntries(Object.entries(row.fields).filter(isThere)) }))
}

export const sweepVersions = (db: Db, now: Date) =>
  sql`delete from draft_versions where created_at < ${new Date(now.getTime() - DAYS * 86_400_000)}`.execute(db)

/**
 * Removes the drafts of removed groups that no undo brings back any more: all changes of the group are older than
 * `since`. It looks them up from these changes, which go next (`sweepChanges`): drafts are as many as people and
 * assignments.
 */
export const sweepDrafts = (db: Db, since: Date) => {
  // As a literal: a plan for any date would read all changes.
  const before = sql.lit(since.toISOString())
  return sql`
  delete from drafts d using change_rows r
  where r.created_at < ${before} and r.table_name = 'groups'
    and d.course_id = r.course_id and d.owner_id = (r.key->>'id')::uuid
    and not exists (select from groups g where g.course_id = d.course_id and g.id = d.owner_id)
    and not exists (
      select from change_rows later where later.course_id = r.course_id and later.table_name = 'groups'
        and later.key = r.key and later.created_at >= ${before})`.execute(db)
}
