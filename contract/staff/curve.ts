import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { CellChange, exactPoints, pointsMost, reasonMost } from './gradebook.ts'

/** The calculation for each score of a column. */
const Curve = z.discriminatedUnion('kind', [
  /** Adds points to each score. */
  z.object({ kind: z.literal('add'), points: exactPoints(pointsMost) }),
  /** Scales scores so that the best one becomes the maximum. */
  z.object({ kind: z.literal('best') }),
  /** The square root of the score's share of the maximum. */
  z.object({ kind: z.literal('root') }),
  /** Adds or subtracts points so that the mean becomes this. */
  z.object({ kind: z.literal('mean'), mean: exactPoints(pointsMost) }),
])
export type Curve = z.output<typeof Curve>

/** In points of the column. */
const Summary = z.object({
  mean: z.nullable(z.number()),
  median: z.nullable(z.number()),
  least: z.nullable(z.number()),
  most: z.nullable(z.number()),
})

export const CurvePlan = z.object({
  items: z.array(CellChange),
  /** How many scores the curve does not change. */
  same: z.int(),
  /** How many cells are closed, and left out. */
  closed: z.int(),
  before: Summary,
  after: Summary,
  /**
   * How many scores are in each range, from this share of the maximum, in percent, to the next; the last is the maximum
   * and above.
   */
  bands: z.array(z.object({ from: z.number(), before: z.int(), after: z.int() })),
  /** The digest of the plan: a curve with it happens exactly as previewed, or not at all. */
  digest: z.string(),
})
export type CurvePlan = z.output<typeof CurvePlan>

/** Curves a column of the gradebook as one change. */
export const curves = {
  apply: endpoint({
    method: 'POST',
    path: '/api/courses/:course_id/gradebook/columns/:gradable_id/curve',
    access: 'grade',
    summary:
      'Curves the scores of a column, of everyone who has one: with `dry_run` says who has what before and after, and ' +
      'writes nothing. 409 with `current`, the plan as it is now, when it is not that of `digest`',
    query: z.object({
      dry_run: z.optional(z.enum(['true', 'false'])),
      digest: z.optional(z.string().check(z.maxLength(100))),
    }),
    body: z.object({
      curve: Curve,
      /** The curve raises no score above the maximum of the column, nor one that is above it. */
      capped: z._default(z.boolean(), true),
      /** For the history of each cell. */
      reason: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(reasonMost)), 'Curve'),
    }),
    reply: CurvePlan,
    errors: ['conflict'],
  }),
}
