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
  /** What is to be known of that time. */
  warning?: (at: number) => string | false
  onSchedule: (at: string) => void
  onClose: () => void
}

/** Sets the time at which some things go out. */
export function ScheduleDialog({ title, button, start, warning, onSchedule, onClose }: Props) {
  const authoring = useAuthoring()
  const t = authoring.publishing
  const { close } = useText()
  const language = useLanguage()
  const [at, setAt] = useState<string | null>(start)
  const [error, setError] = useState<string>()
  const warns = at !== null && warning?.(Date.parse(at))
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
      <div className="grid gap-4">
        {warns && <p className="font-medium text-late text-sm">{warns}</p>}
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
      </div>
    </Dialog>
  )
}
