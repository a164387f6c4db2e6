import * as z from 'zod/mini'
import { Assignment } from '../assignments.ts'
import { AskedId, AskedTime, endpoint, Id } from '../endpoint.ts'
import { bulkQuery } from './bulk.ts'
import { HiddenName } from './hiddenNames.ts'
import {
  EditedQuestion,
  EditedSet,
  EditedSlot,
  isEachOnce,
  questionsMost,
  Score,
  setsMost,
  slotsMost,
  timeLimitMost,
} from './questions.ts'

/** The most assignments of a course: some dozens are usual. */
export const assignmentsMost = 500
/** How many assignments one call copies at most. */
export const copiedMost = 50
/** In UTF-16 code units. */
export const assignmentNameMost = 200
export const assignmentDescriptionMost = 50_000
export const attemptsMost = 1_000

const time = z.nullable(AskedTime)

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(assignmentNameMost))

const listOf = <T extends z.ZodMiniType<{ _id?: string | undefined }>>(item: T, most: number) =>
  z.optional(z.array(item).check(z.maxLength(most), z.refine(isEachOnce, { error: 'Something is named twice.' })))

/** The whole sheet: a given field replaces the present one. */
const fields = {
  /** Markdown */
  assignment_description: z.optional(z.string().check(z.maxLength(assignmentDescriptionMost))),
  assignment_due: z.optional(time),
  /** Not before the due date. */
  assignment_closes: z.optional(time),
  /** 0: unlimited */
  assignment_attempt: z.optional(z.int().check(z.minimum(0), z.maximum(attemptsMost))),
  assignment_counts: z.optional(z.enum(['latest', 'best', 'first'])),
  /** The grouping that hands it in; null or '': each person hands in their own. */
  assignment_group: z.optional(
    z.pipe(
      z.nullable(z.union([AskedId, z.literal('')])),
      z.transform((id) => id || null),
    ),
  ),
  /** In minutes; null: none. */
  assignment_time_limit: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(timeLimitMost)))),
  assignment_shuffle: z.optional(z.object({ questions: z.boolean(), options: z.boolean() })),
  assignment_text: z.optional(z.boolean()),
  /** The points of the text. */
  assignment_score_essay: z.optional(Score),
  /** The points of the files. */
  assignment_score_file: z.optional(Score),
  /** Null: the sum of the text, the questions and the files. */
  assignment_score: z.optional(z.nullable(Score)),
  /** In order. An unknown `_id` becomes the id of a new one. */
  assignment_questionset: listOf(EditedQuestion, questionsMost),
  assignment_sets: listOf(EditedSet, setsMost),
  assignment_file: listOf(EditedSlot, slotsMost),
  /** Null: a draft. A past time means now; a published thing keeps its time. */
  publish_at: z.optional(time),
}

const NewAssignment = z.object({ assignment_name: name, ...fields })
const EditedAssignment = z.object({ assignment_name: z.optional(name), ...fields })
export type EditedAssignment = z.output<typeof EditedAssignment>

/** The effects of a change on students' work. */
export const Effect = z.object({
  kind: z.enum([
    'text_gone',
    'question_gone',
    'question_changed',
    'choice_gone',
    'key_changed',
    'points_changed',
    'slot_gone',
    'score_changed',
    'owner_changed',
    /** Students then have more than all the points. */
    'above_most',
  ]),
  /** The earlier name of the question or slot. */
  title: z.string(),
  /** How many people or groups have such work. */
  count: z.int(),
})
export type Effect = z.output<typeof Effect>

/** How many grades are listed one by one. */
export const changedGradesMost = 200
/** How many parts of each grade are listed with their points before and after. */
export const changedPartsMost = 10

/** A grade that would change. */
export const ChangedGrade = z.object({
  people: z.array(z.object({ _id: Id, first: z.string(), last: z.string() })),
  /** '' for a person. */
  group: z.string(),
  /** While names are hidden: then `people` and `group` are empty. */
  hidden: z.optional(HiddenName),
  attempt: z.int(),
  before: z.nullable(z.string()),
  /** Null: a person has to grade it. */
  after: z.nullable(z.string()),
  released: z.boolean(),
  /** The parts that change the sum. */
  parts: z
    .array(z.object({ part: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }))
    .check(z.maxLength(changedPartsMost)),
})
export type ChangedGrade = z.output<typeof ChangedGrade>

export const Check = z.object({
  check: z.object({
    /** How many people or groups have handed in, and how many have a draft only. */
    handed_in: z.int(),
    typing: z.int(),
    /** How many works are graded. */
    graded: z.int(),
    effects: z.array(Effect),
    /** How many grades would change, and how many of them students see. */
    grades_changed: z.int(),
    grades_released: z.int(),
    /** The first of them, those that students see before the others; none for a person who may not grade. */
    grades: z.array(ChangedGrade).check(z.maxLength(changedGradesMost)),
  }),
})
export type Check = z.output<typeof Check>

const path = '/api/courses/:course_id/assignments'

/** Staff's calls on assignments. */
export const assignmentWrites = {
  create: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary: 'A new assignment: a draft unless `publish_at` is given',
    body: NewAssignment,
    reply: Assignment,
    errors: ['too_many'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:asgn_id`,
    access: 'author',
    summary:
      'Changes the given fields of an assignment and its sheet: items with the `_id` of one that is there keep their ' +
      'answers, those that are left out go. With `dry_run` it changes nothing and says what it would do to what was handed in',
    revision: true,
    query: z.object({ dry_run: z.optional(z.enum(['true', 'false'])) }),
    body: EditedAssignment,
    reply: z.union([Assignment, Check]),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:asgn_id`,
    access: 'author',
    summary: 'Removes an assignment; what was handed in stays, and is there again when that is taken back',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
  copy: endpoint({
    method: 'POST',
    path: `${path}/copy`,
    access: 'author',
    summary:
      'Drafts that ask what others do, of this course or of another in which the person may author: there without its ' +
      'dates and its grouping. Nothing of students comes along',
    query: bulkQuery,
    body: z.object({
      items: z
        .array(
          z.object({
            /** Absent: this course. */
            course_id: z.optional(AskedId),
            asgn_id: AskedId,
            /** Absent: unchanged. */
            assignment_name: z.optional(name),
          }),
        )
        .check(z.minLength(1), z.maxLength(copiedMost)),
    }),
    reply: z.object({ items: z.array(z.object({ _id: Id, assignment_name: z.string() })) }),
    errors: ['too_many'],
  }),
}
