import { type ReactNode, useState } from 'react'
import type { GradesCount } from '../../contract/staff/bulk.ts'
import { GradesChange } from './GradesChange.tsx'

interface AskGrades {
  /** For the `look` of a form: asks if sending it would change grades; undefined for none. */
  mayGo: (grades: GradesCount | undefined) => boolean
  /** The question. `save` sends the form; `turnBack` is the form's. */
  question: (save: () => void, turnBack: () => void) => ReactNode
}

/** The question before a form is sent, with the number of grades. */
export function useAskGrades(): AskGrades {
  const [asked, setAsked] = useState<GradesCount>()
  const close = () => setAsked(undefined)
  return {
    mayGo(grades) {
      const changes = grades?.changed ? grades : undefined
      setAsked(changes)
      return !changes
    },
    question: (save, turnBack) =>
      asked && (
        <GradesChange
          grades={asked}
          onConfirm={() => {
            close()
            save()
          }}
          onClose={() => {
            turnBack()
            close()
          }}
        />
      ),
  }
}
