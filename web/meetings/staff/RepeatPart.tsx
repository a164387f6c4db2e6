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
  error: string | undefined
}

/** Repeats a new meeting each week, with a preview of all dates, any of which can be left out. */
export function RepeatPart({ start, repeat, zone, set, error }: Props) {
  const { meetings: t, dates } = useAuthoring()
  const offered = start && repeat ? weeklyFrom(start, repeat.times, zone) : []
  const kept = start && repeat ? keptOf(start, repeat, zone) : []
  return (
    <>
      <Switch
        label={t.weekly}
        checked={repeat !== null}
        onChange={(on) => set(on ? { times: 12, without: [] } : null)}
        help={repeat ? dates.zone(zone) : undefined}
      />
      {repeat && (
        <div className="grid gap-3">
          <NumberField
            {...{ label: t.times, value: repeat.times, min: 2, max: repeatedMost, error }}
            onChange={(times) => set({ ...repeat, times })}
          />
          {offered.length > 0 && (
            <fieldset>
              <legend className="font-medium text-sm">{t.dates}</legend>
              <div className="grid max-h-56 overflow-y-auto sm:grid-cols-2">
                {offered.map((at) => (
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
