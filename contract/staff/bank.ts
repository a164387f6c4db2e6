import * as z from 'zod/mini'
import { AskedId, endpoint, Id } from '../endpoint.ts'
import { Page, pageQuery } from '../page.ts'
import { Question, QuestionKind } from '../questions.ts'
import { tagMost } from './questions.ts'

/* The bank: the questions of all courses in which a person may author, for reuse. */

/** How many tags the bank lists, the commonest first. */
export const bankTagsMost = 300
/** The longest text of a search. */
export const bankSearchMost = 200

const BankQuestion = z.extend(Question, {
  /** Its place; for a question with copies, the newest. */
  course_id: Id,
  course_code: z.string(),
  course_name: z.string(),
  course_academic_year: z.string(),
  course_semester: z.string(),
  asgn_id: Id,
  assignment_name: z.string(),
  /** How many sheets have this question. */
  uses: z.int(),
})
export type BankQuestion = z.output<typeof BankQuestion>

const path = '/api/courses/:course_id/bank'

export const bank = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'author',
    summary:
      'The questions of all courses in which the person may author, the newest course first; the same question once. ' +
      'Each word of `search` stands in the question, its choices, its tags or the name of its assignment',
    query: z.object({
      ...pageQuery,
      search: z.optional(z.string().check(z.trim(), z.maxLength(bankSearchMost))),
      kind: z.optional(QuestionKind),
      tag: z.optional(z.string().check(z.trim(), z.maxLength(tagMost))),
      /** In this course only. */
      course: z.optional(AskedId),
    }),
    reply: Page(BankQuestion),
  }),
  filters: endpoint({
    method: 'GET',
    path: `${path}/filters`,
    access: 'author',
    summary: `By what the bank can be narrowed: the courses that have questions, and at most ${bankTagsMost} tags`,
    reply: z.object({
      courses: z.array(
        z.object({
          course_id: Id,
          course_code: z.string(),
          course_name: z.string(),
          course_academic_year: z.string(),
          course_semester: z.string(),
        }),
      ),
      tags: z.array(z.string()),
    }),
  }),
}
