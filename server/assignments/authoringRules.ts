import type { EditedAssignment } from '../../contract/staff/assignments.ts'
import type { EditedQuestion, EditedSet, EditedSlot } from '../../contract/staff/questions.ts'
import { Refusal } from '../errors.ts'
import { publishAt } from '../publishing/rules.ts'
import { withBareAddresses } from '../uploads/pictures.ts'
import type { AssignmentRow } from './queries.ts'

/* The assignment after an edit. Pure. */

export type Before = Pick<
  AssignmentRow,
  | 'name'
  | 'description'
  | 'due_at'
  | 'closes_at'
  | 'attempts_allowed'
  | 'counts'
  | 'grouping_id'
  | 'time_limit'
  | 'shuffle_questions'
  | 'shuffle_options'
  | 'has_text'
  | 'score'
  | 'score_essay'
  | 'score_questionset'
  | 'score_file'
  | 'publish_at'
> & { sets: Pick<AssignmentRow['sets'][number], 'id' | 'name' | 'draw' | 'score'>[]; slots: unknown[] }

export const nothing: Before = {
  ...{ name: '', description: '', due_at: null, closes_at: null, attempts_allowed: 1, counts: 'latest' },
  ...{ grouping_id: null, time_limit: null, shuffle_questions: false, shuffle_options: false, has_text: false },
  ...{ score: 0, score_essay: 0, score_questionset: 0, score_file: 0, publish_at: null, sets: [], slots: [] },
}

/** The new sheet; an absent part stays. */
export interface Sheet {
  questions?: EditedQuestion[]
  sets: EditedSet[]
  slots?: EditedSlot[]
}

/** A question names its set by the set's place: in the new list, or without a new list in the stored one. */
export function sheetOf(body: EditedAssignment, { sets }: Pick<Before, 'sets'>): Sheet {
  if (body.assignment_sets && !body.assignment_questionset)
    throw invalid('assignment_questionset', 'is needed with the sets')
  return {
    ...(body.assignment_questionset && { questions: body.assignment_questionset }),
    sets: body.assignment_sets ?? sets.map(({ id, ...set }) => ({ _id: id, ...set })),
    ...(body.assignment_file && { slots: body.assignment_file }),
  }
}

/** The columns of the assignment's row. Throws invalid. */
export function columnsOf(body: EditedAssignment, before: Before, now: Date) {
  const { questions, sets, slots } = sheetOf(body, before)
  const has_text = body.assignment_text ?? before.has_text
  const score_essay = has_text ? (body.assignment_score_essay ?? before.score_essay) : 0
  const score_file = (slots ?? before.slots).length > 0 ? (body.assignment_score_file ?? before.score_file) : 0
  const score_questionset = questions ? scoreOf(questions, sets) : before.score_questionset
  const total = sumOf({ score_essay, score_file, score_questionset })
  const wasTotal = before.score === sumOf(before)
  const due_at = time(body.assignment_due, before.due_at)
  const closes_at = time(body.assignment_closes, before.closes_at)
  if (due_at && closes_at && closes_at < due_at) throw invalid('assignment_closes', 'is before it is due')
  return {
    name: body.assignment_name ?? before.name,
    description: withBareAddresses(body.assignment_description ?? before.description),
    ...{ due_at, closes_at, has_text, score_essay, score_file, score_questionset },
    score: body.assignment_score ?? (body.assignment_score === null || wasTotal ? total : before.score),
    attempts_allowed: body.assignment_attempt ?? before.attempts_allowed,
    counts: body.assignment_counts ?? before.counts,
    grouping_id: body.assignment_group === undefined ? before.grouping_id : body.assignment_group,
    time_limit: body.assignment_time_limit === undefined ? before.time_limit : body.assignment_time_limit,
    shuffle_questions: body.assignment_shuffle?.questions ?? before.shuffle_questions,
    shuffle_options: body.assignment_shuffle?.options ?? before.shuffle_options,
    publish_at: publishAt(body.publish_at, before, now),
  }
}

const time = (asked: string | null | undefined, before: Date | null) =>
  asked === undefined ? before : asked && new Date(asked)

/** Points have two decimals, so they are added in hundredths. */
const sum = (points: number[]) => points.reduce((total, score) => total + Math.round(score * 100), 0) / 100

const sumOf = ({
  score_essay,
  score_file,
  score_questionset,
}: Pick<Before, 'score_essay' | 'score_file' | 'score_questionset'>) =>
  sum([score_essay, score_file, score_questionset])

/** The points of all questions that one owner gets. */
function scoreOf(questions: EditedQuestion[], sets: EditedSet[]): number {
  const drawn = sets.map(({ draw, score }, place) => {
    const asked = Math.min(draw, questions.filter(({ set }) => set === place).length)
    return sum(Array.from({ length: asked }, () => score))
  })
  return sum([...questions.filter(({ set }) => set === undefined).map(({ score }) => score), ...drawn])
}

export const invalid = (field: string, message: string) => new Refusal('invalid', { fields: { [field]: message } })
