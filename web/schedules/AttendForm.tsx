import { type FormEvent, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { CheckCircleIcon } from '../ui/icons.tsx'
import { TextField } from '../ui/TextField.tsx'
import { attendanceOf } from './attendance.ts'
import { attendFailure, type useAttend } from './useAttend.ts'

interface Props {
  /** The class of the QR code that the person has scanned. */
  scheduleId?: string | undefined
  attend: ReturnType<typeof useAttend>
}

/** The form for the code in the room, with its result. */
export function AttendForm({ scheduleId, attend }: Props) {
  const words = useText()
  const t = words.course.attend
  const { marked, failure, sending, mark } = attend
  const [typed, setTyped] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  if (marked) {
    const { tone, word } = attendanceOf({ attendance: marked.attendance }, words)
    return (
      <div role="status" className="flex items-center gap-4">
        <CheckCircleIcon size={40} className="shrink-0 text-done" />
        <div className="min-w-0">
          <p className="font-medium">{t.done(marked.schedule_name)}</p>
          <p className="mt-1">
            <Badge tone={tone}>{word}</Badge>
          </p>
        </div>
      </div>
    )
  }
  const digits = typed.replace(/\D/g, '')
  function submit(event: FormEvent) {
    event.preventDefault()
    setIncomplete(digits.length !== 6)
    if (digits.length === 6) void mark(digits, scheduleId).then(() => setTyped(''))
  }
  const error = isIncomplete ? t.needCode : failure === undefined ? undefined : attendFailure(failure, t)
  return (
    <form noValidate aria-label={t.title} onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <TextField
        label={t.code}
        help={t.help}
        error={error}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setIncomplete(false)
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="min-w-40 flex-1"
      />
      <Button type="submit" variant="primary" pending={sending} className="mt-7">
        {t.send}
      </Button>
    </form>
  )
}
