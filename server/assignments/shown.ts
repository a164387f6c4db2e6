import { idsIn, isByIds, pairsIn } from '../../contract/questions.ts'
import type { Role } from '../access/rules.ts'
import { signedAddress } from '../uploads/location.ts'
import { type AllowanceRow, termsFor } from './allowances.ts'
import type { OwnRow } from './ownQueries.ts'
import { withPictures } from './pictures.ts'
import type { AssignmentRow } from './queries.ts'
import { type Fields, handsIn, whyNotSubmit } from './rules.ts'
import { type QuestionRow, questionsFor, type SlotRow, withPresentIds, withScores, wordsOf } from './sheet.ts'
import type { SubmissionRow, SubmittedRow } from './submissionQueries.ts'
import { endOf, isLate, penaltyAt, sameUntil, type Terms, termsOf } from './terms.ts'

/* Turns rows into what the contract shows. The database returns feedback only when it is released. */

export const noFeedback = { score: null, show: false, comment: '' }

const whose = { person: 'you', accommodation: 'you', group: 'group', section: 'section' } as const

/** The reasons for a longer term, without the name of the member through whom the group has it. */
export function extendedIn({ reasons }: Terms, isGroup: boolean) {
  const terms = Object.entries(reasons).map(([term, { kind }]) => [term, isGroup ? 'group' : whose[kind]] as const)
  return terms.length > 0 ? { extended: Object.fromEntries(terms) } : {}
}

/** The penalty of the submission, or else of one that came now; none where nothing is taken any more. */
export function penaltyOf(terms: Terms, submitted: Date | null, now: Date) {
  const isClosed = terms.closes !== null && now > terms.closes
  const penalty = submitted || !isClosed ? penaltyAt(terms, submitted ?? now) : null
  return penalty ? { penalty } : {}
}

/** In place of the penalties of work from which the person is excused. */
export const noPenalty = { penalty: undefined, penalty_now: undefined }

/** In place of the late days of work that takes none of the person's (`isPutIn`); what they hand in later does. */
export const noneTaken = { penalty: undefined }

/** The penalty of a submission that came now, and until when it stays the same. */
function penaltyNow(terms: Terms, now: Date) {
  const penalty = penaltyAt(terms, now)
  const until = sameUntil(terms, now)
  return penalty && until ? { penalty_now: { ...penalty, until } } : {}
}

/** The reader, and the time of reading. */
interface Reader {
  role: Role
  /** The course is archived. */
  archived: boolean
  now: Date
  fileKey: Buffer
}

/** The part of an assignment that is the same for everyone: its terms and its whole sheet. */
export type CommonAssignment = ReturnType<typeof commonAssignment>
export const commonAssignment = (a: AssignmentRow) => ({ ...a, questions: withScores(a), terms: termsOf(a) })

/** The assignment on the terms of the person or group that hands it in. */
export const onTermsOf = (a: CommonAssignment, allowances: AllowanceRow[] | null, used = 0): CommonAssignment =>
  allowances || used > 0 ? { ...a, terms: termsFor(a, allowances, used) } : a

/** The fields of an assignment for an owner. */
export const fieldsFor = (a: CommonAssignment, ownerId: string): Fields => ({
  has_text: a.has_text,
  questions: questionsFor(a, a, ownerId),
  slots: a.slots,
  time_limit: a.time_limit,
})

/** The part without anything of the reader's own. */
const worksheetOf = (a: CommonAssignment) => ({
  _id: a.id,
  assignment_name: a.name,
  assignment_description: a.description,
  assignment_due: a.terms.due?.toISOString() ?? null,
  assignment_closes: a.terms.closes?.toISOString() ?? null,
  assignment_attempt: a.terms.attempts,
  assignment_score: a.score,
  assignment_score_essay: a.score_essay,
  assignment_score_questionset: a.score_questionset,
  assignment_score_file: a.score_file,
  assignment_text: a.has_text,
  ...(a.terms.minutes !== null && { assignment_time_limit: a.terms.minutes }),
  ...(a.late_rule.kind !== 'none' && { late_rule: a.late_rule }),
  ...(a.counts !== 'latest' && { assignment_counts: a.counts }),
  assignment_file: a.slots.map(shownSlot),
})

export const shownSlot = ({ id, name, kinds, max_bytes, max_files }: SlotRow) => ({
  _id: id,
  slotname: name,
  ...(kinds.length > 0 && { kinds }),
  ...(max_bytes !== null && { max_bytes }),
  ...(max_files > 1 && { max_files }),
})

/** How to show a question: without the answer, with it, or to staff. */
type Solved = 'no' | 'yes' | 'staff'

/** A question as this reader sees it. */
export function shownQuestion(question: QuestionRow, solved: Solved) {
  const { id, kind, options, targets, unit, credit, key, explanation, set_id, tags } = question
  const shownOptions = options?.map(({ id, text, correct }) => ({
    _id: id,
    text,
    ...(solved !== 'no' && correct !== undefined && { correct }),
  }))
  return {
    _id: id,
    question: question.question,
    type: kind === 'one' ? ('options' as const) : ('text' as const),
    score: question.score,
    ...(kind === 'one' && { options: shownOptions }),
    kind,
    ...(kind !== 'one' && options && { choices: shownOptions }),
    ...(targets && { targets: targets.map(({ id, text }) => ({ _id: id, text })) }),
    ...(unit !== '' && { unit }),
    ...(isByIds(kind) && { credit }),
    ...(solved !== 'no' && Object.keys(key).length > 0 && { key }),
    ...(solved !== 'no' && explanation !== '' && { explanation }),
    ...(solved === 'staff' && set_id !== null && { set_id }),
    ...(solved === 'staff' && tags.length > 0 && { tags }),
  }
}

/** The whole sheet, for staff. */
const forStaff = (a: CommonAssignment) => ({
  revision: a.revision,
  publish_at: a.publish_at?.toISOString() ?? null,
  grouping_id: a.grouping_id,
  closes_at: a.closes_at?.toISOString() ?? null,
  assignment_questionset: a.questions.map((question) => shownQuestion(question, 'staff')),
  ...(a.sets.length > 0 && {
    assignment_sets: a.sets.map(({ id, name, draw, score }) => ({ _id: id, name, draw, score })),
  }),
  ...((a.shuffle_questions || a.shuffle_options) && {
    assignment_shuffle: { questions: a.shuffle_questions, options: a.shuffle_options },
  }),
})

/** The owner's part of the sheet; with a time limit nothing, before their first attempt begins. */
function forOwner(a: CommonAssignment, own: OwnRow, solved: boolean) {
  const isSecret = a.time_limit !== null && own.begun === null && own.used === 0
  const asked = isSecret ? [] : questionsFor(a, a, own.drafter_id)
  return { assignment_questionset: asked.map((question) => shownQuestion(question, solved ? 'yes' : 'no')) }
}

/** @param then the terms on which the submission counts, if a group handed it in */
export function shownAssignment(a: CommonAssignment, own: OwnRow, reader: Reader, then = a.terms) {
  const { role, archived, now } = reader
  const my = own.submission && shownSubmission(own.submission, { ...a, terms: then }, own.drafter_id, reader)
  const begun = own.begun === null ? null : new Date(own.begun)
  // An archived course takes nothing, as after the last day.
  const reason = archived && handsIn(role) ? 'assignment_closed' : whyNotSubmit(a.terms, { ...own, role, begun }, now)
  const shown = {
    ...worksheetOf(a),
    ...(handsIn(role) ? forOwner(a, own, my?.feedback?.show === true) : forStaff(a)),
    assignment_group: own.group,
    attempts_used: own.used,
    late: my ? my.late : handsIn(role) && isLate(a.terms, now),
    ...(begun && { timing: { started_at: begun, ends_at: endOf(a.terms, begun) } }),
    ...(my && { my }),
    ...(handsIn(role) && {
      ...extendedIn(a.terms, own.owner_id !== null && a.grouping_id !== null),
      ...penaltyOf(my ? then : a.terms, my && new Date(my.datetime), now),
      // The attempt that is handed in may be another one.
      ...((reason === null || reason === 'not_begun') && penaltyNow(a.terms, now)),
      ...(a.terms.lateDaysLeft !== null && { late_days_left: a.terms.lateDaysLeft }),
    }),
    ...(own.invitation && { invitation: own.invitation }),
    can: { submit: reason === null, reason },
  }
  return withPictures(shown, a.pictures, (picture) => signedAddress(reader.fileKey, picture, now))
}

/** A submission whose chosen options are placed among the present options, in the order of `readerId`. */
export function shownSubmission(
  s: SubmissionRow,
  a: CommonAssignment,
  readerId: string,
  { fileKey, now }: Pick<Reader, 'fileKey' | 'now'>,
) {
  const files = Object.entries(s.files)
  const addresses = files.map(([slot, file]) => [slot, signedAddress(fileKey, file, now)])
  // With drawn questions, the person who handed in may have had other questions than the reader.
  const then = 'sheet' in s && (s.sheet ?? (a.sets.length > 0 ? a : null))
  const asked = then && questionsFor({ ...then, questions: withScores(then) }, a, s.owner_id)
  const sheet = then && asked && { questions: asked, slots: then.slots }
  return {
    _id: s.id,
    attempt: s.attempt,
    datetime: s.submitted_at,
    late: isLate(a.terms, new Date(s.submitted_at)),
    submitted_by: s.submitted_by ?? '',
    digest: s.digest,
    response: {
      ...readableIn(s.response, questionsFor(a, a, readerId), asked || undefined),
      ...Object.fromEntries(addresses),
    },
    chosen: chosenIn(s.response, asked || a.questions),
    ...(sheet && {
      sheet: withPictures(
        {
          assignment_file: sheet.slots.map(shownSlot),
          assignment_questionset: sheet.questions.map((question) => shownQuestion(question, 'no')),
        },
        a.pictures,
        (picture) => signedAddress(fileKey, picture, now),
      ),
    }),
    filenames: Object.fromEntries(files.map(([slot, file]) => [slot, file.filename])),
    feedback: s.feedback ?? noFeedback,
  }
}

const named = (questions: QuestionRow[]) => new Map(questions.map((question) => [`item-${question.id}`, question]))

/**
 * The answers as any client reads them: a chosen option by its present position, if it is still there, other choices by
 * their words, and no answers to removed questions, unless the sheet of `then` has them.
 */
function readableIn(
  response: SubmissionRow['response'],
  now: QuestionRow[],
  then: QuestionRow[] = [],
): Record<string, string> {
  const [present, past] = [named(now), named(then)]
  const shown = Object.entries(response).flatMap(([name, answer]): [string, string][] => {
    if (!name.startsWith('item-')) return [[name, answer]]
    const question = present.get(name)
    if (question?.kind === 'one') {
      const position = question.options?.findIndex(({ id }) => id === answer) ?? -1
      if (position >= 0) return [[name, String(position)]]
    }
    const asked = question && question.kind !== 'one' ? question : past.get(name)
    if (!asked || asked.kind === 'one') return []
    const words = wordsOf(asked, answer)
    return words === '' ? [] : [[name, words]]
  })
  return Object.fromEntries(shown)
}

/**
 * The ids of the chosen options, by question. Of several choices only those that these questions still have, so that
 * the answer can be handed in again; if none is left, all, which says that the choices are gone.
 */
function chosenIn(response: SubmissionRow['response'], questions: QuestionRow[]): Record<string, string> {
  const chosen = questions.flatMap((question): [string, string][] => {
    const { id, kind } = question
    const answer = response[`item-${id}`]
    const isChosen =
      kind === 'one' ||
      (kind === 'matching' ? pairsIn(answer ?? '') : isByIds(kind) && idsIn(answer ?? '')) instanceof Object
    return answer !== undefined && isChosen ? [[`item-${id}`, withPresentIds(question, answer) || answer]] : []
  })
  return Object.fromEntries(chosen)
}

/** The text of a receipt. */
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
