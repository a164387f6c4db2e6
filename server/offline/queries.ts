import { sql } from 'kysely'
import { worksMost } from '../../contract/staff/grading.ts'
import { counting } from '../answers/queries.ts'
import { isOf, slotName } from '../assignments/submissionQueries.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { nameOf } from '../grading/queries.ts'
import { byName, fullName, inOrder } from '../users/name.ts'

interface Of {
  courseId: string
  assignmentId: string
}

export interface FileOfWork {
  /** The name of the field, `file-<slot id>`. */
  field: string
  filename: string
  storage_key: string
  bytes: number
  media_type: string
}

export interface WorkRow {
  id: string
  owner_id: string
  group: string
  people: { first: string; last: string }[]
  /** Of one person, who is in no group; '' if there is none. */
  email: string
  attempt: number
  submitted_at: Date
  released: boolean
  files: FileOfWork[]
}

/** The address of the people `p`, where they are one. */
const soleEmail = sql`case when count(*) = 1 then coalesce(min(lower(p.email)), '') else '' end`

/** The work that counts of each of these owners, or of all, by name. */
export async function findWorks(db: Db, of: Of, owners: string[] | null): Promise<WorkRow[]> {
  const { courseId } = of
  const { rows } = await sql<WorkRow>`
    with c as (${counting(of)})
    select s.id, s.owner_id, coalesce(g.name, '') as "group", w.people, w.email, s.attempt, s.submitted_at, c.show is true as released,
      (select coalesce(json_agg(json_build_object('field', ${slotName}, 'filename', u.filename, 'storage_key', u.storage_key,
          'bytes', u.bytes, 'media_type', u.media_type) order by f.slot_id, f.n), '[]')
        from submission_files f join uploads u on u.id = f.upload_id
        where f.course_id = s.course_id and f.submission_id = s.id) as files
    from c join submissions s on s.course_id = ${courseId} and s.id = c.id
    left join groups g on g.course_id = s.course_id and g.id = s.owner_id
    cross join lateral (
      select coalesce(json_agg(${nameOf('p')} order by ${byName('p')}), '[]') as people,
        min(p.first || ' ' || p.last) as name, case when g.id is null then ${soleEmail} else '' end as email
      from submission_people n join people p on p.id = n.person_id
      where n.course_id = ${courseId} and n.submission_id = s.id and p.removed_at is null) w
    where ${owners === null ? sql`true` : isOf(of, owners)}
    order by ${inOrder(sql`coalesce(g.name, w.name)`)}, s.id limit ${worksMost}`.execute(db)
  return rows
}

/** The owners of an assignment's works with these ids, in any attempt. */
export async function findOwners(db: Db, { courseId, assignmentId }: Of, ids: string[]) {
  const { rows } = await sql<{
    id: string
    owner_id: string
    is_group: boolean
    name: string
    email: string
    released: boolean
    grader_id: string | null
    grader: string | null
  }>`
    select s.id, s.owner_id, g.id is not null as is_group, coalesce(g.name, w.names, '') as name,
      case when g.id is null then w.email else '' end as email,
      coalesce(f.show, false) as released, f.grader_id, (
        select ${fullName(sql`p`)} from people p where p.id = f.grader_id and p.removed_at is null) as grader
    from submissions s
    left join groups g on g.course_id = s.course_id and g.id = s.owner_id
    left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    cross join lateral (
      select string_agg(${fullName(sql`p`)}, ', ' order by ${byName('p')}) as names, ${soleEmail} as email
      from submission_people n join people p on p.id = n.person_id
      where n.course_id = ${courseId} and n.submission_id = s.id and p.removed_at is null) w
    where s.course_id = ${courseId} and s.assignment_id = ${assignmentId}::uuid and s.id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Of these works, those whose grade only this person's imports have changed since the given revision: what they graded
 * on the screen since, an older sheet does not know.
 */
export async function findImportedSince(
  db: Db,
  courseId: string,
  works: { id: string; since: number; revision: number }[],
  by: string,
): Promise<Set<string>> {
  if (works.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select w.id from jsonb_to_recordset(${JSON.stringify(works)}::jsonb) as w (id uuid, since integer, revision integer)
    where w.revision - w.since = (
      select count(*) from change_rows c join changes h on h.course_id = c.course_id and h.id = c.change_id
      where c.course_id = ${courseId} and c.table_name = 'feedback'
        and c.key = jsonb_build_object('course_id', ${courseId}::uuid, 'submission_id', w.id)
        and (c.after->>'revision')::integer > w.since and h.actor_id = ${by} and h.kind = 'marking_imported')`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

interface Archive extends Of {
  /** Null: everyone. */
  owners: string[] | null
}

/**
 * In ms, how long an archive may be asked for: the browser does it at once, and what has begun goes on. The address
 * opens the works of a whole course without a header, and stays in the browser's list of downloads.
 */
const GOOD = 300_000

/** Stores the owners of an archive's works, and removes expired archives. */
export async function keepArchive(db: Db, id: string, { courseId, assignmentId, owners }: Archive, now: Date) {
  await sql`
    with gone as (delete from archives where course_id = ${courseId} and made_at < ${before(now)})
    insert into archives (course_id, id, assignment_id, owners, made_at)
    values (${courseId}, ${id}, ${assignmentId}, ${owners}::uuid[], ${now})
    on conflict do nothing`.execute(db)
}

/** @throws not_found */
export async function getArchive(db: Db, courseId: string, id: string, now: Date): Promise<Archive> {
  const { rows } = await sql<Archive>`
    select course_id as "courseId", assignment_id as "assignmentId", owners from archives
    where course_id = ${courseId} and id = ${id} and made_at >= ${before(now)}`.execute(db)
  return found(rows[0])
}

const before = (now: Date) => new Date(now.getTime() - GOOD)
