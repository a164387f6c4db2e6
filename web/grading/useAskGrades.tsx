import { type ReactNode, useState } from 'react'
import type { GradesCount } from '../../contract/staff/bulk.ts'
import { useHasLeft } from '../common/useHasLeft.ts'
import { whyFailed } from '../forms/whyFailed.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { isTransient } from '../loading/call.ts'
import { toast } from '../ui/Toast.tsx'
import { GradesChange } from './GradesChange.tsx'

interface Options {
  /**
   * How many grades saving would change; undefined for none. If it is refused, saving reports why; without an answer,
   * nothing is saved, because nobody knows whose grades would change.
   */
  count: () => Promise<GradesCount | undefined>
  save: () => Promise<void>
}

interface AskGrades {
  /** Saves, and asks first if that changes grades. A second press meanwhile does nothing. */
  askAndSave: () => Promise<void>
  counting: boolean
  dialog: ReactNode
}

/** The question before saving, with the number of grades. */
export function useAskGrades({ count, save }: Options): AskGrades {
  const { sheet: t, writes } = useAuthoring()
  const hasLeft = useHasLeft()
  const [counting, setCounting] = useState(false)
  const [asked, setAsked] = useState<GradesCount>()
  const close = () => setAsked(undefined)
  return {
    counting,
    async askAndSave() {
      if (counting) return
      setCounting(true)
      let unknown: unknown
      const grades = await count().catch((error: unknown) => {
        unknown = isTransient(error) ? error : undefined
        return undefined
      })
      setCounting(false)
      if (unknown) toast(whyFailed(unknown, writes), 'wrong')
      else if (grades?.changed && hasLeft()) toast(t.unsaved, 'soon')
      else if (grades?.changed) setAsked(grades)
      else await save()
    },
    dialog: asked && (
      <GradesChange
        grades={asked}
        onConfirm={() => {
          close()
          void save()
        }}
        onClose={close}
      />
    ),
  }
}
