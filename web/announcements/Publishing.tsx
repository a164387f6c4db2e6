import { useQuery } from '@tanstack/react-query'
import { TheirFields } from '../changes/TheirFields.tsx'
import { WhenFields } from '../changes/WhenFields.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { Switch } from '../ui/Switch.tsx'
import { Combobox } from '../ui/staff/Combobox.tsx'
import { type Fields, sectionsOf } from './fields.ts'

interface Props {
  values: Fields
  set: (change: Partial<Fields>) => void
  errors: { [K in keyof Fields]?: string }
  /** What others wrote in a field that both changed. */
  conflicts: { [K in keyof Fields]?: Fields[K] }
  /** Students see it already: another button unpublishes it. */
  isOut: boolean
}

/** Fields for who sees an announcement, and from when. */
export function Publishing({ values, set, errors, conflicts, isOut }: Props) {
  const authoring = useAuthoring()
  const t = authoring.announcements
  const short = useText().staff.announcements
  const names = useQuery(sectionsOf(useCourseId())).data?.map(({ section }) => section) ?? []
  const language = useLanguage()
  const { publish_at: at, audience, pinned } = values
  const theirs = {
    publish_at: {
      label: authoring.publishing.when,
      say: (value: Fields['publish_at']) => (value ? dateTime(value) : authoring.publishing.never),
    },
    audience: {
      label: t.audience,
      say: (value: Fields['audience']) => (value ? short.section(value.section) : t.everyone),
    },
    pinned: { label: t.pinned, say: (value: boolean) => (value ? authoring.history.yes : authoring.history.no) },
  }

  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        {!isOut && <WhenFields at={at} set={set} error={errors.publish_at} />}
        {/* There while the sections load, too: a field that came later would move what is below. */}
        <Combobox
          label={t.audience}
          language={language}
          words={authoring.combobox}
          value={audience?.section ?? ''}
          onChange={(section) => set({ audience: section ? { section } : null })}
          options={[
            { value: '', label: t.everyone },
            ...(audience && !names.includes(audience.section) ? [audience.section, ...names] : names).map((name) => ({
              value: name,
              label: short.section(name),
            })),
          ]}
        />
      </div>
      <Switch label={t.pinned} checked={pinned} onChange={(on) => set({ pinned: on })} />
      <TheirFields conflicts={conflicts} fields={theirs} set={set} />
    </>
  )
}
