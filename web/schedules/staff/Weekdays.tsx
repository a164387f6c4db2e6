import { useAuthoring } from '../../i18n/authoring.ts'
import { cx } from '../../ui/cx.ts'
import { AlertIcon } from '../../ui/icons.tsx'

interface Props {
  days: number[]
  onChange: (days: number[]) => void
  error?: string | undefined
}

/** The days of the week of a pattern, Monday first. */
export function Weekdays({ days, onChange, error }: Props) {
  const t = useAuthoring().classes
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t.days}</legend>
      <div className="flex flex-wrap gap-1.5">
        {([1, 2, 3, 4, 5, 6, 7] as const).map((day) => {
          const isChosen = days.includes(day)
          return (
            <label
              key={day}
              className={cx(
                'grid h-11 min-w-11 flex-1 cursor-pointer place-items-center rounded-md border px-1.5 text-sm',
                'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
                isChosen ? 'border-accent bg-accent-soft font-semibold' : 'border-line-strong hover:bg-hover',
              )}
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={isChosen}
                onChange={() => onChange(isChosen ? days.filter((other) => other !== day) : [...days, day].sort())}
              />
              {t.shortDays[day]}
            </label>
          )
        })}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 flex items-start gap-1.5 font-medium text-sm text-wrong">
          <AlertIcon size={16} className="mt-0.5" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
