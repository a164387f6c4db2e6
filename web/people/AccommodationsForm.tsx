import { type FormEvent, useState } from 'react'
import { type Accommodations, accommodationNoteMost, extraDaysMost, timeMost } from '../../contract/staff/people.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { usePeopleWrites } from './usePeopleWrites.ts'

interface Props {
  id: string
  granted: Accommodations
  /** Others of the staff read it. */
  may: boolean
}

/** What a student is granted in all of the course. */
export function AccommodationsForm({ id, granted, may }: Props) {
  const t = useAuthoring().people
  const { busy, accommodate } = usePeopleWrites()
  const [time, setTime] = useState(String(granted.time_percent))
  const [days, setDays] = useState(String(granted.extra_days))
  const [note, setNote] = useState(granted.note)
  const percent = whole(time, 100, timeMost)
  const extra = whole(days, 0, extraDaysMost)
  const same = percent === granted.time_percent && extra === granted.extra_days && note.trim() === granted.note

  function save(event: FormEvent) {
    event.preventDefault()
    if (percent === undefined || extra === undefined || same) return
    void accommodate(id, { time_percent: percent, extra_days: extra, note, revision: granted.revision })
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={save}>
      <p className="text-ink-soft text-sm">{t.accommodationsText}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.timePercent}
          inputMode="numeric"
          value={time}
          onChange={setTime}
          readOnly={!may}
          error={percent === undefined ? t.timeWrong(timeMost) : undefined}
        />
        <TextField
          label={t.extraDays}
          inputMode="numeric"
          value={days}
          onChange={setDays}
          readOnly={!may}
          error={extra === undefined ? t.daysWrong(extraDaysMost) : undefined}
        />
      </div>
      <TextArea
        label={t.note}
        help={t.noteHelp}
        value={note}
        onChange={setNote}
        readOnly={!may}
        rows={2}
        maxLength={accommodationNoteMost}
      />
      {may && (
        <p>
          <Button type="submit" pending={busy} disabled={same}>
            {t.save}
          </Button>
        </p>
      )}
    </form>
  )
}

/** A whole number within bounds, or undefined. */
function whole(text: string, least: number, most: number): number | undefined {
  const value = Number(text)
  return /^\d{1,4}$/.test(text.trim()) && value >= least && value <= most ? value : undefined
}
