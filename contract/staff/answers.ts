import * as z from 'zod/mini'
import { endpoint, Id } from '../endpoint.ts'
import { Question } from '../questions.ts'
import { commentMost, Name, Positive, RubricItem, rubricMost, worksMost } from './grading.ts'
import { HiddenName } from './hiddenNames.ts'

/*
 * One part of an assignment across all who handed in: the answers of the same text are one group, which is graded at
 * once. Of each person or group it is the attempt that counts.
 */

/** Groups of one page. */
export const answerGroupsOfPage = 50
/** What is shown of a long answer, in characters. */
export const answerShown = 20_000

/** What one work got for the part. */
export const AnsweredWork = z.object({
  _id: Id,
  people: z.array(Name),
  /** '' of a person. */
  group: z.string(),
  /** While names are hidden: there are no people then. */
  hidden: z.optional(HiddenName),
  /** Null: nobody has judged it, and it is not worked out by itself. */
  points: z.nullable(z.string()),
  by: z.nullable(z.enum(['auto', 'hand', 'rubric'])),
  /** What it got by itself. */
  auto: z.nullable(z.string()),
  /** A score stands for the whole work, whatever its parts got. */
  as_whole: z.boolean(),
  /** The rubric items of the part that apply. */
  applied: z.array(Id),
  released: z.boolean(),
  grader: z.nullable(Name),
  /** The revision of its grade; 0: nothing was saved. */
  revision: z.int(),
})
export type AnsweredWork = z.output<typeof AnsweredWork>

export const AnswerGroup = z.object({
  /** The same for the same text. */
  key: z.string(),
  /** As one of them has it; '' is no answer. Of a closed question it names ids. */
  answer: z.string(),
  /** It is longer than what is shown. */
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
      /** Absent: the first. */
      part: z.optional(Part),
      after: z.optional(z.string().check(z.regex(/^\d{1,5}-[0-9a-f]{32}$/))),
    }),
    reply: z.object({
      /** The assignment's. */
      name: z.string(),
      part: z.string(),
      /** The parts that can be asked for, in the order of the sheet. */
      parts: z.array(z.string()),
      /** Null: it is the text of the assignment. */
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
      /** By hand; null: what it got by itself or by the rubric. Absent: as it is. */
      points: z.optional(z.nullable(Positive)),
      /** In place of the part's rubric items that apply. Absent: as they are. */
      applied: z.optional(z.array(z.uuid()).check(z.maxLength(rubricMost))),
      /** Is added to the comment of each work, unless it is there. */
      comment: z._default(z.string().check(z.trim(), z.maxLength(commentMost)), ''),
    }),
    reply: z.object({
      /** As they are now. */
      saved: z.array(AnsweredWork),
      conflicts: z.array(AnsweredWork),
    }),
  }),
}
