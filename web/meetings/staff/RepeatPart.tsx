import { repeatedMost } from '../../../contract/staff/meetings.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { type Fields, isLeftOut, keptOf, leaveOut, weeklyFrom } from './fields.ts'

interface Props {
  /** The start of the first meeting; '': not chosen yet. */
  start: string
  repeat: Fields['repeat']
  /** The course's. */
  zone: string
  set: (repeat: Fields['repeat']) => void
}

/** Repeats a new meeting each week, with a preview of all dates, any of which can be left out. */
export function RepeatPart({ start, repeat, zone, set }: Props) {
  const { meetings: t, dates } = useAuthoring()
  const { times } = repeat
  function setTimes(n: number) {
    const next = { ...repeat, times: Math.min(Math.max(n, 2), repeatedMost) }
    // A series has a date at least.
    set(start && keptOf(start, next, zone).length === 0 ? { ...next, without: [] } : next)
  }
  const kept = start ? keptOf(start, repeat, zone) : []
  return (
    <>
      <Switch
        label={t.weekly}
        checked={times > 1}
        onChange={(on) => set({ times: on ? 12 : 1, without: [] })}
        help={times > 1 ? dates.zone(zone) : undefined}
      />
      {times > 1 && (
        <div className="grid gap-3">
          <NumberField label={t.times} value={times} min={2} max={repeatedMost} onChange={(n) => setTimes(n ?? 2)} />
          {start && (
            <fieldset>
              <legend className="font-medium text-sm">{t.dates}</legend>
              <div className="grid max-h-56 overflow-y-auto sm:grid-cols-2">
                {weeklyFrom(start, times, zone).map((at) => (
                  <Checkbox
                    key={at}
                    checked={!isLeftOut(repeat, at, zone)}
                    disabled={kept.length === 1 && kept[0] === at}
                    onChange={(on) => set(leaveOut(repeat, at, zone, !on))}
                  >
                    <span className="tabular-nums">{dateTime(at)}</span>
                  </Checkbox>
                ))}
              </div>
            </fieldset>
          )}
        </div>
      )}
    </>
  )
}
