import { useState } from 'react'
import { useAuthoring } from '../i18n/authoring.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateTimeField } from '../ui/staff/DateTimeField.tsx'

interface Props {
  title: string
  start: string
  onSet: (at: string) => void
  onClose: () => void
}

/** Sets another date of one thing. */
export function DateDialog({ title, start, onSet, onClose }: Props) {
  const authoring = useAuthoring()
  const t = authoring.dates
  const { close } = useText()
  const language = useLanguage()
  const [at, setAt] = useState<string | null>(start)
  return (
    <Dialog
      title={title}
      closeLabel={close}
      onClose={onClose}
      size="sm"
      footer={(leave) => (
        <>
          <Button onClick={() => leave('button')}>{t.cancel}</Button>
          <Button
            variant="primary"
            disabled={at === null}
            onClick={() => {
              if (at === null) return
              onSet(at)
              leave('button')
            }}
          >
            {t.set}
          </Button>
        </>
      )}
    >
      <DateTimeField label={t.date} language={language} words={authoring.dateTime} value={at} onChange={setAt} />
    </Dialog>
  )
}
