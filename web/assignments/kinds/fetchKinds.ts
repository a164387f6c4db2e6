import type { ComponentType } from 'react'
import type { Question } from '../../../contract/questions.ts'
import { formulasOf } from '../../markdown/formulas.ts'
import type { FieldProps } from '../TextResponse.tsx'

/* The code of the further kinds of questions, which loads only for a worksheet with one. */

export interface AnswerProps extends FieldProps {
  question: Question
  /** The ids of the elements that name the question. */
  labelledBy: string
  /** The question in one line. */
  label: string
}

interface Kinds {
  KindAnswer: ComponentType<AnswerProps>
  Solution: ComponentType<{ question: Question }>
}

let fetched: Kinds | undefined

/** The code, once it has loaded. */
export const fetchedKinds = () => fetched

const isNeeded = ({ kind = 'open', explanation, key }: Question) =>
  (kind !== 'one' && kind !== 'open') || explanation !== undefined || key !== undefined

const textsOf = ({ question, explanation, options = [], choices = [], targets = [] }: Question) => [
  ...[question, explanation],
  ...[...options, ...choices, ...targets].map(({ text }) => text),
]

/** Makes a query wait for the code that its questions and the formulas in its texts need. */
export async function codeOf(questions: Question[], texts: (string | undefined)[] = []): Promise<void> {
  const formulas = formulasOf([...texts, ...questions.flatMap(textsOf)])
  if (!fetched && questions.some(isNeeded)) fetched = await import('./kinds.tsx')
  await formulas
}
