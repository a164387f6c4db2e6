import * as z from 'zod/mini'
import { Draft, DraftSave, DraftVersion, DraftWriter, savesMost } from './drafts.ts'
import { endpoint, Id, Time } from './endpoint.ts'
import { Invitation } from './groups.ts'
import { Page, pageQuery } from './page.ts'
import { Question, QuestionSet } from './questions.ts'
import { LateRule } from './staff/courses.ts'

/** In hours, how far ahead the side panel looks. */
export const dueWindowHours = 24

export const Feedback = z.object({
  score: z.nullable(z.number()),
  show: z.boolean(),
  comment: z.string(),
  /** A letter, or a number out of 4; it replaces the score. */
  grade: z.optional(z.union([z.string(), z.number()])),
})
export type Feedback = z.output<typeof Feedback>

/** Who has more than everybody: the person, their group, or their section. */
const Whose = z.enum(['you', 'group', 'section'])
export type Whose = z.output<typeof Whose>

/** Why a person has more than everybody. */
export const Extended = z.object({
  due: z.optional(Whose),
  closes: z.optional(Whose),
  attempts: z.optional(Whose),
  minutes: z.optional(Whose),
})
export type Extended = z.output<typeof Extended>

/** The penalty of the course's rule for late work. */
const Penalty = z.object({
  /** How many days late; a started day counts. */
  days: z.int(),
  /** In percent, the share of the score that counts. */
  keeps: z.number(),
})
export type Penalty = z.output<typeof Penalty>

/** The person's own terms, where they differ. */
const ownTerms = {
  /** The terms that differ from everybody's, with the reason. Absent: none do. */
  extended: z.optional(Extended),
  /** The penalty for the late submission that counts, or for one that came now. Absent: there is none. */
  penalty: z.optional(Penalty),
}

/** The attempt that counts of those whose feedback the person sees, and its score. */
export const Counting = z.object({ attempt: z.int(), score: z.nullable(z.number()) })
export type Counting = z.output<typeof Counting>

/** Where the best or the first attempt counts; absent: the latest, or none is released. */
const counting = z.optional(Counting)

/** For staff alone. */
const toStaff = {
  /** For If-Match; the revision of the whole sheet. */
  revision: z.optional(z.int()),
  /** When students first see it; null: it is a draft. */
  publish_at: z.optional(z.nullable(Time)),
}

export const AssignmentSummary = z.object({
  _id: Id,
  assignment_name: z.string(),
  assignment_due: z.nullable(Time),
  due: z.nullable(Time),
  /** Later work is refused; null: it never closes. */
  assignment_closes: z.nullable(Time),
  /** The name of the person's group, or of the grouping in which they have yet to form one; '' means Individual. */
  assignment_group: z.string(),
  assignment_score: z.number(),
  completed: z.boolean(),
  submitted: z.nullable(Time),
  /** The submission that counts came after the due date; or there is none, and the due date has passed. */
  late: z.boolean(),
  /** There is a draft that is not handed in. */
  draft: z.boolean(),
  my: z.optional(z.object({ datetime: Time, late: z.boolean(), feedback: Feedback })),
  counting,
  ...ownTerms,
  ...toStaff,
})
export type AssignmentSummary = z.output<typeof AssignmentSummary>

export const DueAssignment = z.object({ _id: Id, assignment_name: z.string(), assignment_due: Time })
export type DueAssignment = z.output<typeof DueAssignment>

/** The keys are `textbox`, `item-<question id>` and `file-<slot id>`; for a slot's second file `file-<slot id>-2`. */
export const Response = z.record(z.string(), z.string())

export const Slot = z.object({
  _id: Id,
  slotname: z.string(),
  /** The allowed file endings, such as `pdf`; absent: any. */
  kinds: z.optional(z.array(z.string())),
  /** In bytes; absent: the limit of uploads. */
  max_bytes: z.optional(z.number()),
  /** How many files it takes; absent: one. */
  max_files: z.optional(z.number()),
})
export type Slot = z.output<typeof Slot>

export const Submission = z.object({
  _id: Id,
  attempt: z.number(),
  datetime: Time,
  /** The submission came after the due date. */
  late: z.boolean(),
  /** The name of the person who pressed Submit, in a group any member; '' when the account was removed. */
  submitted_by: z.string(),
  digest: z.string(),
  /**
   * A `file-…` is an address that opens without a header. An `item-…` is the present position of the chosen option, if
   * it has one; for several, matching and ordering it is the words of the choices.
   */
  response: Response,
  /**
   * By `item-…`, the id of the chosen option; for several, matching and ordering the answer by ids
   * (contract/questions.ts).
   */
  chosen: z.record(z.string(), z.string()),
  /** For earlier attempts and receipts: the sheet at submission, if it has changed since. */
  sheet: z.optional(z.object({ assignment_questionset: z.array(Question), assignment_file: z.array(Slot) })),
  /** The names of the files, by the same keys. */
  filenames: z.record(z.string(), z.string()),
  feedback: Feedback,
})
export type Submission = z.output<typeof Submission>

/**
 * One submission for its receipt: with the people it counts for, and everything that a comparison of its files needs.
 */
export const HandedIn = z.extend(Submission, {
  /** For a group: the names of everyone it counts for. */
  people: z.array(z.string()),
  /** By `file-<slot id>`. */
  files: z.record(
    z.string(),
    z.object({
      filename: z.string(),
      bytes: z.number(),
      /** of the bytes, lowercase hex */
      sha256: z.string(),
    }),
  ),
})
export type HandedIn = z.output<typeof HandedIn>

export const Assignment = z.object({
  _id: Id,
  assignment_name: z.string(),
  /** Markdown */
  assignment_description: z.string(),
  assignment_due: z.nullable(Time),
  /** Later work is refused; null: it never closes. */
  assignment_closes: z.nullable(Time),
  /** 0: unlimited */
  assignment_attempt: z.number(),
  /** How many attempts the person or their group has made. */
  attempts_used: z.number(),
  assignment_group: z.string(),
  assignment_score: z.number(),
  assignment_score_essay: z.number(),
  assignment_score_questionset: z.number(),
  assignment_score_file: z.number(),
  assignment_text: z.boolean(),
  assignment_file: z.array(Slot),
  /** Absent before the first attempt begins, if there is a time limit. */
  assignment_questionset: z.array(Question),
  /** For staff: the question sets. */
  assignment_sets: z.optional(z.array(QuestionSet)),
  /** In minutes; absent: none. */
  assignment_time_limit: z.optional(z.number()),
  /** Which attempt counts; absent: the latest. */
  assignment_counts: z.optional(z.enum(['best', 'first'])),
  /** For staff: which parts are shuffled for each student. */
  assignment_shuffle: z.optional(z.object({ questions: z.boolean(), options: z.boolean() })),
  /** With a time limit: the running attempt. */
  timing: z.optional(z.object({ started_at: Time, ends_at: Time })),
  /** The submission that counts came after the due date; or there is none, and the due date has passed. */
  late: z.boolean(),
  my: z.optional(Submission),
  counting,
  ...ownTerms,
  /** The penalty for a late submission that came now, which stays the same until then. Absent: there is none. */
  penalty_now: z.optional(z.extend(Penalty, { until: Time })),
  /** The course's rule for late work. Absent: it is marked late. */
  late_rule: z.optional(LateRule),
  /** With a bank of late days: how many the person may still use for this work. */
  late_days_left: z.optional(z.int()),
  /** Another student put the person into the group, and they have neither accepted nor worked in it yet. */
  invitation: z.optional(Invitation),
  can: z.object({
    /** Whether a submission would be taken now. */
    submit: z.boolean(),
    /** Why a submission would be refused. */
    reason: z.nullable(
      z.enum(['attempts_used', 'assignment_closed', 'no_group', 'not_student', 'not_begun', 'time_is_up']),
    ),
  }),
  ...toStaff,
  /** For staff: the grouping that hands it in; null: each person hands in their own. */
  grouping_id: z.optional(z.nullable(Id)),
  /** For staff: the closing date that was set; null: none was, and `assignment_closes` is the end of the late rule. */
  closes_at: z.optional(z.nullable(Time)),
})
export type Assignment = z.output<typeof Assignment>

/** In ms: work that arrives this long after the end of a time limit is in time, because it was sent at the end. */
export const graceSeconds = 30

/**
 * A submission: a flat object of strings, with the keys of a `Response`. An `item-…` is the option's id, its index or
 * the text, for several, matching and ordering the answer by ids or words, a `file-…` the `location` of an upload.
 * Something must be filled in, but not everything: that is up to the screen. A `file-…` that is empty or left out keeps
 * the file of the previous attempt.
 */
export const SubmissionForm = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(100_000)))
export type SubmissionForm = z.output<typeof SubmissionForm>

export const Receipt = z.object({
  _id: Id,
  datetime: Time,
  late: z.boolean(),
  /** SHA-256 over the answers and the files, in hex */
  digest: z.string(),
  attempt: z.number(),
  /** The receipt for the person: a JSON text that `/receipt` verifies. */
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
    summary: `What is due within ${dueWindowHours} hours; for a student, what they have not submitted of it`,
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
    /** The begun attempt that the answers are of, where there is a time limit: they go into no other one. */
    query: z.object({ attempt: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) }),
    body: SubmissionForm,
    reply: Receipt,
    errors: ['attempts_used', 'assignment_closed', 'no_group', 'not_begun', 'time_is_up'],
  }),
  begin: endpoint({
    method: 'POST',
    path: `${path}/:asgn_id/begin`,
    access: 'student',
    summary: 'Begins an attempt of an assignment with a time limit, or says when it was begun',
    reply: z.object({ attempt: z.number(), started_at: Time, ends_at: Time }),
    errors: ['attempts_used', 'assignment_closed', 'no_group', 'time_is_up', 'conflict'],
  }),
  attempts: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id/attempts`,
    access: 'member',
    summary: 'The submissions that count for the person, the latest first; fewer a page where they are large',
    query: z.object(pageQuery),
    reply: Page(Submission),
  }),
  attempt: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id/attempts/:submission_id`,
    access: 'member',
    summary: 'One of the submissions that count for the person, with the people and the hashes of the files',
    reply: HandedIn,
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
    access: 'member',
    summary: 'What the person, or their group, has typed and not submitted, on any device',
    reply: Draft,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: `${path}/:asgn_id/draft`,
    access: 'student',
    summary:
      'Keeps what is typed, merged with what is kept: texts as texts, of choices and files the later one. A save that ' +
      'comes again is known by its id. Answers the merged draft',
    body: z.object({
      saves: z.array(DraftSave).check(z.minLength(1), z.maxLength(savesMost)),
      /**
       * The owner of the draft in which it was typed. If the draft has another owner by now, nothing is kept:
       * `conflict`.
       */
      owner_id: z.optional(Id),
    }),
    reply: Draft,
    errors: ['too_large', 'conflict'],
  }),
  draftWriters: endpoint({
    method: 'PUT',
    path: `${path}/:asgn_id/draft/writers`,
    access: 'student',
    summary:
      'Says that the person has the worksheet open, or no longer; answers who writes in the draft of their group',
    body: z.object({ here: z.boolean() }),
    reply: z.array(DraftWriter),
  }),
  draftVersions: endpoint({
    method: 'GET',
    path: `${path}/:asgn_id/draft/versions`,
    access: 'student',
    summary: 'What was replaced in the draft, kept out of it, or left out of what was handed in; the latest first',
    query: z.object(pageQuery),
    reply: Page(DraftVersion),
  }),
}
