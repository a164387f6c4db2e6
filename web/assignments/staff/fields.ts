import type { Assignment } from '../../../contract/assignments.ts'
import { type Choice, kindOf, type Question, type QuestionKind } from '../../../contract/questions.ts'
import type { EditedAssignment } from '../../../contract/staff/assignments.ts'
import type { Start } from '../../forms/useForm.ts'
import type { Authoring } from '../../i18n/en/authoring.ts'

/*
 * The form of a sheet. Each question is a field of its own, so that two people who edit at once meet only in the same
 * question.
 */

interface ChoiceFields {
  _id: string
  text: string
  correct: boolean
  /** For a matching question: the target of this choice. */
  match: string
}

export interface QuestionFields {
  kind: QuestionKind
  question: string
  score: number | null
  explanation: string
  credit: 'all' | 'parts'
  choices: ChoiceFields[]
  /** For a matching question: further targets, one on each line. */
  decoys: string
  /** For a matching question: the existing targets, and the target of each choice, by id, because answers name them. */
  targets?: Choice[]
  pairs?: Record<string, string>
  unit: string
  value: string
  tolerance: string
  /** One on each line. */
  accepted: string
  match_case: boolean
  tags: string
  /** The id of its set; '': everyone gets it. */
  set: string
}

export interface SlotFields {
  _id: string
  slotname: string
  /** Separated by commas. */
  kinds: string
  /** In megabytes. */
  megabytes: number | null
  max_files: number | null
}

export interface SetFields {
  _id: string
  name: string
  draw: number | null
  score: number | null
}

interface SheetFields {
  assignment_name: string
  assignment_description: string
  assignment_due: string | null
  assignment_closes: string | null
  assignment_attempt: number | null
  assignment_counts: 'latest' | 'best' | 'first'
  /** The id of the grouping; '': each person hands in their own. */
  assignment_group: string
  assignment_time_limit: number | null
  shuffle_questions: boolean
  shuffle_options: boolean
  assignment_text: boolean
  assignment_score_essay: number | null
  assignment_score_file: number | null
  /** Null: the sum of the parts. */
  assignment_score: number | null
  sets: SetFields[]
  slots: SlotFields[]
  /** The ids of the questions, one on each line: additions of two people merge as lines of a text do. */
  order: string
}

type QuestionName = `q-${string}`
export type Fields = SheetFields & { [name: QuestionName]: QuestionFields | undefined }

export const nameOf = (id: string): QuestionName => `q-${id}`
export const texts = ['assignment_description', 'order'] as const

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** A new id of a choice, for answers to name: of letters, and random, so that the order of ids reveals nothing. */
export const newChoiceId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => LETTERS[byte % LETTERS.length]).join('')

export const newChoice = (text = '', correct = false): ChoiceFields => ({
  ...{ _id: newChoiceId(), text, correct, match: '' },
})

/** The kinds of questions with choices. */
export const hasChoices = (kind: QuestionKind) =>
  kind === 'one' || kind === 'several' || kind === 'matching' || kind === 'ordering'

export const newQuestion = (kind: QuestionKind, score: number | null = 1): QuestionFields => ({
  ...{ kind, question: '', score, explanation: '', credit: 'all', decoys: '', unit: '', value: '', tolerance: '0' },
  choices: hasChoices(kind) ? [newChoice('', kind === 'one'), newChoice()] : [],
  ...{ accepted: '', match_case: false, tags: '', set: '' },
})

/** The same question with new ids. */
export const copyOf = (question: QuestionFields): QuestionFields => ({
  ...question,
  targets: [],
  choices: question.choices.map((choice) => ({ ...choice, _id: newChoiceId() })),
})

export const idsIn = ({ order }: Pick<Fields, 'order'>): string[] => [...new Set(order.split('\n').filter(Boolean))]

/** The existing questions in their order. */
export const questionsIn = (values: Fields): { id: string; question: QuestionFields }[] => {
  const listed = idsIn(values)
  const others = Object.keys(values)
    .filter((name) => name.startsWith('q-'))
    .map((name) => name.slice(2))
    .filter((id) => !listed.includes(id))
  return [...listed, ...others].flatMap((id) => {
    const question = values[nameOf(id)]
    return question ? [{ id, question }] : []
  })
}

export const orderOf = (ids: string[]) => ids.map((id) => `${id}\n`).join('')

export const emptySheet = (): Start<Fields> => ({
  values: {
    ...{ assignment_name: '', assignment_description: '', assignment_due: null, assignment_closes: null },
    ...{ assignment_attempt: 1, assignment_counts: 'latest', assignment_group: '', assignment_time_limit: null },
    ...{ shuffle_questions: false, shuffle_options: false, assignment_text: false, assignment_score_essay: 10 },
    ...{ assignment_score_file: 10, assignment_score: null, sets: [], slots: [], order: '' },
  },
})

export function fieldsOf(question: Question): QuestionFields {
  const { key = {}, targets = [] } = question
  const textOf = (id: string | undefined) => targets.find(({ _id }) => _id === id)?.text ?? ''
  const listed = question.options ?? question.choices ?? []
  const ordered = key.order ? key.order.flatMap((id) => listed.find(({ _id }) => _id === id) ?? []) : listed
  const matched = new Set(Object.values(key.pairs ?? {}))
  return {
    ...{ kind: kindOf(question), question: question.question, score: question.score },
    ...{ explanation: question.explanation ?? '', credit: question.credit ?? 'all', unit: question.unit ?? '' },
    choices: ordered.map(({ _id, text, correct = false }) => ({
      ...{ _id, text, correct, match: textOf(key.pairs?.[_id]) },
    })),
    ...(targets.length > 0 && { targets, pairs: key.pairs ?? {} }),
    decoys: targets
      .filter(({ _id }) => !matched.has(_id))
      .map(({ text }) => text)
      .join('\n'),
    ...{ value: key.value ?? '', tolerance: key.tolerance ?? '0', accepted: (key.accepted ?? []).join('\n') },
    ...{ match_case: key.match_case ?? false, tags: (question.tags ?? []).join(', '), set: question.set_id ?? '' },
  }
}

const MEGABYTE = 1_000_000

export function startOf(a: Assignment): Start<Fields> {
  const { assignment_score: score, assignment_score_essay: text, assignment_score_file: files } = a
  const isSum = Math.round(score * 100) === Math.round((text + files + a.assignment_score_questionset) * 100)
  return {
    revision: a.revision,
    values: {
      ...{ assignment_name: a.assignment_name, assignment_description: a.assignment_description },
      // Not `assignment_closes`: the end of the late rule would be saved as a closing date, and stay when the rule goes.
      ...{ assignment_due: a.assignment_due, assignment_closes: a.closes_at ?? null },
      ...{ assignment_attempt: a.assignment_attempt, assignment_counts: a.assignment_counts ?? 'latest' },
      ...{ assignment_group: a.grouping_id ?? '', assignment_time_limit: a.assignment_time_limit ?? null },
      shuffle_questions: a.assignment_shuffle?.questions ?? false,
      shuffle_options: a.assignment_shuffle?.options ?? false,
      ...{ assignment_text: a.assignment_text, assignment_score_essay: text, assignment_score_file: files },
      assignment_score: isSum ? null : score,
      sets: a.assignment_sets ?? [],
      slots: a.assignment_file.map(({ _id, slotname, kinds = [], max_bytes, max_files = 1 }) => ({
        ...{ _id, slotname, kinds: kinds.join(', '), megabytes: max_bytes ? max_bytes / MEGABYTE : null, max_files },
      })),
      order: orderOf(a.assignment_questionset.map(({ _id }) => _id)),
      ...Object.fromEntries(a.assignment_questionset.map((question) => [nameOf(question._id), fieldsOf(question)])),
    },
  }
}

const linesOf = (text: string, separator = '\n') => [
  ...new Set(
    text
      .split(separator)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

type Sent = NonNullable<EditedAssignment['assignment_questionset']>[number]

/** A target with unchanged words keeps its id; one with new words takes the id of its choice's earlier target. */
function withTheirIds(texts: string[], { choices, targets = [], pairs = {} }: QuestionFields) {
  const known = new Map(targets.map(({ _id, text }) => [text.trim(), _id]))
  const used = new Set(texts.flatMap((text) => known.get(text) ?? []))
  return texts.map((text) => {
    const own = choices.find(({ match }) => match.trim() === text)?._id
    const before = own === undefined ? undefined : pairs[own]
    const id = known.get(text) ?? (before !== undefined && !used.has(before) ? before : undefined)
    if (id !== undefined) used.add(id)
    return { ...(id !== undefined && { _id: id }), text }
  })
}

function questionOf(id: string, fields: QuestionFields, sets: SetFields[]): Sent {
  const { kind, question, explanation, credit, unit, tolerance, match_case } = fields
  const choices = fields.choices.filter(({ text }) => text.trim() !== '')
  const targets = kind === 'matching' ? linesOf([...choices.map(({ match }) => match), fields.decoys].join('\n')) : []
  const place = sets.findIndex(({ _id }) => _id === fields.set)
  return {
    ...{ _id: id, kind, question, score: fields.score ?? 0, explanation, credit, unit, match_case },
    tags: linesOf(fields.tags, ','),
    tolerance: tolerance.trim() || '0',
    ...(place >= 0 && { set: place }),
    ...(hasChoices(kind) && {
      choices: choices.map(({ _id, text, correct, match }) => ({
        ...{ _id, text },
        ...((kind === 'one' || kind === 'several') && { correct }),
        ...(kind === 'matching' && { target: targets.indexOf(match.trim()) }),
      })),
    }),
    ...(kind === 'matching' && { targets: withTheirIds(targets, fields) }),
    ...(kind === 'number' && { value: fields.value }),
    ...(kind === 'short' && { accepted: linesOf(fields.accepted) }),
  }
}

/** The whole sheet as the body of one call. */
export function bodyOf(values: Fields) {
  const { assignment_attempt, assignment_group, sets, slots, shuffle_questions, shuffle_options } = values
  return {
    ...{ assignment_name: values.assignment_name, assignment_description: values.assignment_description },
    ...{ assignment_due: values.assignment_due, assignment_closes: values.assignment_closes },
    ...{ assignment_attempt: assignment_attempt ?? 0, assignment_counts: values.assignment_counts },
    ...{ assignment_group: assignment_group || null, assignment_time_limit: values.assignment_time_limit },
    assignment_shuffle: { questions: shuffle_questions, options: shuffle_options },
    assignment_text: values.assignment_text,
    assignment_score_essay: values.assignment_score_essay ?? 0,
    assignment_score_file: values.assignment_score_file ?? 0,
    assignment_score: values.assignment_score,
    assignment_sets: sets.map(({ _id, name, draw, score }) => ({ _id, name, draw: draw ?? 1, score: score ?? 0 })),
    assignment_file: slots.map(({ _id, slotname, kinds, megabytes, max_files }) => ({
      ...{ _id, slotname, kinds: linesOf(kinds.toLowerCase().replaceAll('.', ''), ','), max_files: max_files ?? 1 },
      max_bytes: megabytes === null ? null : Math.round(megabytes * MEGABYTE),
    })),
    assignment_questionset: questionsIn(values).map(({ id, question }) => questionOf(id, question, sets)),
  }
}

/** The sum of all parts, in points. */
export function sumOf(values: Fields): number {
  const questions = questionsIn(values).map(({ question }) => question)
  const drawn = values.sets.flatMap(({ _id, draw, score }) => {
    const asked = Math.min(draw ?? 1, questions.filter(({ set }) => set === _id).length)
    return Array.from({ length: asked }, () => score ?? 0)
  })
  const isDrawn = ({ set }: QuestionFields) => values.sets.some(({ _id }) => _id === set)
  const points = [
    values.assignment_text ? (values.assignment_score_essay ?? 0) : 0,
    values.slots.length > 0 ? (values.assignment_score_file ?? 0) : 0,
    ...questions.filter((question) => !isDrawn(question)).map(({ score }) => score ?? 0),
    ...drawn,
  ]
  return points.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100
}

/** The errors that the server would find, field by field. */
export function wrongIn(values: Fields, t: Authoring['sheet']): Partial<Record<string, string>> {
  const wrong: Partial<Record<string, string>> = {}
  if (values.assignment_name.trim() === '') wrong.assignment_name = t.needName
  const { assignment_due: due, assignment_closes: closes } = values
  if (due && closes && Date.parse(closes) < Date.parse(due)) wrong.assignment_closes = t.closesBefore
  if (values.slots.some(({ slotname }) => slotname.trim() === '')) wrong.slots = t.needSlotName
  if (values.sets.some(({ name }) => name.trim() === '')) wrong.sets = t.needSetName
  for (const { id, question } of questionsIn(values)) {
    const why = wrongIn1(question, t)
    if (why) wrong[nameOf(id)] = why
  }
  return wrong
}

function wrongIn1({ kind, question, choices, value, accepted }: QuestionFields, t: Authoring['sheet']) {
  if (question.trim() === '') return t.needQuestion
  const filled = choices.filter(({ text }) => text.trim() !== '')
  if (hasChoices(kind) && filled.length < 2) return t.needChoices
  if (kind === 'matching' && filled.some(({ match }) => match.trim() === '')) return t.needMatches
  if (kind === 'number' && !/^\s*[-+]?[\d๐-๙]/.test(value)) return t.needNumber
  if (kind === 'short' && accepted.trim() === '') return t.needAccepted
  return undefined
}
