import { useAuthoring } from '../i18n/authoring.ts'
import { useLanguage } from '../i18n/index.ts'
import { Select } from '../ui/Select.tsx'
import { DateTimeField } from '../ui/staff/DateTimeField.tsx'
import { NOW, type PublishField, tomorrow } from './publishing.ts'

interface Props {
  at: string | null
  set: (change: PublishField) => void
  error: string | undefined
}

/** When students see a thing: now, at a time, or not yet. Two fields of a grid. */
export function WhenFields({ at, set, error }: Props) {
  const authoring = useAuthoring()
  const t = authoring.publishing
  const language = useLanguage()
  const when = at === null ? 'never' : at === NOW ? 'now' : 'later'
  const start = { now: NOW, later: tomorrow(), never: null }
  return (
    <>
      <Select
        label={t.when}
        value={when}
        onChange={(chosen) => set({ publish_at: start[chosen as typeof when] })}
        options={(['now', 'later', 'never'] as const).map((value) => ({ value, label: t[value] }))}
      />
      {when === 'later' && (
        <DateTimeField
          label={t.time}
          language={language}
          words={authoring.dateTime}
          value={at || null}
          onChange={(iso) => set({ publish_at: iso ?? '' })}
          error={error}
        />
      )}
    </>
  )
}
