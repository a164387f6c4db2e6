import * as z from 'zod/mini'
import { Response, Slot } from '../assignments.ts'
import { AskedTime, endpoint, Id, Time } from '../endpoint.ts'
import { Page, wholeQuery } from '../page.ts'
import { Question } from '../questions.ts'
import { bulkQuery } from './bulk.ts'
import { HiddenName } from './hiddenNames.ts'
import { PlannedRelease } from './releases.ts'

/*
 * Submissions and their grades. A work has parts: `textbox`, `item-<question id>` and `file`, for all its files. Points
 * are decimals with at most two places, as texts. No part of a grade reaches a student before its release.
 */

export const commentMost = 20_000
export const reasonMost = 500
export const itemTitleMost = 500
/** The most works of one assignment. */
export const rubricMost = 200
/** The most members of a group with a score of their own. */
export const membersMost = 200
/** The most rows of a list. */
export const worksMost = 5_000

const Points = z.string().check(z.regex(/^-?\d{1,6}(\.\d{1,2})?$/))
export const Positive = z.string().check(z.regex(/^\d{1,6}(\.\d{1,2})?$/))
const Part = z.string().check(z.maxLength(100), z.regex(/^(textbox|file|item-[\w-]+)?$/))
export const Name = z.object({ _id: Id, first: z.string(), last: z.string() })

/** `asked`: it is released, and has an open regrade request. */
export const GradeState = z.enum(['not_begun', 'in_progress', 'submitted', 'graded', 'released', 'asked'])

/** The work of a person or a group, in the list. */
export const SubmissionRow = z.object({
  /**
   * The attempt that counts; with the rule "best attempt", the latest ungraded one, if there is any. Null: there is
   * none.
   */
  _id: z.nullable(Id),
  /** The owner: the person, or the group. */
  owner_id: Id,
  /** '' for a person. */
  group: z.string(),
  people: z.array(Name),
  section: z.string(),
  state: GradeState,
  late: z.boolean(),
  submitted: z.nullable(Time),
  attempts: z.int(),
  score: z.nullable(z.string()),
  /** How many members of the group have a score of their own. */
  own_scores: z.int(),
  /** Over all attempts: whether a grade waits for its release, and whether one is released. */
  held: z.boolean(),
  shown: z.boolean(),
  grader: z.nullable(Name),
  assigned_to: z.nullable(Name),
  /** Another attempt, of which a regrade request waits for an answer. Absent: there is none, or names are hidden. */
  asked: z.optional(Id),
  /** While names are hidden: then `people` is empty, and `owner_id` is a mask. */
  hidden: z.optional(HiddenName),
})
export type SubmissionRow = z.output<typeof SubmissionRow>

export const RubricItem = z.object({
  _id: Id,
  /** '' for the whole work. */
  part: z.string(),
  title: z.string(),
  /** Negative points are deducted, others added. */
  points: z.string(),
  revision: z.int(),
})
export type RubricItem = z.output<typeof RubricItem>

/** By person: the members of a group with a score of their own, and the reason. */
const MemberScores = z.record(z.uuid(), z.object({ score: z.string(), reason: z.string() }))
export type MemberScores = z.output<typeof MemberScores>

const GradedPart = z.object({
  part: z.string(),
  /** Null: nobody has graded it, and there are no automatic points. */
  points: z.nullable(z.string()),
  most: z.string(),
  by: z.nullable(z.enum(['auto', 'hand', 'rubric'])),
  /** The automatic points. */
  auto: z.nullable(z.string()),
})

export const Grade = z.object({
  /** The score that counts: set by hand, or the sum after the late rule. */
  score: z.nullable(z.string()),
  /** The sum of the parts. */
  points: z.nullable(z.string()),
  /** A letter, or a number out of 4, which the student sees in place of the score. */
  grade: z.optional(z.union([z.string(), z.number()])),
  comment: z.string(),
  parts: z.array(GradedPart),
  /** The rubric items that apply. */
  applied: z.array(Id),
  override: z.nullable(z.string()),
  override_reason: z.string(),
  members: MemberScores,
  penalty: z.nullable(z.object({ days: z.int(), keeps: z.number() })),
  released: z.boolean(),
  grader: z.nullable(Name),
  updated_at: z.nullable(Time),
  /** 0: there is no grade yet. */
  revision: z.int(),
})
export type Grade = z.output<typeof Grade>

const reason = z.string().check(z.trim(), z.maxLength(reasonMost))

/** The parts of a grade as answers have them. */
const AnsweredParts = z.array(z.object({ part: Part, points: z.nullable(Positive), by: GradedPart.shape.by }))

const GradeForm = z.object({
  /** Points by hand, by part; a missing part has none. */
  parts: z._default(
    z.union([
      z.record(Part, Positive),
      z.pipe(
        AnsweredParts,
        z.transform((parts) =>
          Object.fromEntries(
            parts.flatMap(({ part, points, by }) => (points !== null && by === 'hand' ? [[part, points]] : [])),
          ),
        ),
      ),
    ]),
    {},
  ),
  applied: z._default(z.array(z.uuid()).check(z.maxLength(rubricMost)), []),
  override: z._default(z.nullable(Positive), null),
  override_reason: z._default(reason, ''),
  /** Members with a score of their own; absent: unchanged. */
  members: z.optional(
    z
      .record(z.uuid().check(z.toLowerCase()), z.object({ score: Positive, reason }))
      .check(z.refine((members) => Object.keys(members).length <= membersMost, { error: 'are too many' })),
  ),
  comment: z._default(z.string().check(z.maxLength(commentMost)), ''),
})
export type GradeForm = z.output<typeof GradeForm>

/** The draft, by the screen's fields. */
const Typed = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(commentMost)))

export const Work = z.object({
  _id: Id,
  asgn_id: Id,
  owner_id: Id,
  people: z.array(Name),
  group: z.string(),
  /** The owner, or their mask, like in the list. */
  hidden: z.optional(HiddenName),
  attempt: z.number(),
  datetime: Time,
  late: z.boolean(),
  response: Response,
  chosen: z.record(z.string(), z.string()),
  /** The sheet at the time of the submission, with the right answers. */
  sheet: z.object({
    assignment_text: z.boolean(),
    assignment_questionset: z.array(Question),
    assignment_file: z.array(Slot),
    assignment_score: z.number(),
    assignment_score_essay: z.number(),
    assignment_score_file: z.number(),
  }),
  /** By `file-<slot id>`. */
  files: z.record(
    z.string(),
    z.object({
      address: z.string(),
      filename: z.string(),
      bytes: z.number(),
      /** Its media type. */
      type: z.string(),
    }),
  ),
  attempts: z.array(z.object({ _id: Id, attempt: z.number(), datetime: Time })),
  feedback: Grade,
  rubric: z.array(RubricItem),
  /** The viewer's draft. */
  draft: z.nullable(Typed),
  /** Other graders with a draft. */
  typing: z.array(Name),
})
export type Work = z.output<typeof Work>

const People = z.array(z.uuid()).check(z.minLength(1), z.maxLength(worksMost))
const path = '/api/courses/:course_id'
const ofAssignment = `${path}/assignments/:asgn_id` as const
const ofWork = `${path}/submissions/:submission_id` as const

export const submissions = {
  submissions: endpoint({
    method: 'GET',
    path: `${ofAssignment}/submissions`,
    access: 'grade',
    summary: `One row for each who is to hand in, by name; at most ${worksMost}, or by pages`,
    query: z.object(wholeQuery),
    reply: z.extend(Page(SubmissionRow), {
      names_hidden: z.boolean(),
      /**
       * Released attempts with a regrade request that waits, whose owners have no name in the list: the attempts have it,
       * so no row leads to them. Those that the viewer was told of; for whoever may show the names, all.
       */
      asked: z.array(Id),
      /** The latest closing date of anybody, with all that some are given. Null: for somebody it never closes. */
      latest_closing: z.nullable(Time),
    }),
  }),
  work: endpoint({
    method: 'GET',
    path: ofWork,
    access: 'grade',
    summary: 'A submission with all that is needed to grade it',
    reply: Work,
  }),
  grade: endpoint({
    method: 'GET',
    path: `${ofWork}/feedback`,
    access: 'grade',
    summary: 'The grade of a submission as `PUT` takes it; revision 0 where there is none yet',
    reply: Grade,
  }),
  save: endpoint({
    method: 'PUT',
    path: `${ofWork}/feedback`,
    access: 'grade',
    summary: 'The grade of a submission, whole; `If-Match: "0"` where there is none yet',
    revision: true,
    body: GradeForm,
    reply: Grade,
  }),
  keepDraft: endpoint({
    method: 'PUT',
    path: `${ofWork}/grade-draft`,
    access: 'grade',
    summary: 'Keeps what a grader types, theirs alone; null: nothing',
    body: z.object({ fields: z.nullable(Typed) }),
    reply: z.object({ _id: Id }),
  }),
  addItem: endpoint({
    method: 'POST',
    path: `${ofAssignment}/rubric`,
    access: 'grade',
    summary: 'Adds an item to the rubric',
    body: z.object({
      part: Part,
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(itemTitleMost)),
      points: Points,
    }),
    reply: RubricItem,
    errors: ['too_many'],
  }),
  editItem: endpoint({
    method: 'PATCH',
    path: `${ofAssignment}/rubric/:item_id`,
    access: 'grade',
    summary: 'Changes an item for all works that have it; with `dry_run` it says how many change, and writes nothing',
    revision: true,
    query: bulkQuery,
    body: z.object({
      title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(itemTitleMost))),
      points: z.optional(Points),
    }),
    reply: z.object({
      item: RubricItem,
      /** How many works have the item, and for how many of them the score changes. */
      works: z.int(),
      changed: z.int(),
    }),
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: `${ofAssignment}/rubric/:item_id`,
    access: 'grade',
    summary: 'Takes an item away from the rubric and from all works that have it',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
  release: endpoint({
    method: 'POST',
    path: `${ofAssignment}/release`,
    access: 'release',
    summary:
      'Shows the grades of all attempts of these people and groups to them, or with `shown: false` takes that back. What is not graded stays unseen. Each is told once. With `at` it is planned for then, with what is graded by then',
    body: z.object({
      people: z.union([z.literal('all'), People]),
      shown: z._default(z.boolean(), true),
      at: z.optional(z.nullable(AskedTime)),
    }),
    /** `works`: how many people and groups it concerned; 0 for a planned release. */
    reply: z.object({ works: z.int(), planned: z.optional(PlannedRelease) }),
    errors: ['too_many'],
  }),
  divide: endpoint({
    method: 'POST',
    path: `${ofAssignment}/division`,
    access: 'grade',
    summary: 'Divides works evenly among graders, in the order given; among none: they are everybody’s again',
    body: z.object({ people: People, graders: z.array(z.uuid()).check(z.maxLength(100)) }),
    reply: z.object({ works: z.int() }),
  }),
}
