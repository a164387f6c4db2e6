import * as z from 'zod/mini'
import { AskedId } from '../endpoint.ts'
import { decimalIn, QuestionKind as Kind, type QuestionKind } from '../questions.ts'

/* The editable parts of a sheet: its questions, its sets and its slots. */

/** The limits of one sheet; a form has a field for each. */
export const questionsMost = 300
export const setsMost = 30
export const slotsMost = 20
export const choicesMost = 50
export const acceptedMost = 50
export const tagsMost = 20
export const tagMost = 50
/** In UTF-16 code units. */
export const questionMost = 20_000
export const explanationMost = 20_000
export const choiceMost = 1_000
/** In minutes: a week. */
export const timeLimitMost = 10_080
export const scoreMost = 999_999

const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
/** Points have at most two decimals. */
export const Score = z.number().check(
  z.minimum(0),
  z.maximum(scoreMost),
  z.refine((n) => Number(n.toFixed(2)) === n, 'has more than two decimals'),
)
const Decimal = z.string().check(
  z.trim(),
  z.maxLength(40),
  z.refine((text) => decimalIn(text) !== undefined, 'is not a number'),
)
const few = <T extends z.ZodMiniType>(item: T, most: number) => z.array(item).check(z.maxLength(most))

/** Answers name a choice by its id; one with no id, or an unknown one, is new. */
const choice = { _id: z.optional(z.string().check(z.regex(/^[a-z]{1,12}$/))), text: line(choiceMost) }

/** Whether all `_id`s differ. */
export function isEachOnce(things: { _id?: string | undefined }[]): boolean {
  const named = things.flatMap(({ _id }) => _id ?? [])
  return new Set(named).size === named.length
}

const needed: Record<QuestionKind, ('choices' | 'targets' | 'value' | 'accepted')[]> = {
  one: ['choices'],
  several: ['choices'],
  number: ['value'],
  short: ['accepted'],
  matching: ['choices', 'targets'],
  ordering: ['choices'],
  open: [],
}

const option = { ...choice, correct: z.optional(z.boolean()) }

/** The server drops the fields that a kind does not use. */
const GivenQuestion = z.object({
  /** The id of an existing question, or of a new one. */
  _id: z.optional(AskedId),
  /** Absent: `one` for type `options`, `open` for type `text`. */
  kind: z.optional(Kind),
  type: z.optional(z.enum(['options', 'text'])),
  /** Markdown */
  question: line(questionMost),
  score: z._default(Score, 1),
  /** Markdown */
  explanation: z._default(z.string().check(z.maxLength(explanationMost)), ''),
  credit: z._default(z.enum(['all', 'parts']), 'all'),
  /** The place of its set among `sets`; absent: everyone gets it. */
  set: z.optional(z.int().check(z.nonnegative())),
  /** For an ordering: in the right order. `correct` is for one and several; `target`, an index, for matching. */
  choices: z.optional(few(z.object({ ...option, target: z.optional(z.int().check(z.nonnegative())) }), choicesMost)),
  /** The choices of kind `one`, as answers name them. */
  options: z.optional(few(z.object(option), choicesMost)),
  /** For matching; more targets than choices make it harder. */
  targets: z.optional(few(z.object(choice), choicesMost)),
  unit: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  value: z.optional(Decimal),
  tolerance: z._default(Decimal, '0'),
  accepted: z.optional(few(line(choiceMost), acceptedMost)),
  match_case: z._default(z.boolean(), false),
  /** Tags, by which staff search the bank. */
  tags: z._default(few(line(tagMost), tagsMost), []),
})

const kindByType = { options: 'one', text: 'open' } as const

/** The question in the words of its kind; undefined without a kind. */
function withKind({ type, options, choices = options, ...question }: z.output<typeof GivenQuestion>) {
  const kind: QuestionKind | undefined = question.kind ?? (type && kindByType[type])
  return kind && { ...question, kind, ...(choices && { choices }) }
}

export const EditedQuestion = z.pipe(
  GivenQuestion.check((context) => {
    const refuse = (field: string, message: string) => {
      context.issues.push({ code: 'custom', path: [field], message, input: context.value })
    }
    const question = withKind(context.value)
    if (!question) return refuse('kind', 'is missing')
    for (const field of needed[question.kind])
      if (question[field] === undefined) refuse(field, 'is needed for this kind')
    for (const field of ['choices', 'targets'] as const)
      if (!isEachOnce(question[field] ?? [])) refuse(field, 'names one twice')
  }),
  z.transform((given) => withKind(given) as Exclude<ReturnType<typeof withKind>, undefined>),
)
export type EditedQuestion = z.output<typeof EditedQuestion>

export const EditedSet = z.object({
  /** The id of an existing set, or of a new one. */
  _id: z.optional(AskedId),
  name: line(200),
  /** How many of its questions each student gets. */
  draw: z.int().check(z.minimum(1), z.maximum(questionsMost)),
  /** The points of each question. */
  score: Score,
})
export type EditedSet = z.output<typeof EditedSet>

export const EditedSlot = z.object({
  /** The id of an existing slot, or of a new one. */
  _id: z.optional(AskedId),
  slotname: line(200),
  /** The allowed file endings, such as `pdf`; empty: any. */
  kinds: z._default(few(z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9]{1,10}$/)), 20), []),
  /** In bytes; null: the limit of uploads. */
  max_bytes: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(20_000_000))), null),
  max_files: z._default(z.int().check(z.minimum(1), z.maximum(20)), 1),
})
export type EditedSlot = z.output<typeof EditedSlot>

/** The whole sheet and its own terms, for one write. */
export const EditedSheet = z.object({
  questions: z._default(few(EditedQuestion, questionsMost), []),
  sets: z._default(few(EditedSet, setsMost), []),
  slots: z._default(few(EditedSlot, slotsMost), []),
})
