import * as z from 'zod/mini'
import { endpoint, Id, Time } from './endpoint.ts'

export const GradebookRow = z.object({
  _id: Id,
  gradable_name: z.string(),
  /** Null: there is none yet. */
  score: z.nullable(z.number()),
  /** The maximum. */
  gradable_score: z.number(),
  /** The average of the course's students, rounded so that it reveals no single score; null when too few have one. */
  class_mean: z.nullable(z.number()),
  /** The person is excused, and the column does not count for them. */
  excused: z.optional(z.boolean()),
})
export type GradebookRow = z.output<typeof GradebookRow>

/** A step from one score to another: by the late rule, or by a curve of the column. */
const Step = z.object({
  how: z.enum(['late', 'add', 'best', 'root', 'mean']),
  before: z.number(),
  after: z.number(),
  /** For the late rule: how many days late, and the share that counts, in percent. */
  days: z.optional(z.int()),
  keeps: z.optional(z.number()),
})
export type Step = z.output<typeof Step>

/** The data of a total: `contract/totals.ts` adds it up. */
const Explained = z.object({
  items: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      category_id: z.nullable(Id),
      max: z.number(),
      extra: z.boolean(),
      /** From when an empty cell counts as nought for this person: not before their own due date. */
      zero_from: z.nullable(Time),
      score: z.nullable(z.number()),
      excused: z.boolean(),
      /** In order; the last step ends at the score. */
      steps: z.array(Step),
    }),
  ),
  categories: z.array(
    z.object({ _id: Id, name: z.string(), weight: z.number(), drop_lowest: z.int(), drop_highest: z.int() }),
  ),
  letters: z.array(z.object({ letter: z.string(), from: z.number() })),
  /** Null until it is released. */
  final: z.nullable(z.object({ score: z.nullable(z.number()), letter: z.nullable(z.string()) })),
})
export type Explained = z.output<typeof Explained>

export const gradebook = {
  mine: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/gradebook',
    access: 'member',
    summary: 'The person’s scores; the final grade is not among them',
    reply: z.array(GradebookRow),
  }),
  explain: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/gradebook/explain',
    access: 'member',
    summary: 'What the person’s total is made of, of what they are told, and the final grade once it is released',
    reply: Explained,
  }),
}
