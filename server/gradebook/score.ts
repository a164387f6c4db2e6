import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found, Refusal } from '../errors.ts'

/** Whose score it is: of a submission, or of a cell of the gradebook for which nothing was handed in. */
type Scored = { submissionId: string } | { gradableId: string; personId: string }

interface NewScore {
  courseId: string
  of: Scored
  /** Null: none. */
  score: number | null
  by: string
  at: Date
}

/**
 * The one place that writes a score. That of a submission is in its feedback; the gradebook follows it once it is released
 * (migration 047). Throws not_found, and conflict with the score that stands for a cell that follows feedback.
 */
export async function writeScore(trx: Db, { courseId, of, score, by, at }: NewScore): Promise<void> {
  if ('submissionId' in of) {
    const { rows } = await sql`
      insert into feedback (course_id, submission_id, score, grader_id, updated_at)
      select course_id, id, ${score}, ${by}, ${at} from submissions where course_id = ${courseId} and id = ${of.submissionId}
      on conflict (course_id, submission_id) do update
        set score = excluded.score, grader_id = excluded.grader_id, updated_at = excluded.updated_at
      returning 1`.execute(trx)
    found(rows[0])
    return
  }
  const { rows } = await sql<{ score: number | null }>`
    insert into scores (course_id, person_id, gradable_id, score, updated_at)
    select g.course_id, r.person_id, g.id, ${score}, ${at} from gradables g
    join roster r on r.course_id = g.course_id and r.person_id = ${of.personId}
    where g.course_id = ${courseId} and g.id = ${of.gradableId}
    on conflict (course_id, person_id, gradable_id) do update
      set score = excluded.score, updated_at = excluded.updated_at
    returning score`.execute(trx)
  const stands = found(rows[0]).score
  if (stands !== score) throw new Refusal('conflict', { current: { score: stands } })
}
