import { type RawBuilder, sql } from 'kysely'
import type { Counting } from '../../contract/assignments.ts'
import type { Db } from '../db/database.ts'
import { byAttempt, byOwner, counted, isPutIn, scoreFor } from './submissionQueries.ts'

export interface Mine {
  courseId: string
  personId: string
}

/** An order of submissions `s` of assignment `a` in which the one that counts for a person comes first, by scores `o`. */
const countingFirst = sql`case when a.counts = 'best' then o.score end desc nulls last, ${byOwner} desc,
  ${byAttempt(sql`o.score`)}, s.submitted_at desc`

/** Of each of these assignments, the attempt of a person that counts among those whose score they see. */
export async function findCounting(
  db: Db,
  { courseId, personId }: Mine,
  assignmentIds: string[],
): Promise<Map<string, Counting>> {
  if (assignmentIds.length === 0) return new Map()
  const { rows } = await sql<Counting & { assignment_id: string }>`
    select distinct on (n.assignment_id) n.assignment_id, s.attempt, o.score::float8 as score
    from ${counted} join assignments a on a.course_id = n.course_id and a.id = n.assignment_id
    join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
    cross join lateral (select ${scoreFor(sql`n.person_id`)} as score) o
    where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = any(${assignmentIds}::uuid[])
      and o.score is not null
    order by n.assignment_id, ${countingFirst}`.execute(db)
  return new Map(rows.map(({ assignment_id, attempt, score }) => [assignment_id, { attempt, score }]))
}

/** Whether a person reads that they are excused from an assignment: its work does not count. */
const isExcused = ({ courseId, personId }: Mine, assignmentId: RawBuilder<unknown>) => sql`exists (
  select from gradables g join entries e on e.course_id = g.course_id and e.gradable_id = g.id and e.excused
  where g.course_id = ${courseId} and g.assignment_id = ${assignmentId} and g.released and g.deleted_at is null
    and e.person_id = ${personId})`

/** From which of these assignments a person reads that they are excused. */
export async function findExcused(db: Db, mine: Mine, assignmentIds: string[]): Promise<Set<string>> {
  if (assignmentIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select a.id from unnest(${assignmentIds}::uuid[]) as a (id) where ${isExcused(mine, sql`a.id`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Of which assignments these submissions are, if their group handed them in before staff put the person into it. */
export async function findPutIn(db: Db, { courseId, personId }: Mine, submissionIds: string[]): Promise<Set<string>> {
  if (submissionIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select n.assignment_id as id from submission_people n
    where n.course_id = ${courseId} and n.submission_id = any(${submissionIds}::uuid[]) and n.person_id = ${personId}
      and ${isPutIn}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A work that takes late days of a bank from a person. */
interface TakingRow {
  assignment_id: string
  id: string
  submitted_at: Date
  /** A group handed it in. */
  of_group: boolean
}

/**
 * Those attempts of a person that take late days of a bank: of each of these assignments the one that counts. Where the
 * best counts, an attempt whose score they do not see yet may come to count, and takes its days until then: so a grade
 * gives days back, and the bank never has fewer than the person read before they used some. None takes days where the
 * person reads that they are excused.
 */
export async function findTaking(db: Db, { courseId, personId }: Mine, assignmentIds: string[]): Promise<TakingRow[]> {
  if (assignmentIds.length === 0) return []
  const { rows } = await sql<TakingRow>`
    select assignment_id, id, submitted_at, of_group from (
      select n.assignment_id, s.id, s.submitted_at, s.owner_id <> n.person_id as of_group, ${isPutIn} as put_in,
        a.counts = 'best' and o.score is null as waits,
        row_number() over (partition by n.assignment_id order by ${countingFirst}) as nth
      from ${counted} join assignments a on a.course_id = n.course_id and a.id = n.assignment_id
      left join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
      cross join lateral (select ${scoreFor(sql`n.person_id`)} as score) o
      where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = any(${assignmentIds}::uuid[])) made
    where (waits or nth = 1) and not put_in and not ${isExcused({ courseId, personId }, sql`made.assignment_id`)}`.execute(
    db,
  )
  return rows
}
