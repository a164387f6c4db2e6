import * as z from 'zod/mini'
import { endpoint, Id } from '../endpoint.ts'
import { QuestionKind } from '../questions.ts'
import { sectionMost } from './roster.ts'

/*
 * Statistics of a class. People who left the course do not count, nor do drafts. Of several attempts the one that
 * counts is taken. Numbers have two decimals at most.
 */

/** How many students the list of those who may be falling behind names. */
export const behindMost = 30
/** How many days or weeks a chart has; the newest. */
export const spansMost = 60

export const Summary = z.object({
  count: z.int(),
  mean: z.number(),
  median: z.number(),
  /** The standard deviation of these scores, not of a sample. */
  deviation: z.number(),
  lowest: z.number(),
  highest: z.number(),
})
export type Summary = z.output<typeof Summary>

/** A range of percentages, without its end unless that is 100; `to` null: more than 100. */
export const Bin = z.object({ from: z.number(), to: z.nullable(z.number()), count: z.int() })
export type Bin = z.output<typeof Bin>

/** The number of submissions, by the days of the course's zone or by weeks from Monday. */
export const Timeline = z.object({
  unit: z.enum(['day', 'week']),
  items: z.array(
    z.object({
      /** The first day, as 2026-11-25. */
      from: z.string(),
      /** First attempts. */
      first: z.int(),
      /** Further attempts. */
      again: z.int(),
    }),
  ),
})
export type Timeline = z.output<typeof Timeline>

export const PartStatistics = z.object({
  /** `textbox`, `item-<question id>` or `file`. */
  part: z.string(),
  /** The question, Markdown, shortened; '' for other parts. */
  question: z.string(),
  kind: z.nullable(QuestionKind),
  most: z.number(),
  /** Works whose owner got it. */
  asked: z.int(),
  /** Works whose points for it are known. */
  judged: z.int(),
  /** The mean share of the points, in percent. */
  mean: z.nullable(z.number()),
  /** Works with all of its points, and works with none. */
  full: z.int(),
  none: z.int(),
  /**
   * The correlation of these points with the share of the points in all other parts of the same work; null: there are
   * too few works, or they do not vary.
   */
  discrimination: z.nullable(z.number()),
  /** For one and several right options: how often each was chosen. */
  choices: z.array(z.object({ text: z.string(), correct: z.boolean(), count: z.int() })),
})
export type PartStatistics = z.output<typeof PartStatistics>

const AssignmentStatistics = z.object({
  assignment_name: z.string(),
  assignment_score: z.number(),
  /** Everybody's due date, as a day in the course's zone. */
  due: z.nullable(z.string()),
  /** Whether groups hand in; a group counts once. */
  of_groups: z.boolean(),
  /** How many owners there are. */
  owners: z.int(),
  handed_in: z.int(),
  graded: z.int(),
  released: z.int(),
  /** In points. */
  scores: z.nullable(Summary),
  /** By percentage of the maximum. */
  distribution: z.array(Bin),
  parts: z.array(PartStatistics),
  /** How many owners have handed in how often. */
  attempts: z.array(z.object({ attempts: z.int(), count: z.int() })),
  over_time: Timeline,
})
export type AssignmentStatistics = z.output<typeof AssignmentStatistics>

/** Why somebody may be falling behind. */
export const BehindReason = z.discriminatedUnion('kind', [
  /** How many of the last due assignments they did not hand in. */
  z.object({ kind: z.literal('missing'), n: z.int(), of: z.int() }),
  /** Their total is below the second lowest letter. */
  z.object({ kind: z.literal('below'), percent: z.number(), than: z.number() }),
  /** Since when they left no trace, while most others did something. Null: they never left one. */
  z.object({ kind: z.literal('quiet'), since: z.nullable(z.string()), days: z.int() }),
  /** From how many of the last classes they were absent. */
  z.object({ kind: z.literal('absent'), n: z.int(), of: z.int() }),
])
export type BehindReason = z.output<typeof BehindReason>

const CourseStatistics = z.object({
  students: z.int(),
  /** The distribution of the present totals, in percent. */
  totals: z.nullable(Summary),
  distribution: z.array(Bin),
  letters: z.array(z.object({ letter: z.string(), count: z.int() })),
  columns: z.array(
    z.object({
      _id: Id,
      gradable_name: z.string(),
      gradable_score: z.number(),
      assignment_id: z.nullable(Id),
      /** In percent of the maximum. */
      scores: z.nullable(Summary),
    }),
  ),
  over_time: Timeline,
  /** Students with the most reasons first. */
  behind: z.array(
    z.object({
      _id: Id,
      first: z.string(),
      last: z.string(),
      section: z.string(),
      reasons: z.array(BehindReason),
    }),
  ),
  /** How many there are, with those who are not listed. */
  behind_count: z.int(),
})
export type CourseStatistics = z.output<typeof CourseStatistics>

const course = '/api/courses/:course_id'
const ofSection = z.object({
  /** The students of one section, and the groups with one of them; empty: students without a section. */
  section: z.optional(z.string().check(z.maxLength(sectionMost))),
})

export const statistics = {
  assignment: endpoint({
    method: 'GET',
    path: `${course}/assignments/:asgn_id/statistics`,
    access: 'grade',
    summary: 'How an assignment went: its scores, each question, and when it was handed in',
    query: ofSection,
    reply: AssignmentStatistics,
  }),
  course: endpoint({
    method: 'GET',
    path: `${course}/statistics`,
    access: 'grade',
    summary: `How a course goes: its totals and columns, what was handed in when, and who may be falling behind; at most ${behindMost} are named`,
    query: ofSection,
    reply: CourseStatistics,
  }),
}
