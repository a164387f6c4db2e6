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
/** The most that one call copies. */
export const copiedMost = 50
/** In UTF-16 code units. */
export const assignmentNameMost = 200
export const assignmentDescriptionMost = 50_000
export const attemptsMost = 1_000

const time = z.nullable(AskedTime)

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(assignmentNameMost))

const listOf = <T extends z.ZodMiniType<{ _id?: string | undefined }>>(item: T, most: number) =>
  z.optional(z.array(item).check(z.maxLength(most), z.refine(isEachOnce, { error: 'Something is named twice.' })))

/** The whole sheet: a field that is given replaces what is there. */
const fields = {
  /** Markdown */
  assignment_description: z.optional(z.string().check(z.maxLength(assignmentDescriptionMost))),
  assignment_due: z.optional(time),
  /** Not before it is due. */
  assignment_closes: z.optional(time),
  /** 0: unlimited */
  assignment_attempt: z.optional(z.int().check(z.minimum(0), z.maximum(attemptsMost))),
  assignment_counts: z.optional(z.enum(['latest', 'best', 'first'])),
  /** The grouping that hands it in; null: each person hands in their own. */
  assignment_group: z.optional(z.nullable(AskedId)),
  /** In minutes; null: none. */
  assignment_time_limit: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(timeLimitMost)))),
  assignment_shuffle: z.optional(z.object({ questions: z.boolean(), options: z.boolean() })),
  assignment_text: z.optional(z.boolean()),
  /** The points of the text. */
  assignment_score_essay: z.optional(Score),
  /** The points of the files. */
  assignment_score_file: z.optional(Score),
  /** Null: what the text, the questions and the files add up to. */
  assignment_score: z.optional(z.nullable(Score)),
  /** In their order. One with an `_id` that is not there yet is new, and gets that. */
  assignment_questionset: listOf(EditedQuestion, questionsMost),
  assignment_sets: listOf(EditedSet, setsMost),
  assignment_file: listOf(EditedSlot, slotsMost),
  /** Null: a draft. What is past is now, or stays when it was if it is out already. */
  publish_at: z.optional(time),
}

const NewAssignment = z.object({ assignment_name: name, ...fields })
const EditedAssignment = z.object({ assignment_name: z.optional(name), ...fields })
export type EditedAssignment = z.output<typeof EditedAssignment>

/** What a change does to what students have done. */
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
  ]),
  /** The name of the question or slot, as it was. */
  title: z.string(),
  /** How many people or groups have such work. */
  count: z.int(),
})
export type Effect = z.output<typeof Effect>

/** So many are listed one by one. */
export const changedGradesMost = 200
/** The most parts of each whose points before and after are listed. */
export const changedPartsMost = 10

/** A grade that would be another one. */
export const ChangedGrade = z.object({
  people: z.array(z.object({ _id: Id, first: z.string(), last: z.string() })),
  /** '' of a person. */
  group: z.string(),
  /** While names are hidden: there are no people and no group then. */
  hidden: z.optional(HiddenName),
  attempt: z.int(),
  before: z.nullable(z.string()),
  /** Null: somebody must judge it. */
  after: z.nullable(z.string()),
  released: z.boolean(),
  /** The parts that add up to this. */
  parts: z
    .array(z.object({ part: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }))
    .check(z.maxLength(changedPartsMost)),
})
export type ChangedGrade = z.output<typeof ChangedGrade>

export const Check = z.object({
  check: z.object({
    /** How many people or groups have handed in, and how many have typed something and not handed it in. */
    handed_in: z.int(),
    typing: z.int(),
    /** How many pieces of work have been graded. */
    graded: z.int(),
    effects: z.array(Effect),
    /** How many grades would be other ones, and how many of them students see. */
    grades_changed: z.int(),
    grades_released: z.int(),
    /** The first of them, those that students see before the others; none for who may not grade. */
    grades: z.array(ChangedGrade).check(z.maxLength(changedGradesMost)),
  }),
})
export type Check = z.output<typeof Check>

const path = '/api/courses/:course_id/assignments'

/** What staff write. */
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
            /** Absent: of this course. */
            course_id: z.optional(AskedId),
            asgn_id: AskedId,
            /** Absent: the same. */
            assignment_name: z.optional(name),
          }),
        )
        .check(z.minLength(1), z.maxLength(copiedMost)),
    }),
    reply: z.object({ items: z.array(z.object({ _id: Id, assignment_name: z.string() })) }),
    errors: ['too_many'],
  }),
}
