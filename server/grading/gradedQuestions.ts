import { type QuestionRow, questionsFor, type SheetRow, type Shuffle, withScores } from '../assignments/sheet.ts'
import type { SheetThen } from './sheets.ts'

/**
 * The questions of a work as its owner saw them and as they are graded. @param a the assignment; its questions have the
 * points that they count @param then the sheet that the work answers; null: the present one
 */
export function questionsOf(
  a: Pick<SheetRow, 'questions' | 'sets'> & Shuffle,
  then: SheetThen | null,
  ownerId: string,
): QuestionRow[] {
  if (!then) return questionsFor(a, a, ownerId)
  const asked = questionsFor({ ...then, questions: withScores(then) }, a, ownerId)
  return asJudged(asked, [...then.later, ...a.questions])
}

/**
 * The questions as somebody saw them, each graded by its present key and points; a question or choice that is no longer
 * on the sheet, by its last ones. So a corrected key holds for earlier work, and a choice that a student did not have
 * never counts against them. See docs/decisions/052-grades-follow.md. @param since what the questions became, the oldest
 * first
 */
export function asJudged(asked: QuestionRow[], since: QuestionRow[]): QuestionRow[] {
  const later = Map.groupBy(since, ({ id }) => id)
  return asked.map((question) => (later.get(question.id) ?? []).reduce(judgedBy, question))
}

function judgedBy(question: QuestionRow, now: QuestionRow): QuestionRow {
  const { score, credit, unit, explanation } = now
  // Answers to a question of another kind mean nothing to the new key.
  if (now.kind !== question.kind) return { ...question, score }
  return { ...question, score, credit, unit, explanation, ...rightNow(question, now) }
}

function rightNow(then: QuestionRow, now: QuestionRow): Pick<QuestionRow, 'options' | 'key'> {
  const correct = new Map(now.options?.map((option) => [option.id, option.correct]))
  const options = then.options?.map((option) =>
    correct.has(option.id) && option.correct !== undefined
      ? { ...option, correct: correct.get(option.id) ?? false }
      : option,
  )
  return { options: options ?? null, key: keyNow(then, now) }
}

function keyNow(then: QuestionRow, now: QuestionRow): QuestionRow['key'] {
  if (then.kind === 'ordering') return { ...now.key, order: orderNow(then.key.order, now.key.order) }
  if (then.kind !== 'matching') return now.key
  const isTarget = (id: string | undefined) => then.targets?.some((target) => target.id === id)
  const pairs = Object.entries(then.key.pairs ?? {}).map(([option, target]) => {
    const right = now.key.pairs?.[option]
    return [option, right !== undefined && isTarget(right) ? right : target]
  })
  return { ...now.key, pairs: Object.fromEntries(pairs) }
}

/** The order of those lines that were there then, by the present one; a line that is gone stays in its place. */
function orderNow(then: string[] = [], now: string[] = []): string[] {
  const present = now.filter((id) => then.includes(id))
  return then.map((id) => (now.includes(id) ? (present.shift() ?? id) : id))
}
