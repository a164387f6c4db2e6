import type { GradableRow, Scores } from './queries.ts'

/** A column of the gradebook as a person is shown it. */
export const shownGradable = (g: GradableRow, { scores }: Scores) => ({
  _id: g.id,
  gradable_name: g.name,
  score: scores[g.id] ?? null,
  gradable_score: g.score,
  class_mean: g.class_mean,
})
