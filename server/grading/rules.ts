import { centsOf, type PartOf } from '../../contract/points.ts'
import { scoreOf } from '../assignments/score.ts'
import type { QuestionRow } from '../assignments/sheet.ts'

export interface Asked {
  has_text: boolean
  score: number
  score_essay: number
  score_file: number
  questions: QuestionRow[]
  slots: unknown[]
}

/** The parts of a work with the automatic points of each. Where no part has points, one part has all of them. */
export function partsOf(
  { has_text, score, score_essay, score_file, questions, slots }: Asked,
  response: Record<string, string>,
): PartOf[] {
  const parts = [
    ...(has_text && score_essay > 0 ? [{ part: 'textbox', most: centsOf(score_essay), auto: null }] : []),
    ...questions.map((question) => {
      const part = `item-${question.id}`
      const auto = scoreOf(question, response[part])
      return { part, most: centsOf(question.score), auto: auto === null ? null : centsOf(auto) }
    }),
    ...(slots.length > 0 && score_file > 0 ? [{ part: 'file', most: centsOf(score_file), auto: null }] : []),
  ]
  if (parts.some(({ most }) => most > 0)) return parts
  const whole = slots.length > 0 && !has_text ? 'file' : 'textbox'
  return [...parts, { part: whole, most: centsOf(score), auto: null }]
}
