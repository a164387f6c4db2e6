import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useCourseId } from '../courses/queries.ts'
import { sectionsOf } from '../courses/sections.ts'
import { NO_SECTION } from '../gradebook/staff/sections.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Select } from '../ui/Select.tsx'

/** The section in the address; undefined: every one, '': students without a section. */
export function useSection(): string | undefined {
  const section = useSearchParams()[0].get('section')
  return section === NO_SECTION ? '' : section || undefined
}

/** Chooses the section of the statistics. Renders nothing where there is only one. */
export function SectionChoice() {
  const { grades: t } = useAuthoring()
  const [search, setSearch] = useSearchParams()
  const { data } = useSuspenseQuery(sectionsOf(useCourseId()))
  const asked = search.get('section') ?? ''
  const all = data.map(({ section }) => section || NO_SECTION)
  if (all.length < 2 && asked === '') return null
  const options = [...new Set([...all, ...(asked ? [asked] : [])])].sort()
  function choose(section: string) {
    const next = new URLSearchParams(search)
    if (section) next.set('section', section)
    else next.delete('section')
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="mt-2 w-full max-w-60">
      <Select
        label={t.section}
        hideLabel
        value={asked}
        onChange={choose}
        options={[
          { value: '', label: t.everySection },
          ...options.map((value) => ({ value, label: value === NO_SECTION ? t.noSection : value })),
        ]}
      />
    </div>
  )
}
