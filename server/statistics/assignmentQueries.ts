import { sql } from 'kysely'
import { worksMost } from '../../contract/staff/grading.ts'
import { byAttempt, earlierOwners, scoreFor, worksOf } from '../assignments/submissionQueries.ts'
import type { Db } from '../db/database.ts'
import type { DayCount } from './numbers.ts'
import type { WorkRow } from './parts.ts'

export interface AssignmentScope {
  courseId: string
  assignmentId: string
  /** This section only; '': students without one. */
  section?: string | undefined
}

/** Whether roster row `r` is of the section, if there is one. */
export const isOfSection = (section: string | undefined) =>
  section === undefined ? sql`true` : sql`r.section = ${section}`

/** The most days with submissions; the newest. */
export const DAYS_MOST = 430

/** The students of course `a.course_id`. */
const isStudent = (person: ReturnType<typeof sql>, section: string | undefined) => sql`exists (
  select from roster r join people p on p.id = r.person_id and p.removed_at is null
  where r.course_id = a.course_id and r.person_id = ${person} and r.role = 'student' and ${isOfSection(section)})`

/** The assignment as `a`, and its owners: students, or groups with a student; and earlier owners of a student's work. */
const owners = ({ courseId, assignmentId, section }: AssignmentScope) => sql`
  a as (select * from assignments where course_id = ${courseId} and id = ${assignmentId}::uuid and deleted_at is null),
  owners as (
    select r.person_id as owner_id from a join roster r on r.course_id = a.course_id and r.role = 'student'
    join people p on p.id = r.person_id and p.removed_at is null
    where a.grouping_id is null and r.course_id = ${courseId} and ${isOfSection(section)}
    union all
    select g.id from a join groups g on g.course_id = a.course_id and g.grouping_id = a.grouping_id
    where g.course_id = ${courseId} and exists (
      select from group_members m
      where m.course_id = a.course_id and m.group_id = g.id and ${isStudent(sql`m.person_id`, section)})
    union all
    select distinct e.owner_id from a cross join lateral (${earlierOwners()}) e
    where ${isStudent(sql`e.person_id`, section)})`

export interface OwnerRow {
  owner_id: string
  /** Null: the owner has handed nothing in. */
  work: WorkRow | null
  attempts: number
  score: number | null
  show: boolean
}

/**
 * All owners, each with the attempt whose score the gradebook has (migration 161), or else with the latest: an attempt
 * takes the place of an earlier one once it is graded. `open`: the questions whose answers to leave out, because they may
 * be long.
 */
export async function findOwners(db: Db, of: AssignmentScope, open: string[]): Promise<OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    with ${owners(of)}
    select o.owner_id, coalesce(s.attempts, 0) as attempts, s.score::float8 as score, coalesce(s.show, false) as show,
      case when s.owner_id is not null then json_build_object('owner_id', s.owner_id, 'response', s.response - ${open}::text[],
        'sheet_version', s.sheet_version, 'parts', s.parts, 'items', s.items) end as work
    from owners o cross join a
    left join lateral (
      select s.owner_id, s.response, s.sheet_version, f.parts, f.items, f.show, max(s.attempt) over () as attempts,
        ${scoreFor(sql`o.owner_id`)} as score
      from ${worksOf(of)} s
      left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      order by f.score is not null desc, case when a.counts = 'best' then f.score end desc nulls last,
        ${byAttempt(sql`f.score`)}
      limit 1) s on true
    order by o.owner_id limit ${worksMost}`.execute(db)
  return rows
}

/** The number of submissions on each day, by the course's zone. */
export async function findDays(db: Db, of: AssignmentScope, zone: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    with ${owners(of)}
    select (s.submitted_at at time zone ${zone})::date::text as day,
      count(*) filter (where s.attempt = 1)::int as first, count(*) filter (where s.attempt > 1)::int as again
    from a cross join owners o
    -- With its offset it stays a look-up: PostgreSQL expects few owners, and would compare all of them with all works.
    cross join lateral (
      select s.submitted_at, s.attempt from submissions s
      where s.course_id = ${of.courseId} and s.assignment_id = a.id and s.owner_id = o.owner_id offset 0) s
    group by 1 order by 1 desc limit ${DAYS_MOST}`.execute(db)
  return rows
}
