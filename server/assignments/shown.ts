import type { Role } from '../access/rules.ts'
import { signedAddress } from '../uploads/location.ts'
import type { AssignmentRow, ListedRow, OwnRow, SubmissionRow, SubmittedRow, WorkRow } from './queries.ts'
import { handsIn, isLate, termsOf, whyNotSubmit } from './rules.ts'

/* Rows as the contract shows them. Feedback comes out of the database only when it is shown. */

const noFeedback = { score: null, show: false, comment: '' }

/** What is the same for everyone of an assignment among those of its course. */
export type ListedAssignment = ReturnType<typeof listedAssignment>
export const listedAssignment = ({ id, name, grouping_id, grouping, score, ...dates }: ListedRow) => {
  const due = dates.due_at?.toISOString() ?? null
  const summary = {
    _id: id,
    assignment_name: name,
    assignment_due: due,
    due,
    assignment_closes: dates.closes_at?.toISOString() ?? null,
    assignment_score: score,
  }
  return { id, name, grouping_id, grouping, terms: termsOf(dates), summary }
}

export function shownSummary(
  a: ListedAssignment,
  { groups, latest, typed }: WorkRow,
  { role, now }: Pick<Reader, 'role' | 'now'>,
) {
  const group = a.grouping_id === null ? undefined : groups[a.grouping_id]
  const last = latest.find((s) => s.assignment_id === a.id)
  const late = isLate(a.terms, last ? new Date(last.submitted_at) : now)
  return {
    ...a.summary,
    assignment_group: group?.name ?? a.grouping,
    completed: last !== undefined,
    submitted: last?.submitted_at ?? null,
    late: handsIn(role) && late,
    draft: typed?.includes(a.id) ?? false,
    ...(last && { my: { datetime: last.submitted_at, late, feedback: last.feedback ?? noFeedback } }),
  }
}

/** For whom something is shown, and when. */
interface Reader {
  role: Role
  now: Date
  fileKey: Buffer
}

/** What is the same for everyone of an assignment: its terms, its fields, and its worksheet with and without solutions. */
export type CommonAssignment = ReturnType<typeof commonAssignment>
export const commonAssignment = (a: AssignmentRow) => ({
  id: a.id,
  course_id: a.course_id,
  course: a.course,
  name: a.name,
  terms: termsOf(a),
  has_text: a.has_text,
  sheet_version: a.sheet_version,
  questions: a.questions.map(({ id, options }) => ({ id, options: options?.map((o) => o.id) ?? null })),
  slots: a.slots.map(({ id }) => id),
  worksheet: worksheetOf(a, false),
  solved: worksheetOf(a, true),
})

const worksheetOf = (a: AssignmentRow, solved: boolean) => ({
  _id: a.id,
  assignment_name: a.name,
  assignment_description: a.description,
  assignment_due: a.due_at?.toISOString() ?? null,
  assignment_closes: a.closes_at?.toISOString() ?? null,
  assignment_attempt: a.attempts_allowed,
  assignment_score: a.score,
  assignment_score_essay: a.score_essay,
  assignment_score_questionset: a.score_questionset,
  assignment_score_file: a.score_file,
  assignment_text: a.has_text,
  ...shownSheet(a, solved),
})

const shownSheet = ({ questions, slots }: Pick<AssignmentRow, 'questions' | 'slots'>, solved: boolean) => ({
  assignment_file: slots.map(({ id, name }) => ({ _id: id, slotname: name })),
  assignment_questionset: questions.map(({ id, question, type, score, options }) => ({
    _id: id,
    question,
    type,
    score,
    ...(options && {
      options: options.map(({ id, text, correct }) => ({ _id: id, text, ...(solved && { correct }) })),
    }),
  })),
})

export function shownAssignment(a: CommonAssignment, own: OwnRow, reader: Reader) {
  const { role, now } = reader
  const my = own.submission && shownSubmission(own.submission, a, reader)
  const reason = whyNotSubmit(a.terms, { ...own, role }, now)
  const solved = !handsIn(role) || my?.feedback?.show === true
  return {
    ...(solved ? a.solved : a.worksheet),
    assignment_group: own.group,
    attempts_used: own.used,
    late: my ? my.late : handsIn(role) && isLate(a.terms, now),
    ...(my && { my }),
    ...(own.invitation && { invitation: own.invitation }),
    can: { submit: reason === null, reason },
  }
}

/** A submission of an assignment, whose present options say where those that were chosen are now. */
export function shownSubmission(
  s: SubmissionRow,
  { terms, questions }: Pick<CommonAssignment, 'terms' | 'questions'>,
  { fileKey, now }: Pick<Reader, 'fileKey' | 'now'>,
) {
  const files = Object.entries(s.files)
  const addresses = files.map(([slot, file]) => [slot, signedAddress(fileKey, file, now)])
  return {
    _id: s.id,
    attempt: s.attempt,
    datetime: s.submitted_at,
    late: isLate(terms, new Date(s.submitted_at)),
    submitted_by: s.submitted_by ?? '',
    digest: s.digest,
    response: { ...positionsIn(s, questions), ...Object.fromEntries(addresses) },
    chosen: chosenIn(s, questions),
    ...(s.sheet && { sheet: shownSheet(s.sheet, false) }),
    filenames: Object.fromEntries(files.map(([slot, file]) => [slot, file.filename])),
    feedback: s.feedback ?? noFeedback,
  }
}

/**
 * The answers: of an option that was chosen the position that it has now, if it is there, and without those to questions
 * that are not asked any more, unless the sheet of then says what they were.
 */
function positionsIn(
  { response, sheet }: SubmissionRow,
  questions: CommonAssignment['questions'],
): Record<string, string> {
  const now = new Map(questions.map(({ id, options }) => [`item-${id}`, options]))
  const texts = new Set(sheet?.questions.filter(({ options }) => options === null).map(({ id }) => `item-${id}`))
  const shown = Object.entries(response).flatMap(([name, answer]): [string, string][] => {
    if (!name.startsWith('item-') || now.get(name) === null) return [[name, answer]]
    const position = now.get(name)?.indexOf(answer) ?? -1
    if (position >= 0) return [[name, String(position)]]
    return texts.has(name) ? [[name, answer]] : []
  })
  return Object.fromEntries(shown)
}

/** The ids of the options that were chosen, of the questions as they were then. */
function chosenIn(
  { response, sheet }: SubmissionRow,
  questions: CommonAssignment['questions'],
): Record<string, string> {
  const choices = (sheet?.questions ?? questions).filter(({ options }) => options !== null)
  const chosen = choices.flatMap(({ id }): [string, string][] => {
    const answer = response[`item-${id}`]
    return answer === undefined ? [] : [[`item-${id}`, answer]]
  })
  return Object.fromEntries(chosen)
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
