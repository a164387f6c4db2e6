import * as z from 'zod/mini'
import { endpoint, Id } from './endpoint.ts'

export const GradebookRow = z.object({
  _id: Id,
  gradable_name: z.string(),
  /** Null when there is none yet. */
  score: z.nullable(z.number()),
  /** The maximum. */
  gradable_score: z.number(),
  /** What those on the course have on average, to hundredths; null when so few have a score that it would tell whose. */
  class_mean: z.nullable(z.number()),
})
export type GradebookRow = z.output<typeof GradebookRow>

export const gradebook = {
  mine: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/gradebook',
    access: 'member',
    summary: 'The person’s scores; the final grade is not among them',
    reply: z.array(GradebookRow),
  }),
}
