import { FieldConflicts } from '../changes/FieldConflicts.tsx'
import { WhenFields } from '../changes/WhenFields.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Switch } from '../ui/Switch.tsx'
import { AudienceField } from './AudienceField.tsx'
import type { Fields } from './fields.ts'

interface Props {
  values: Fields
  set: (change: Partial<Fields>) => void
  errors: { [K in keyof Fields]?: string }
  /** Other people's values of fields that both sides changed. */
  conflicts: { [K in keyof Fields]?: Fields[K] }
  /** Students see it already: another button unpublishes it. */
  isOut: boolean
}

/** Fields for who sees an announcement, and from when. */
export function Publishing({ values, set, errors, conflicts, isOut }: Props) {
  const authoring = useAuthoring()
  const t = authoring.announcements
  const short = useText().staff.announcements
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
        <AudienceField label={t.audience} audience={audience} set={(value) => set({ audience: value })} />
      </div>
      <Switch label={t.pinned} checked={pinned} onChange={(on) => set({ pinned: on })} />
      <FieldConflicts conflicts={conflicts} fields={theirs} set={set} />
    </>
  )
}
