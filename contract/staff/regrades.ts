import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Regrade, regradeTextMost } from '../feedback.ts'

const ofWork = '/api/courses/:course_id/submissions/:submission_id/regrades'

/** Staff's calls on regrade requests. */
export const regradeWrites = {
  regrades: endpoint({
    method: 'GET',
    path: ofWork,
    access: 'grade',
    summary:
      'What was asked about the grade of a submission and of the other attempts of its owner, the earliest first',
    reply: z.array(Regrade),
  }),
  answer: endpoint({
    method: 'POST',
    path: `${ofWork}/:regrade_id/answer`,
    access: 'grade',
    summary:
      'Answers a request and closes it, with the points that the part has now; each whose work it is, is told once',
    body: z.object({
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(regradeTextMost)),
      /** The revision of the grade that the person saw: of another one the answer is refused. */
      grade_revision: z.optional(z.int().check(z.minimum(0), z.maximum(999_999_999))),
    }),
    reply: Regrade,
    errors: ['conflict'],
  }),
}
