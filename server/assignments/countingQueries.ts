import { sql } from 'kysely'
import type { Counting } from '../../contract/assignments.ts'
import type { Db } from '../db/database.ts'
import { byOwner, counted, scoreFor } from './submissionQueries.ts'

export interface Mine {
  courseId: string
  personId: string
}

/** An order of submissions `s` of assignment `a` in which the one that counts for a person comes first, by scores `o`. */
const countingFirst = sql`case when a.counts = 'best' then o.score end desc nulls last, ${byOwner} desc,
  case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc`

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

/**
 * When the attempt came that counts for a person: the first, whatever its score, or the best by the scores that they see,
 * which is the latest before they see any.
 */
export async function findCountedAt(
  db: Db,
  { courseId, personId }: Mine,
  assignmentIds: string[],
): Promise<Map<string, Date>> {
  if (assignmentIds.length === 0) return new Map()
  const { rows } = await sql<{ assignment_id: string; submitted_at: Date }>`
    select distinct on (n.assignment_id) n.assignment_id, s.submitted_at
    from ${counted} join assignments a on a.course_id = n.course_id and a.id = n.assignment_id
    left join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
    cross join lateral (select ${scoreFor(sql`n.person_id`)} as score) o
    where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = any(${assignmentIds}::uuid[])
    order by n.assignment_id, ${countingFirst}`.execute(db)
  return new Map(rows.map(({ assignment_id, submitted_at }) => [assignment_id, submitted_at]))
}
