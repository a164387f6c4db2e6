import { useAuthoring } from '../../i18n/authoring.ts'
import { useLanguage } from '../../i18n/index.ts'
import { DayField } from '../../ui/staff/DateTimeField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ClassValues } from './pattern.ts'

interface Props {
  values: ClassValues
  set: (change: Partial<ClassValues>) => void
  errors: { [K in keyof ClassValues]?: string | undefined }
  /** The label of the day. */
  dayLabel?: string
  /** Distinguishes the fields of several classes. */
  labelOf?: (label: string) => string
  nameHelp?: string
  placeholder?: string
  autoFocus?: boolean
}

/** The fields of a class: its name, time and place. */
export function ClassFields({ values, set, errors, labelOf = (label) => label, ...more }: Props) {
  const { classes: t, dateTime } = useAuthoring()
  const language = useLanguage()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={labelOf(t.name)}
          help={more.nameHelp}
          placeholder={more.placeholder}
          value={values.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          maxLength={200}
          {...(more.autoFocus && { 'data-autofocus': '' })}
        />
        <TextField
          label={labelOf(t.room)}
          value={values.room}
          onChange={(room) => set({ room })}
          error={errors.room}
          maxLength={200}
        />
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <DayField
          label={labelOf(more.dayLabel ?? t.day)}
          language={language}
          words={dateTime}
          value={values.day}
          onChange={(day) => set({ day })}
          error={errors.day}
          className="max-sm:col-span-2"
        />
        <TextField
          label={labelOf(t.from)}
          inputMode="numeric"
          placeholder="9:00"
          value={values.from}
          onChange={(from) => set({ from })}
          error={errors.from}
          maxLength={5}
        />
        <TextField
          label={labelOf(t.until)}
          inputMode="numeric"
          placeholder="12:00"
          value={values.until}
          onChange={(until) => set({ until })}
          error={errors.until}
          maxLength={5}
        />
      </div>
    </>
  )
}
