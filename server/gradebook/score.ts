import { sql } from 'kysely'
import type { Curve } from '../../contract/staff/curve.ts'
import { wellFormed } from '../changes/change.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { lockGradesOf } from '../grading/lock.ts'
import { inChunks } from './chunks.ts'

/** The score before a curve, and the curve. */
export interface CurvedFrom {
  kind: Curve['kind']
  from: number
}

interface NewScores {
  courseId: string
  /** Null: none. */
  scores: { submissionId: string; score: number | null; curve?: CurvedFrom }[]
  /** Why the score differs from the sum of the parts. */
  reason?: string
  by: string
  at: Date
}

/**
 * Writes scores of submitted work from the gradebook: each replaces the sum of its parts (migrations 047 and 100).
 * Throws not_found.
 */
export async function writeScores(trx: Db, { courseId, scores, reason = '', by, at }: NewScores): Promise<void> {
  if (scores.length === 0) return
  await lockGradesOf(
    trx,
    courseId,
    scores.map(({ submissionId }) => submissionId),
  )
  for (const some of inChunks(scores)) {
    const { rows } = await sql`
      insert into feedback (course_id, submission_id, score, override, override_reason, curve, grader_id, updated_at)
      select s.course_id, s.id, a.score, a.score, ${reason}, a.curve, ${by}, ${at}
      from unnest(${some.map(({ submissionId }) => submissionId)}::uuid[], ${some.map(({ score }) => score)}::numeric[],
        ${some.map(({ curve }) => textOf(curve))}::jsonb[]) as a (id, score, curve)
      join submissions s on s.course_id = ${courseId} and s.id = a.id order by s.id
      on conflict (course_id, submission_id) do update
        set score = excluded.score, override = excluded.override, override_reason = excluded.override_reason,
          curve = excluded.curve,
          grader_id = excluded.grader_id, updated_at = excluded.updated_at
      returning 1`.execute(trx)
    found(rows[some.length - 1])
  }
}

export const textOf = (curve: CurvedFrom | undefined) => (curve ? JSON.stringify(curve) : null)

interface OwnScore {
  submissionId: string
  personId: string
  /** Null: the group's score again. */
  score: number | null
}

/** Gives members scores of their own in place of their group's. Other members keep theirs. */
export async function writeOwnScores(
  trx: Db,
  { courseId, scores, reason = '', by, at }: Omit<NewScores, 'scores'> & { scores: OwnScore[] },
): Promise<void> {
  if (scores.length === 0) return
  await lockGradesOf(
    trx,
    courseId,
    scores.map(({ submissionId }) => submissionId),
  )
  const rows = scores.map(({ submissionId, personId, score }) => ({
    id: submissionId,
    person: personId,
    given: score === null ? null : { score: String(score), reason },
  }))
  await sql`
    insert into feedback (course_id, submission_id, members, grader_id, updated_at)
    select ${courseId}::uuid, r.id, jsonb_object_agg(r.person, r.given), ${by}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows, wellFormed)}::jsonb) as r (id uuid, person text, given jsonb)
    group by r.id order by r.id
    on conflict (course_id, submission_id) do update
      set members = jsonb_strip_nulls(feedback.members || excluded.members), grader_id = excluded.grader_id,
        updated_at = excluded.updated_at`.execute(trx)
}
