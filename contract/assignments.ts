import * as z from 'zod/mini'
import { Draft, DraftFields } from './drafts.ts'
import { endpoint, Id, Time } from './endpoint.ts'

/** The side panel looks this far ahead. */
export const dueWindowHours = 24
/** The most attempts, the latest ones, that one answer carries. */
export const mostAttempts = 200

export const Feedback = z.object({ score: z.nullable(z.number()), show: z.boolean(), comment: z.string() })
export type Feedback = z.output<typeof Feedback>

export const AssignmentSummary = z.object({
  _id: Id,
  assignment_name: z.string(),
  assignment_due: z.nullable(Time),
  due: z.nullable(Time),
  /** The name of the person's group, or of the grouping they are to form one in; '' means Individual. */
  assignment_group: z.string(),
  assignment_score: z.number(),
  completed: z.boolean(),
  submitted: z.nullable(Time),
  my: z.optional(z.object({ datetime: Time, feedback: Feedback })),
})
export type AssignmentSummary = z.output<typeof AssignmentSummary>

export const DueAssignment = z.object({ _id: Id, assignment_name: z.string(), assignment_due: Time })
export type DueAssignment = z.output<typeof DueAssignment>

export const Question = z.object({
  _id: Id,
  question: z.string(),
  type: z.enum(['options', 'text']),
  score: z.number(),
  /** Only with type `options`. `correct` is sent once feedback is shown, or to staff. */
  options: z.optional(z.array(z.object({ text: z.string(), correct: z.optional(z.boolean()) }))),
})
export type Question = z.output<typeof Question>

/** The keys are `textbox`, `item-<question id>` and `file-<slot id>`. */
export const Response = z.record(z.string(), z.string())

export const Submission = z.object({
  _id: Id,
  attempt: z.number(),
  datetime: Time,
  /** The name of who pressed Submit, of a group any member; '' when the account was removed. */
  submitted_by: z.string(),
  digest: z.string(),
  /** As it was submitted; a `file-…` is an address that opens without a header. */
  response: Response,
  /** The names of the files, by the same keys. */
  filenames: z.record(z.string(), z.string()),
  feedback: Feedback,
})
export type Submission = z.output<typeof Submission>

export const Assignment = z.object({
  _id: Id,
  assignment_name: z.string(),
  /** Markdown */
  assignment_description: z.string(),
  assignment_due: z.nullable(Time),
  /** 0: unlimited */
  assignment_attempt: z.number(),
  assignment_group: z.string(),
  assignment_score: z.number(),
  assignment_score_essay: z.number(),
  assignment_score_questionset: z.number(),
  assignment_score_file: z.number(),
  assignment_text: z.boolean(),
  assignment_file: z.array(z.object({ _id: Id, slotname: z.string() })),
  assignment_questionset: z.array(Question),
  my: z.optional(Submission),
  can: z.object({
    /** Whether a submission would be taken now. */
    submit: z.boolean(),
    /** Why it would not. */
    reason: z.nullable(z.enum(['attempts_used', 'assignment_closed', 'no_group', 'not_student'])),
  }),
})
export type Assignment = z.output<typeof Assignment>

/**
 * What is handed in: a flat object of strings, with the keys of a `Response`. An `item-…` is the option's index or the
 * text, a `file-…` the `location` of an upload. Something must be filled in, not everything: that is the screen's to
 * ask for. A `file-…` that is empty or left out keeps the file of the attempt before.
 */
export const SubmissionForm = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(100_000)))
export type SubmissionForm = z.output<typeof SubmissionForm>

export const Receipt = z.object({
  _id: Id,
  datetime: Time,
  /** SHA-256 over the answers and the files, in hex */
  digest: z.string(),
  attempt: z.number(),
  /** What the person keeps: a JSON text that `/receipt` verifies. */
  receipt: z.string(),
})
export type Receipt = z.output<typeof Receipt>

const path = '/api/courses/:course_id/assignments'

export const assignments = {
  mine: endpoint({
    method: 'GET',
    path: `${path}/my`,
    access: 'member',
    summary: 'The assignments of the course with what the person has done; by due date, those without one last',
    reply: z.array(AssignmentSummary),
  }),
  due: endpoint({
    method: 'GET',
    path: `${path}/due`,
    access: 'member',
    summary: `What the person has not submitted and is due within ${dueWindowHours} hours`,
    reply: z.array(DueAssignment),
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id`,
    access: 'member',
    summary: 'An assignment; the same as `my`',
    reply: Assignment,
  }),
  my: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id/my`,
    access: 'member',
    summary: 'An assignment with the person’s latest submission',
    reply: Assignment,
  }),
  submit: endpoint({
    method: 'POST',
    path: `${path}/:asgn_id/submit`,
    access: 'student',
    summary: 'Hands in the answers. With an Idempotency-Key, once only',
    body: SubmissionForm,
    reply: Receipt,
    errors: ['attempts_used', 'assignment_closed', 'no_group'],
  }),
  attempts: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id/attempts`,
    access: 'member',
    summary: 'Every submission of the person, or of their group, the latest first',
    reply: z.array(Submission),
  }),
  receipt: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id/attempts/:submission_id/receipt`,
    access: 'member',
    summary: 'The receipt of a submission, signed by the server',
    reply: Receipt,
  }),
  draft: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id/draft`,
    access: 'student',
    summary: 'What the person has typed and not submitted, on any device',
    reply: Draft,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: `${path}/:asgn_id/draft`,
    access: 'student',
    summary: 'Keeps what is typed: merged with what is kept, field by field the later edit. Answers the merged draft',
    body: z.object({ fields: DraftFields }),
    reply: Draft,
    errors: ['too_large'],
  }),
}
