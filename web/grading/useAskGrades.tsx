import { type ReactNode, useState } from 'react'
import type { GradesCount } from '../../contract/staff/bulk.ts'
import { useHasLeft } from '../common/useHasLeft.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { toast } from '../ui/Toast.tsx'
import { GradesChange } from './GradesChange.tsx'

interface Options {
  /** How many grades saving would change; undefined for none. If the count fails, saving reports why. */
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
  const t = useAuthoring().sheet
  const hasLeft = useHasLeft()
  const [counting, setCounting] = useState(false)
  const [asked, setAsked] = useState<GradesCount>()
  const close = () => setAsked(undefined)
  return {
    counting,
    async askAndSave() {
      if (counting) return
      setCounting(true)
      const grades = await count().catch(() => undefined)
      setCounting(false)
      if (grades?.changed && hasLeft()) toast(t.unsaved, 'soon')
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
