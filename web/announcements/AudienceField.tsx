import { useQuery } from '@tanstack/react-query'
import { useCourseId } from '../courses/queries.ts'
import { sectionsOf } from '../courses/sections.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { Combobox } from '../ui/staff/Combobox.tsx'
import type { Audience } from './fields.ts'

interface Props {
  label: string
  audience: Audience
  set: (audience: Audience) => void
}

/**
 * The audience of a thing: everyone on the course, or one of its sections. The field is there while the sections load,
 * too.
 */
export function AudienceField({ label, audience, set }: Props) {
  const authoring = useAuthoring()
  const short = useText().staff.announcements
  const names = useQuery(sectionsOf(useCourseId())).data?.map(({ section }) => section) ?? []
  const language = useLanguage()
  return (
    <Combobox
      label={label}
      language={language}
      words={authoring.combobox}
      value={audience?.section ?? ''}
      onChange={(section) => set(section ? { section } : null)}
      options={[
        { value: '', label: authoring.announcements.everyone },
        ...(audience && !names.includes(audience.section) ? [audience.section, ...names] : names).map((name) => ({
          value: name,
          label: short.section(name),
        })),
      ]}
    />
  )
}
