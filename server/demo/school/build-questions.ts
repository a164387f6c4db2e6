import { answerOfChoices, answerOfOrder, answerOfPairs, type QuestionKey } from '../../../contract/questions.ts'
import { firstOptionId } from '../../assignments/options.ts'
import { roll } from './ids.ts'
import type { QuestionData } from './types.ts'

/* The kinds of questions of the demo school, as rows. */

interface Option {
  id: string
  text: string
  correct?: boolean
}

/** Such an id says nothing of what is right, as an id in the order of the data would. */
const optionId = (...path: string[]): string =>
  Array.from({ length: 8 }, (_, i) => String.fromCharCode(97 + Math.floor(roll(...path, i) * 26))).join('')
const inNoOrder = (options: Option[]) => options.toSorted((a, b) => (a.id < b.id ? -1 : 1))

interface Built {
  kind: string
  options: Option[] | null
  targets: Option[] | null
  key: QuestionKey
}

export function builtQuestion(questionId: string, data: QuestionData): Built {
  const { options, correct, several, value, tolerance = '0', accepted, pairs, others = [], order } = data
  const none = { options: null, targets: null, key: {} }
  if (several) {
    const choices = [
      ...several.map((text) => ({ text, correct: true })),
      ...others.map((text) => ({ text, correct: false })),
    ]
    const named = choices.map((choice) => ({ id: optionId(questionId, choice.text), ...choice }))
    return { ...none, kind: 'several', options: inNoOrder(named) }
  }
  if (value !== undefined) return { ...none, kind: 'number', key: { value, tolerance } }
  if (accepted) return { ...none, kind: 'short', key: { accepted, match_case: false } }
  if (pairs) {
    const idOf = (text: string) => optionId(questionId, 'target', text)
    const targets = [...new Set([...pairs.map(([, target]) => target), ...others])]
    return {
      kind: 'matching',
      options: pairs.map(([text]) => ({ id: optionId(questionId, text), text })),
      targets: inNoOrder(targets.map((text) => ({ id: idOf(text), text }))),
      key: { pairs: Object.fromEntries(pairs.map(([text, target]) => [optionId(questionId, text), idOf(target)])) },
    }
  }
  if (order) {
    const named = order.map((text) => ({ id: optionId(questionId, text), text }))
    return { ...none, kind: 'ordering', options: inNoOrder(named), key: { order: named.map(({ id }) => id) } }
  }
  if (!options) return { ...none, kind: 'open' }
  const kept = options.map((text, i) => ({ id: firstOptionId(i), text, correct: i === correct }))
  return { ...none, kind: 'one', options: kept }
}

/** A right answer to a question of a further kind; undefined for the first two kinds. */
export function rightAnswer(questionId: string, data: QuestionData): string | undefined {
  const { kind, options, key } = builtQuestion(questionId, data)
  if (kind === 'several') return answerOfChoices((options ?? []).flatMap(({ id, correct }) => (correct ? id : [])))
  if (kind === 'matching') return answerOfPairs(Object.entries(key.pairs ?? {}))
  if (kind === 'ordering') return answerOfOrder(key.order ?? [])
  return key.value ?? key.accepted?.[0]
}
