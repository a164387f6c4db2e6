import * as z from 'zod/mini'
import { AskedId, endpoint, Id, Time } from './endpoint.ts'

/*
 * The explanation of a released grade, for its student. For some days after the release they may ask staff to look at a
 * part again.
 */

export const regradeTextMost = 5_000
/** The most regrade requests about one submission, answered or not. */
export const regradesMost = 20

const Points = z.nullable(z.string())
/** Null: their account was removed. */
const By = z.nullable(z.object({ _id: Id, first: z.string(), last: z.string() }))

/** A regrade request about a part of a work, with each of its steps. */
export const Regrade = z.object({
  _id: Id,
  submission_id: Id,
  attempt: z.int(),
  part: z.string(),
  text: z.string(),
  asked_at: Time,
  asked_by: By,
  /** The points of the work and of the part at the time of the request; null for a member with a score of their own. */
  score: Points,
  points: Points,
  /** Null: it waits for an answer. */
  answer: z.nullable(z.object({ text: z.string(), at: Time, by: By, score: Points, points: Points })),
})
export type Regrade = z.output<typeof Regrade>

const Item = z.object({
  title: z.string(),
  /** Negative points are deducted, others added; null: the score is the person's own. */
  points: Points,
})

export const ShownFeedback = z.object({
  submission_id: Id,
  attempt: z.int(),
  score: Points,
  /** In a group: the score is the person's own, and not the group's. Then nothing says how the group's came about. */
  own: z.boolean(),
  /** The sum of the parts, before the late rule; null: the score has no parts. */
  points: Points,
  /** Staff set the score by hand; it replaces the sum of the parts. */
  overridden: z.boolean(),
  penalty: z.nullable(z.object({ days: z.int(), keeps: z.number() })),
  /** The items for the whole work. */
  items: z.array(Item),
  parts: z.array(
    z.object({
      part: z.string(),
      points: Points,
      most: z.string(),
      by: z.nullable(z.enum(['auto', 'hand', 'rubric'])),
      /** The automatic points. */
      auto: Points,
      items: z.array(Item),
    }),
  ),
  /** How many marks are on the work. */
  marks: z.int(),
  /** Until when the person may ask; null: they may not. */
  ask_until: z.nullable(Time),
  /** The earliest first. */
  regrades: z.array(Regrade),
})
export type ShownFeedback = z.output<typeof ShownFeedback>

const path = '/api/courses/:course_id/assignments/:asgn_id'

export const feedback = {
  shown: endpoint({
    method: 'GET',
    path: `${path}/feedback`,
    access: 'member',
    summary:
      'How the grade of the person’s submission came about, of the latest unless another is named; null until it is released',
    query: z.object({ submission_id: z.optional(AskedId) }),
    reply: z.nullable(ShownFeedback),
  }),
  ask: endpoint({
    method: 'POST',
    path: `${path}/attempts/:submission_id/regrades`,
    access: 'student',
    summary: `Asks staff to look at a part again; one request a part at a time, at most ${regradesMost} a submission`,
    body: z.object({
      part: z.string().check(z.maxLength(100)),
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(regradeTextMost)),
    }),
    reply: Regrade,
    errors: ['conflict', 'too_many'],
  }),
}
