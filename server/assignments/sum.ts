import { sql } from 'kysely'
import { gradeSum, pointsOf } from '../../contract/points.ts'
import { asJudged } from '../grading/gradedQuestions.ts'
import { partsOf } from '../grading/rules.ts'
import { questionsFor } from './sheet.ts'
import type { CommonAssignment } from './shown.ts'
import { isLate, penaltyAt } from './terms.ts'

/** The points of a work, and the score that counts. */
export interface Sum {
  points: string
  score: string
}

interface Work {
  owner_id: string
  response: Record<string, string>
  /** When the work came. */
  at: Date
}

/** Whether all parts are scored automatically. */
const isClosed = ({ has_text, slots, questions }: CommonAssignment): boolean =>
  !has_text && slots.length === 0 && questions.every(({ kind }) => kind !== 'open')

/**
 * The sum of a work whose parts are all scored automatically; null: a person must grade one. @param asked the sheet
 * that its owner saw @param now the present assignment, on the terms of its owner
 */
export function sumOf(asked: CommonAssignment, now: CommonAssignment, { owner_id, response, at }: Work): Sum | null {
  if (!isClosed(asked) || !isClosed(now)) return null
  const questions = questionsFor(asked, asked, owner_id)
  const parts = partsOf({ ...now, questions: asJudged(questions, now.questions), slots: [] }, response)
  if (parts.some(({ auto }) => auto === null)) return null
  const { points, score } = gradeSum(parts, { parts: {}, items: [], override: null }, penaltyAt(now.terms, at))
  return points === null || score === null ? null : { points: pointsOf(points), score: pointsOf(score) }
}

/**
 * There is a row while nobody has changed what work that came `at` that time is scored by; the locks last until the
 * transaction ends. The course comes first, as where its late rule is changed; it takes nothing from work in time.
 */
export const unchanged = ({ course_id, id, revision, terms, late_rule, zone }: CommonAssignment, at: Date) => {
  const rule = sql`select from courses where id = ${course_id} and late_rule = ${JSON.stringify(late_rule)}::jsonb
    and zone = ${zone} for share`
  return sql`
  select from assignments a where a.course_id = ${course_id} and a.id = ${id} and a.revision = ${revision}::integer
    ${isLate(terms, at) ? sql`and (select count(*) from (${rule}) as rule) > 0` : sql``} for share`
}

/** Keeps the score of the work that `made` inserted. It is no person's change, so the history does not show it. */
export const scoring = ({ id, at }: { id: string; at: Date }, course_id: string, { points, score }: Sum) => sql`
  , scored as (
    insert into feedback (course_id, submission_id, points, score, updated_at)
    select ${course_id}, ${id}, ${points}::numeric, ${score}::numeric, ${at}
    from made, (select set_config('raintree.change', 'seed', true)) as nobody)`
