import { useState } from 'react'
import { useAuthoring } from '../i18n/authoring.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateTimeField } from '../ui/staff/DateTimeField.tsx'

interface Props {
  /** The words of its title and its button, for anything other than a publication. */
  title?: string
  button?: string
  start: string
  onSchedule: (at: string) => void
  onClose: () => void
}

/** Sets the time at which some things go out. */
export function ScheduleDialog({ title, button, start, onSchedule, onClose }: Props) {
  const authoring = useAuthoring()
  const t = authoring.publishing
  const { close } = useText()
  const language = useLanguage()
  const [at, setAt] = useState<string | null>(start)
  const [error, setError] = useState<string>()
  return (
    <Dialog
      title={title ?? t.scheduleFor}
      closeLabel={close}
      onClose={onClose}
      size="sm"
      footer={(leave) => (
        <>
          <Button onClick={() => leave('button')}>{t.cancel}</Button>
          <Button
            variant="primary"
            onClick={() => {
              if (at === null || Date.parse(at) <= serverNow()) return setError(t.needTime)
              onSchedule(at)
              leave('button')
            }}
          >
            {button ?? t.schedule}
          </Button>
        </>
      )}
    >
      <DateTimeField
        label={t.time}
        language={language}
        words={authoring.dateTime}
        value={at}
        onChange={(next) => {
          setAt(next)
          setError(undefined)
        }}
        error={error}
      />
    </Dialog>
  )
}
