import * as z from 'zod/mini'
import { Id } from './endpoint.ts'

/* The questions of an assignment, and the text form of an answer to each kind. See docs/decisions/034-questions.md. */

export const questionKinds = ['one', 'several', 'number', 'short', 'matching', 'ordering', 'open'] as const
export const QuestionKind = z.enum(questionKinds)
export type QuestionKind = z.output<typeof QuestionKind>

const Choice = z.object({ _id: Id, text: z.string(), correct: z.optional(z.boolean()) })
export type Choice = z.output<typeof Choice>

/** The right answer, by kind; for `one` and `several` it is in the options. */
export const QuestionKey = z.object({
  /** For a number, both decimal. */
  value: z.optional(z.string()),
  tolerance: z.optional(z.string()),
  /** For a short text. */
  accepted: z.optional(z.array(z.string())),
  /** Whether the case of letters matters in a short text. */
  match_case: z.optional(z.boolean()),
  /** For matching: the target of each choice. */
  pairs: z.optional(z.record(z.string(), Id)),
  /** For an ordering: its choices. */
  order: z.optional(z.array(Id)),
})
export type QuestionKey = z.output<typeof QuestionKey>

export const Question = z.object({
  _id: Id,
  /** Markdown */
  question: z.string(),
  /** `options` for kind `one`; clients that know no kinds read all others as open texts. */
  type: z.enum(['options', 'text']),
  score: z.number(),
  /** Only with type `options`, each with a permanent id. `correct` is sent once feedback is released, or to staff. */
  options: z.optional(z.array(Choice)),
  kind: z.optional(QuestionKind),
  /** For several, matching (the left side) and ordering, each with a permanent id. */
  choices: z.optional(z.array(Choice)),
  /** For matching: the right side. */
  targets: z.optional(z.array(Choice)),
  /** For a number; '' is none. */
  unit: z.optional(z.string()),
  /** For several, matching and ordering: whether a partly right answer gets a part of the points. */
  credit: z.optional(z.enum(['all', 'parts'])),
  /** Sent when `correct` is. */
  key: z.optional(QuestionKey),
  /** Markdown; sent when `correct` is, and only if there is one. */
  explanation: z.optional(z.string()),
  /** For staff: its set. */
  set_id: z.optional(Id),
  /** For staff, and only if there are any. */
  tags: z.optional(z.array(z.string())),
})
export type Question = z.output<typeof Question>

/** A set: some of its questions are drawn for each student; each counts `score`. */
export const QuestionSet = z.object({ _id: Id, name: z.string(), draw: z.number(), score: z.number() })
export type QuestionSet = z.output<typeof QuestionSet>

export const kindOf = ({ kind, options }: Pick<Question, 'kind' | 'options'>): QuestionKind =>
  kind ?? (options ? 'one' : 'open')

/**
 * Whether the answer is a text, in which two people may type at once. Any other answer is a choice, and the later one
 * wins.
 */
export const isTyped = (kind: QuestionKind): boolean => kind === 'number' || kind === 'short' || kind === 'open'

/** Whether the answer names ids; they are in brackets, so that no words are confused with them. */
export const isByIds = (kind: QuestionKind): boolean => kind === 'several' || kind === 'matching' || kind === 'ordering'

const IDS = /^\[[a-z]{1,12}(?:,[a-z]{1,12})*\]$/
const PAIRS = /^\[[a-z]{1,12}=[a-z]{1,12}(?:,[a-z]{1,12}=[a-z]{1,12})*\]$/

/** The answer to an ordering: `[c,a]`; '' for none. */
export const answerOfOrder = (ids: string[]): string => (ids.length === 0 ? '' : `[${ids.join()}]`)

/** The answer to several: `[a,c]`, the same in any order of choosing; '' for none. */
export const answerOfChoices = (ids: string[]): string => answerOfOrder(ids.toSorted())

/** The ids in an answer to several or ordering; undefined: it is in words. */
export const idsIn = (answer: string): string[] | undefined =>
  answer === '' ? [] : IDS.test(answer) ? [...new Set(answer.slice(1, -1).split(','))] : undefined

/** The answer to matching: `[a=x,b=y]`, the same in any order of matching; '' for none. */
export const answerOfPairs = (pairs: Iterable<[choice: string, target: string]>): string =>
  answerOfChoices([...pairs].map(([choice, target]) => `${choice}=${target}`))

/** By choice, the target in an answer to matching; undefined: it is in words. */
export const pairsIn = (answer: string): Map<string, string> | undefined =>
  answer === ''
    ? new Map()
    : PAIRS.test(answer)
      ? new Map(
          answer
            .slice(1, -1)
            .split(',')
            .map((pair) => pair.split('=') as [string, string]),
        )
      : undefined

/**
 * The words of an answer by ids, a line for each existing choice: `red`, or for matching `Laos = Vientiane`. Undefined:
 * it is in words already.
 */
export function linesOf(
  { kind, choices = [], targets = [] }: Pick<Question, 'kind' | 'choices' | 'targets'>,
  answer: string,
): string[] | undefined {
  const textOf = (list: Choice[], id: string) => list.find(({ _id }) => _id === id)?.text
  if (kind === 'matching') {
    const pairs = pairsIn(answer)
    return (
      pairs &&
      [...pairs].flatMap(([choice, target]) => {
        const [left, right] = [textOf(choices, choice), textOf(targets, target)]
        return left === undefined || right === undefined ? [] : [`${left} = ${right}`]
      })
    )
  }
  return kind && isByIds(kind) ? idsIn(answer)?.flatMap((id) => textOf(choices, id) ?? []) : undefined
}

/**
 * A typed number as a decimal: without thousands separators, and with Latin digits for those of any script that Thai
 * people type. Undefined: it is no number.
 */
export function decimalIn(typed: string): string | undefined {
  const plain = typed
    .trim()
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/^[−–]/, '-')
  const digits = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return /^[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,2})?$/i.test(digits) ? digits.toLowerCase() : undefined
}
