import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Can } from '../../contract/courses.ts'
import { worksMost } from '../../contract/staff/grading.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { assignmentOfWork, countingFirst } from '../grading/queries.ts'

/** The number and id in place of a name. */
export interface Mask {
  id: string
  number: number
}

/** By owner; null: names are shown. */
export type HiddenNames = Map<string, Mask> | null

interface Of {
  courseId: string
  assignmentId: string
}

/** All owners: everybody who hands in, or has. */
const owners = ({ courseId, assignmentId }: Of) => sql`(
  select r.person_id as owner_id from assignments a
  join roster r on r.course_id = a.course_id and r.role = 'student'
  where a.course_id = ${courseId} and a.id = ${assignmentId}::uuid and a.grouping_id is null
  union
  select g.id from assignments a join groups g on g.course_id = a.course_id and g.grouping_id = a.grouping_id
  where a.course_id = ${courseId} and a.id = ${assignmentId}::uuid
  union
  select s.owner_id from submissions s where s.course_id = ${courseId} and s.assignment_id = ${assignmentId}::uuid
  limit ${2 * worksMost})`

const maskOf = ({ courseId, assignmentId }: Of) => sql`
  h.course_id = ${courseId} and h.assignment_id = ${assignmentId}::uuid and h.owner_id = o.owner_id`

/** The numbers of all owners while their names are hidden; null: names are shown. A new owner gets the next number. */
export async function findHiddenNames(db: Kysely<DB>, of: Of): Promise<HiddenNames> {
  if (!(await isHidden(db, of))) return null
  const read = async () => {
    const { rows } = await sql<{ owner_id: string; id: string | null; number: number | null }>`
      select o.owner_id, h.id, h.number from ${owners(of)} o left join hidden_names h on ${maskOf(of)}`.execute(db)
    return rows
  }
  let rows = await read()
  if (rows.some(({ id }) => id === null)) {
    await numberOwners(db, of)
    rows = await read()
  }
  return new Map(rows.map(({ owner_id, id, number }) => [owner_id, { id: id ?? '', number: number ?? 0 }]))
}

/** Whether names are hidden in an assignment of the course of roster row `r`. */
export const areNamesHidden = (assignmentId: RawBuilder<unknown>) => sql`exists (
  select from grading_settings h
  where h.course_id = r.course_id and h.assignment_id = ${assignmentId} and h.hide_names)`

/** Whether names are hidden from the graders of a work, as a column beside roster row `r`. */
export const workNamesHidden = (workId: string) => sql`${areNamesHidden(assignmentOfWork(workId))} as names_hidden`

const hiding = ({ courseId, assignmentId }: Of) => sql`
  from grading_settings where course_id = ${courseId} and assignment_id = ${assignmentId}::uuid and hide_names`

export const isHidden = async (db: Db, of: Of): Promise<boolean> =>
  (await sql`select ${hiding(of)}`.execute(db)).rows.length > 0

/** Those of these works whose owners' names are hidden. */
export async function findHiddenWorks(db: Db, courseId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from submissions s
    join grading_settings h on h.course_id = s.course_id and h.assignment_id = s.assignment_id and h.hide_names
    left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    where s.course_id = ${courseId} and s.id = any(${ids}::uuid[]) and f.show is not true`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** In random order; one transaction after the other, so that each number is given once. */
const numberOwners = (db: Kysely<DB>, of: Of) =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`hidden names ${of.assignmentId}`}, 0))`.execute(trx)
    await sql`
      insert into hidden_names (course_id, assignment_id, owner_id, number)
      select ${of.courseId}, ${of.assignmentId}::uuid, o.owner_id, row_number() over (order by random()) + (
        select coalesce(max(number), 0) from hidden_names
        where course_id = ${of.courseId} and assignment_id = ${of.assignmentId}::uuid)
      from ${owners(of)} o where not exists (select from hidden_names h where ${maskOf(of)})
      on conflict do nothing`.execute(trx)
  })

/**
 * The owners of these ids, which are their own or masks, who hand in this assignment or have. While names are hidden, an
 * own id finds nobody with an unreleased grade: otherwise a grader who may not show names could find a person's work.
 */
export async function ownersNamed(db: Db, of: Of, ids: string[], { release }: Pick<Can, 'release'>): Promise<string[]> {
  const { courseId, assignmentId } = of
  const { rows } = await sql<{ owner_id: string }>`
    select coalesce(h.owner_id, o.owner_id) as owner_id
    from unnest(${ids}::uuid[]) with ordinality as o (owner_id, place)
    left join hidden_names h
      on h.course_id = ${courseId} and h.assignment_id = ${assignmentId}::uuid and h.id = o.owner_id
    where coalesce(h.owner_id, o.owner_id) in ${owners(of)}
      and (${release} or h.owner_id is not null or not exists (select ${hiding(of)}) or (
        select f.show from assignments a
        join submissions s on s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = o.owner_id
        left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
        where a.course_id = ${courseId} and a.id = ${assignmentId}::uuid order by ${countingFirst} limit 1))
    order by o.place`.execute(db)
  return rows.map(({ owner_id }) => owner_id)
}

export const setHidden = (trx: Db, { courseId, assignmentId }: Of, hidden: boolean) =>
  sql`
    insert into grading_settings (course_id, assignment_id, hide_names)
    values (${courseId}, ${assignmentId}::uuid, ${hidden})
    on conflict (course_id, assignment_id) do update set hide_names = excluded.hide_names
    where grading_settings.hide_names <> excluded.hide_names`.execute(trx)
