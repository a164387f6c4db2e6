import * as z from 'zod/mini'
import { endpoint, Id } from '../endpoint.ts'
import { Question } from '../questions.ts'
import { commentMost, Name, Positive, RubricItem, rubricMost, worksMost } from './grading.ts'
import { HiddenName } from './hiddenNames.ts'

/*
 * Grading one part of an assignment across all students: equal answers form one group, which is graded at once. Of each
 * person or group, the attempt that counts.
 */

/** How many groups are on one page. */
export const answerGroupsOfPage = 50
/** In characters, how much of a long answer the list shows. */
export const answerShown = 20_000

/** The grade of one work for the part. */
export const AnsweredWork = z.object({
  _id: Id,
  people: z.array(Name),
  /** '' for a person. */
  group: z.string(),
  /** While names are hidden: then `people` is empty. */
  hidden: z.optional(HiddenName),
  /** Null: nobody has graded it, and there are no automatic points. */
  points: z.nullable(z.string()),
  by: z.nullable(z.enum(['auto', 'hand', 'rubric'])),
  /** The automatic points. */
  auto: z.nullable(z.string()),
  /** The work has a score as a whole, whatever points its parts have. */
  as_whole: z.boolean(),
  /** The part's rubric items that apply. */
  applied: z.array(Id),
  released: z.boolean(),
  grader: z.nullable(Name),
  /** The revision of the grade; 0: there is none. */
  revision: z.int(),
})
export type AnsweredWork = z.output<typeof AnsweredWork>

export const AnswerGroup = z.object({
  /** The same for equal answers. */
  key: z.string(),
  /** The answer of one of them; '' for no answer. For a closed question it names ids. */
  answer: z.string(),
  /** The answer is longer than shown. */
  cut: z.boolean(),
  works: z.array(AnsweredWork),
})
export type AnswerGroup = z.output<typeof AnswerGroup>

const path = '/api/courses/:course_id/assignments/:asgn_id/answers'
const Part = z.string().check(z.maxLength(100), z.regex(/^(textbox|item-[\w-]+)$/))

export const answers = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'grade',
    summary: 'The answers to one part, those of the same text together, the largest group first',
    query: z.object({
      /** Absent: the first part. */
      part: z.optional(Part),
      after: z.optional(z.string().check(z.regex(/^\d{1,5}-[0-9a-f]{32}$/))),
    }),
    reply: z.object({
      /** The assignment's. */
      name: z.string(),
      part: z.string(),
      /** The parts to choose from, in the order of the sheet. */
      parts: z.array(z.string()),
      /** Null: the text of the assignment. */
      question: z.nullable(Question),
      most: z.string(),
      works: z.int(),
      /** How many works have points for the part, or a score as a whole. */
      judged: z.int(),
      groups: z.int(),
      items: z.array(AnswerGroup),
      next: z.nullable(z.string()),
      rubric: z.array(RubricItem),
    }),
  }),
  grade: endpoint({
    method: 'POST',
    path,
    access: 'grade',
    summary:
      'Gives several works the same for one part, as one change. What somebody graded meanwhile stays, and is answered ' +
      'as it is now',
    body: z.object({
      part: Part,
      works: z
        .array(z.object({ _id: z.uuid(), revision: z.int().check(z.nonnegative()) }))
        .check(z.minLength(1), z.maxLength(worksMost)),
      /** Points by hand; null: the automatic or rubric's points. Absent: unchanged. */
      points: z.optional(z.nullable(Positive)),
      /** Replaces the part's rubric items that apply. Absent: unchanged. */
      applied: z.optional(z.array(z.uuid()).check(z.maxLength(rubricMost))),
      /** Appended to the comment of each work that lacks it; 400 if one has no room for it. */
      comment: z._default(z.string().check(z.trim(), z.maxLength(commentMost)), ''),
    }),
    reply: z.object({
      /** The works after the call. */
      saved: z.array(AnsweredWork),
      conflicts: z.array(AnsweredWork),
    }),
  }),
}
