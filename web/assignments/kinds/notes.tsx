import type { ReactNode } from 'react'
import { isByIds, kindOf, linesOf, type Question } from '../../../contract/questions.ts'
import { useText } from '../../i18n/index.ts'
import { AlertIcon } from '../../ui/icons.tsx'
import { isFilled } from '../form.ts'

interface Props {
  id: string
  question: Question
  answer: string
  /** Absent when the sheet is read-only. */
  children: ReactNode
}

/** Explains how to answer; also shows an answer in words from an app without choices, until the person chooses. */
export function Hint({ id, question, answer, children }: Props) {
  const t = useText().assignments.kinds
  const isWords = isFilled(answer) && isByIds(kindOf(question)) && linesOf(question, answer) === undefined
  return (
    <p id={id} className="text-ink-soft text-sm empty:hidden">
      {children}
      {isWords && (
        <span className="mt-2 block whitespace-pre-wrap break-words text-ink">
          {t.words} {answer}
        </span>
      )}
    </p>
  )
}

export const Wrong = ({ error }: { error?: string | undefined }) =>
  error ? (
    <p className="flex items-center gap-1.5 font-medium text-sm text-wrong">
      <AlertIcon size={16} />
      {error}
    </p>
  ) : null
