import type { Step } from '../../contract/gradebook.ts'
import type { GradableRow, OwnTotal, Scores } from './queries.ts'

/** The person's score in a column; null: there is none, or they are excused. */
const scoreOf = (id: string, { scores, excused }: Scores) => (excused.includes(id) ? null : (scores[id] ?? null))

/** A column of the gradebook as one person sees it. */
export const shownGradable = (g: GradableRow, own: Scores) => ({
  _id: g.id,
  gradable_name: g.name,
  score: scoreOf(g.id, own),
  gradable_score: g.score,
  class_mean: g.class_mean,
  ...(own.excused.includes(g.id) && { excused: true }),
})

/** A column as a part of the person's total. */
export const shownItem = (
  { id, name, score: max, category_id, extra, zero_from }: GradableRow,
  own: OwnTotal,
  { steps = [], zeroFrom }: { steps: Step[] | undefined; zeroFrom: string | null | undefined },
) => {
  const excused = own.excused.includes(id)
  const score = scoreOf(id, own)
  return {
    ...{ _id: id, name, category_id, max, extra, zero_from: zeroFrom === undefined ? zero_from : zeroFrom, excused },
    score,
    // Leaves out steps that do not concern this score.
    steps: score !== null && steps.at(-1)?.after === score ? steps : [],
  }
}
