import type { Step } from '../../contract/gradebook.ts'
import type { GradableRow, OwnTotal, Scores } from './queries.ts'

/** A column of the gradebook as one person sees it. */
export const shownGradable = (g: GradableRow, { scores }: Scores) => ({
  _id: g.id,
  gradable_name: g.name,
  score: scores[g.id] ?? null,
  gradable_score: g.score,
  class_mean: g.class_mean,
})

/** A column as a part of the person's total. */
export const shownItem = (
  { id, name, score: max, category_id, extra, zero_from }: GradableRow,
  own: OwnTotal,
  { steps = [], zeroFrom }: { steps: Step[] | undefined; zeroFrom: string | null | undefined },
) => {
  const excused = own.excused.includes(id)
  const score = excused ? null : (own.scores[id] ?? null)
  return {
    ...{ _id: id, name, category_id, max, extra, zero_from: zeroFrom === undefined ? zero_from : zeroFrom, excused },
    score,
    // Leaves out steps that do not concern this score.
    steps: score !== null && steps.at(-1)?.after === score ? steps : [],
  }
}
