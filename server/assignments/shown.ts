import type { Role } from '../access/rules.ts'
import { signedAddress } from '../uploads/location.ts'
import type { AssignmentRow, SubmissionRow, SubmittedRow, SummaryRow } from './queries.ts'
import { handsIn, whyNotSubmit } from './rules.ts'

/* Rows as the contract shows them. Feedback comes out of the database only when it is shown. */

const noFeedback = { score: null, show: false, comment: '' }

export const shownSummary = (a: SummaryRow) => ({
  _id: a.id,
  assignment_name: a.name,
  assignment_due: a.due_at,
  due: a.due_at,
  assignment_group: a.group,
  assignment_score: a.score,
  completed: a.submitted_at !== null,
  submitted: a.submitted_at,
  ...(a.submitted_at && { my: { datetime: a.submitted_at, feedback: a.feedback ?? noFeedback } }),
})

/** For whom something is shown, and when. */
interface Reader {
  role: Role
  now: Date
  fileKey: Buffer
}

export function shownAssignment(a: AssignmentRow, reader: Reader) {
  const my = a.submission
  const reason = whyNotSubmit(a, reader.role, my?.attempt ?? 0, reader.now)
  const solved = !handsIn(reader.role) || my?.feedback?.show === true
  return {
    _id: a.id,
    assignment_name: a.name,
    assignment_description: a.description,
    assignment_due: a.due_at,
    assignment_attempt: a.attempts_allowed,
    assignment_group: a.group,
    assignment_score: a.score,
    assignment_score_essay: a.score_essay,
    assignment_score_questionset: a.score_questionset,
    assignment_score_file: a.score_file,
    assignment_text: a.has_text,
    assignment_file: a.slots.map(({ id, name }) => ({ _id: id, slotname: name })),
    assignment_questionset: a.questions.map(({ id, question, type, score, options }) => ({
      _id: id,
      question,
      type,
      score,
      ...(options && { options: options.map(({ text, correct }) => (solved ? { text, correct } : { text })) }),
    })),
    ...(my && { my: shownSubmission(my, reader) }),
    can: { submit: reason === null, reason },
  }
}

export function shownSubmission(s: SubmissionRow, { fileKey, now }: Pick<Reader, 'fileKey' | 'now'>) {
  const files = Object.entries(s.files)
  const addresses = files.map(([slot, file]) => [slot, signedAddress(fileKey, file, now)])
  return {
    _id: s.id,
    attempt: s.attempt,
    datetime: s.submitted_at,
    submitted_by: s.submitted_by ?? '',
    digest: s.digest,
    response: { ...s.response, ...Object.fromEntries(addresses) },
    filenames: Object.fromEntries(files.map(([slot, file]) => [slot, file.filename])),
    feedback: s.feedback ?? noFeedback,
  }
}

/** What a receipt states. */
export const factsOf = (s: SubmittedRow) => ({
  v: 1 as const,
  course: s.course,
  assignment: s.assignment,
  person: s.person,
  group: s.group,
  attempt: s.attempt,
  datetime: s.submitted_at.toISOString(),
  digest: s.digest,
  ids: { course: s.course_id, assignment: s.assignment_id, owner: s.owner_id, submission: s.id },
})
