import { gradeSum } from '../../contract/points.ts'
import { commonAssignment, onTermsOf } from '../assignments/shown.ts'
import { penaltyAt } from '../assignments/terms.ts'
import type { Db } from '../db/database.ts'
import { questionsOf } from './gradedQuestions.ts'
import { getWork, type WorkRow } from './queries.ts'
import { partsOf } from './rules.ts'

/* A work with everything that its grade depends on: the same for its graders and for its owners. */

/** A work with the sheet that it answers, on its owner's terms. */
export function workOf<Row extends WorkRow>(row: Row) {
  const a = onTermsOf(commonAssignment(row.assignment), row.allowances)
  const then = row.submission.sheet
  const asked = { questions: questionsOf(a, then, row.owner_id), slots: then ? then.slots : a.slots }
  const penalty = penaltyAt(a.terms, new Date(row.submission.submitted_at))
  return { row, a, asked, penalty, parts: partsOf({ ...a, ...asked }, row.submission.response) }
}
export type Work = ReturnType<typeof workOf<WorkRow>>

/** @throws not_found */
export const readWork = async (from: Db, courseId: string, id: string): Promise<Work> =>
  workOf(await getWork(from, courseId, id))

/** The given points, and their sum. */
export function addUp({ row: { feedback, rubric }, parts, penalty }: Work) {
  const applied = new Set(feedback?.items)
  const given = {
    parts: feedback?.parts ?? {},
    items: rubric.filter(({ id }) => applied.has(id)),
    override: feedback?.override ?? null,
  }
  return { given, sum: gradeSum(parts, given, penalty) }
}
