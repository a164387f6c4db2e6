import { sql } from 'kysely'
import type { Counting } from '../../contract/assignments.ts'
import type { Db } from '../db/database.ts'
import { byOwner, counted, scoreFor } from './submissionQueries.ts'

interface Mine {
  courseId: string
  personId: string
}

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
    order by n.assignment_id, case when a.counts = 'best' then o.score end desc nulls last, ${byOwner} desc,
      case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc`.execute(db)
  return new Map(rows.map(({ assignment_id, attempt, score }) => [assignment_id, { attempt, score }]))
}
