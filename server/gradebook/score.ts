import { sql } from 'kysely'
import type { Curve } from '../../contract/staff/curve.ts'
import type { CellValue } from '../../contract/staff/gradebook.ts'
import { scoreFor } from '../assignments/submissionQueries.ts'
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

export interface NewScore {
  submissionId: string
  /** Null: none. */
  score: number | null
  curve?: CurvedFrom
}

interface NewScores {
  courseId: string
  scores: NewScore[]
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

interface GivenCell {
  person_id: string
  gradable_id: string
  /** The attempt that counts. */
  submission_id: string | null
  now: CellValue
  score: CellValue
}

/**
 * Where the best attempt counts, the other attempts that a cell's score is written to as well, so that the cell shows
 * it: those that are above it, and those that were given the score that it showed, so that emptied they all have their
 * own again.
 */
export async function findOtherAttempts(trx: Db, courseId: string, cells: GivenCell[]) {
  const found: (OwnScore & { of_group: boolean; own: boolean })[] = []
  for (const some of inChunks(cells)) {
    const numbers = (of: 'now' | 'score') => some.map((cell) => (typeof cell[of] === 'number' ? cell[of] : null))
    const { rows } = await sql<(typeof found)[number]>`
      select s.id as "submissionId", n.person_id as "personId", s.owner_id <> n.person_id as of_group,
        f.members ? n.person_id::text as own, c.score::float8 as score
      from unnest(${some.map(({ person_id }) => person_id)}::uuid[], ${some.map(({ gradable_id }) => gradable_id)}::uuid[],
        ${some.map(({ submission_id }) => submission_id)}::uuid[], ${numbers('now')}::numeric[], ${numbers('score')}::numeric[])
        as c (person_id, gradable_id, submission_id, now, score)
      join gradables g on g.course_id = ${courseId} and g.id = c.gradable_id
      join assignments a on a.course_id = g.course_id and a.id = g.assignment_id and a.counts = 'best'
      join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = c.person_id
        and n.submission_id <> c.submission_id
      join submissions s on s.course_id = n.course_id and s.id = n.submission_id
      join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      cross join lateral (select ${scoreFor(sql`n.person_id`)} as score) o
      where o.score > c.score
        or (o.score = c.now and (f.override is not null or f.members ? n.person_id::text))`.execute(trx)
    found.push(...rows)
  }
  return found
}

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
