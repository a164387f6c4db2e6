import {
  answerOfChoices,
  answerOfOrder,
  answerOfPairs,
  idsIn,
  linesOf,
  pairsIn,
  type QuestionKey,
  type QuestionKind,
} from '../../contract/questions.ts'

/*
 * The sheet of an assignment, and the part of it that each owner gets. The owner's id alone decides which questions are
 * drawn and how options are shuffled: the same on every device, in every attempt and on every server, with nothing
 * stored.
 */

interface Option {
  id: string
  text: string
}

export interface QuestionRow {
  id: string
  position: number
  question: string
  kind: QuestionKind
  score: number
  options: (Option & { correct?: boolean })[] | null
  targets: Option[] | null
  unit: string
  key: QuestionKey
  explanation: string
  credit: 'all' | 'parts'
  set_id: string | null
  tags: string[]
}

export interface SetRow {
  id: string
  position: number
  name: string
  draw: number
  score: number
}

export interface SlotRow {
  id: string
  position: number
  name: string
  kinds: string[]
  max_bytes: number | null
  max_files: number
}

/** The sheet of an assignment, the same for everyone. */
export interface SheetRow {
  questions: QuestionRow[]
  sets: SetRow[]
  slots: SlotRow[]
}

/** Which parts of the sheet are shuffled for each owner. */
export interface Shuffle {
  shuffle_questions: boolean
  shuffle_options: boolean
}

/** The questions of an owner, in the order of the sheet. */
export function drawnFor({ questions, sets }: Pick<SheetRow, 'questions' | 'sets'>, ownerId: string): QuestionRow[] {
  const drawn = new Set(
    sets.flatMap(({ id, draw }) => {
      const all = questions.filter(({ set_id }) => set_id === id)
      return inOrderOf(all, ownerId)
        .slice(0, draw)
        .map((question) => question.id)
    }),
  )
  return questions.filter(({ id, set_id }) => set_id === null || drawn.has(id))
}

/** The sheet with the questions of one owner. */
export function questionsFor(
  sheet: Pick<SheetRow, 'questions' | 'sets'>,
  { shuffle_questions, shuffle_options }: Shuffle,
  ownerId: string,
): QuestionRow[] {
  const asked = drawnFor(sheet, ownerId)
  const ordered = shuffle_questions ? inOrderOf(asked, ownerId) : asked
  return ordered.map((question) => {
    const { kind, options, targets } = question
    // An ordering and the targets of a matching question are always shuffled: their stored order tells the answer.
    const isShuffled = options !== null && (kind === 'ordering' || (shuffle_options && kind !== 'matching'))
    if (!isShuffled && targets === null) return question
    return {
      ...question,
      options: isShuffled ? inOrderOf(options, `${ownerId} ${question.id}`) : options,
      targets: targets && inOrderOf(targets, `${ownerId} ${question.id}`),
    }
  })
}

/** All questions, each from a set with the points of that set. */
export function withScores({ questions, sets }: Pick<SheetRow, 'questions' | 'sets'>): QuestionRow[] {
  if (sets.length === 0) return questions
  const scores = new Map(sets.map(({ id, score }) => [id, score]))
  return questions.map((question) => ({ ...question, score: scores.get(question.set_id ?? '') ?? question.score }))
}

/** A question that comes or goes moves no other. */
function inOrderOf<T extends { id: string }>(things: T[], seed: string): T[] {
  const placed = things.map((thing) => ({ thing, place: placeOf(`${seed} ${thing.id}`) }))
  return placed.sort((a, b) => a.place - b.place || (a.thing.id < b.thing.id ? -1 : 1)).map(({ thing }) => thing)
}

/**
 * A number of 53 bits that looks random and is the same for the same text: cyrb53, since a sheet needs hundreds of them
 * for each answer, and of SHA-256 they would take milliseconds. Nothing here is a secret.
 */
function placeOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/** The parts of a question that reading its answer needs. */
export type Asked = Pick<QuestionRow, 'kind' | 'options' | 'targets'>

const has = (list: Option[] | null, id: string) => list?.some((option) => option.id === id) ?? false
const idOf = (list: Option[] | null, text: string) => list?.find((option) => option.text.trim() === text.trim())?.id

/** The answer with existing ids only; '' when none is left. An answer in words stays as it is. */
export function withPresentIds({ kind, options, targets }: Asked, answer: string): string {
  if (kind === 'matching') {
    const pairs = pairsIn(answer)
    return pairs ? answerOfPairs([...pairs].filter(([a, b]) => has(options, a) && has(targets, b))) : answer
  }
  const ids = idsIn(answer)
  return ids
    ? answerOf(
        kind,
        ids.filter((id) => has(options, id)),
      )
    : answer
}

const answerOf = (kind: QuestionKind, ids: string[]) => (kind === 'several' ? answerOfChoices(ids) : answerOfOrder(ids))

/** An order with the choices that it does not name at its end: so the page shows it when a choice came since. */
export function withAllPlaces({ kind, options }: Asked, answer: string): string {
  const ids = kind === 'ordering' && answer !== '' ? idsIn(answer) : undefined
  return ids && options ? answerOfOrder([...new Set([...ids, ...options.map(({ id }) => id)])]) : answer
}

/** Whether each id in an answer exists; also for an answer in words. */
export const isPresent = (asked: Asked, answer: string): boolean =>
  withPresentIds(asked, answer).length === withoutRepeats(asked.kind, answer).length

const withoutRepeats = (kind: QuestionKind, answer: string) => {
  const pairs = kind === 'matching' && pairsIn(answer)
  return pairs ? answerOfPairs(pairs) : answerOfOrder(idsIn(answer) ?? []) || answer
}

/** An answer by ids as another client shows it: a line for each existing choice. An answer in words stays as it is. */
export const wordsOf = ({ kind, options, targets }: Asked, answer: string): string =>
  linesOf({ kind, choices: shownOptions(options), targets: shownOptions(targets) }, answer)?.join('\n') ?? answer

const shownOptions = (list: Option[] | null) => list?.map(({ id, text }) => ({ _id: id, text }))

/**
 * The ids that an answer in words names, or the words when they name none: a client that hands in the text it was shown
 * hands in the same answer.
 */
export function answerIn(asked: Asked, typed: string): string {
  const lines = typed.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (asked.kind === 'matching') {
    const pairs = (asked.options ?? []).flatMap(({ id, text }): [string, string][] => {
      const line = lines.find((one) => one.startsWith(`${text} = `))
      const target = line && idOf(asked.targets, line.slice(text.length + 3))
      return target ? [[id, target]] : []
    })
    return pairs.length > 0 && pairs.length === lines.length ? answerOfPairs(pairs) : withPresentIds(asked, typed)
  }
  const ids = new Set(lines.flatMap((line) => idOf(asked.options, line) ?? []))
  return ids.size > 0 && ids.size === lines.length ? answerOf(asked.kind, [...ids]) : withPresentIds(asked, typed)
}
