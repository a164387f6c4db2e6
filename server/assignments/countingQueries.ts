import { sql } from 'kysely'
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

/**
 * Until when a person's attempts take late days of a bank: when the one came that counts. Where the best counts, an
 * attempt whose score they do not see yet may come to count, and takes its days until then: so a grade gives days back,
 * and the bank never has fewer than the person read before they used some. Null: they take none.
 */
export async function findCountedAt(
  db: Db,
  { courseId, personId }: Mine,
  assignmentIds: string[],
): Promise<Map<string, Date | null>> {
  if (assignmentIds.length === 0) return new Map()
  const { rows } = await sql<{ assignment_id: string; submitted_at: Date | null }>`
    select assignment_id, max(submitted_at) filter (where not put_in) as submitted_at from (
      select n.assignment_id, s.submitted_at, ${isPutIn} as put_in, a.counts = 'best' and o.score is null as waits,
        row_number() over (partition by n.assignment_id order by ${countingFirst}) as nth
      from ${counted} join assignments a on a.course_id = n.course_id and a.id = n.assignment_id
      left join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
      cross join lateral (select ${scoreFor(sql`n.person_id`)} as score) o
      where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = any(${assignmentIds}::uuid[])) made
    where waits or nth = 1
    group by assignment_id`.execute(db)
  return new Map(rows.map(({ assignment_id, submitted_at }) => [assignment_id, submitted_at]))
}
