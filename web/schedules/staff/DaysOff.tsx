import { useAuthoring } from '../../i18n/authoring.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PlusIcon, XIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { DayOff } from './pattern.ts'

interface Props {
  off: DayOff[]
  onChange: (off: DayOff[]) => void
}

/** Holidays and other days that a pattern skips. */
export function DaysOff({ off, onChange }: Props) {
  const t = useAuthoring().classes
  const change = (at: number, to: Partial<DayOff>) =>
    onChange(off.map((one, i) => (i === at ? { ...one, ...to } : one)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">{t.daysOff}</legend>
      {off.map(({ from, until }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and none is put between others
        <div key={i} className="flex items-end gap-2">
          <TextField
            label={t.dayOff}
            type="date"
            value={from}
            onChange={(day) => change(i, { from: day })}
            className="min-w-0 flex-1"
          />
          <TextField
            label={t.dayOffUntil}
            type="date"
            value={until}
            onChange={(day) => change(i, { until: day })}
            className="min-w-0 flex-1"
          />
          <IconButton
            label={t.removeDayOff(from)}
            icon={<XIcon size={18} />}
            onClick={() => onChange(off.filter((_, other) => other !== i))}
          />
        </div>
      ))}
      <p>
        <Button size="sm" icon={<PlusIcon size={18} />} onClick={() => onChange([...off, { from: '', until: '' }])}>
          {t.addDayOff}
        </Button>
      </p>
    </fieldset>
  )
}
