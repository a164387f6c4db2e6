import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import { searched } from '../../contract/comparedText.ts'
import { useCourseId } from '../courses/queries.ts'
import { sectionsOf } from '../courses/sections.ts'
import { groupingsOf, rosterOf } from '../groups/queries.ts'
import { search, studentsOf } from '../groups/rules.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { AlertIcon, XIcon } from '../ui/icons.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { keyOfWhom, type Whom } from './fields.ts'

/** How many suggestions show at a time; a search finds the others. */
const MOST = 6

interface Props {
  assignment: Assignment
  chosen: Whom[]
  onChange: (chosen: Whom[]) => void
  error: string | undefined
}

/** A field for students, groups and sections, several at once, found by typing. Enter takes the first. */
export function WhomField({ assignment, chosen, onChange, error }: Props) {
  const t = useAuthoring().exceptions
  const [wanted, setWanted] = useState('')
  const found = useFound(assignment, wanted)
  const keys = new Set(chosen.map(keyOfWhom))
  const isChosen = (one: Whom) => keys.has(keyOfWhom(one))
  const box = useRef<HTMLDivElement>(null)
  const toggle = (one: Whom) =>
    onChange(isChosen(one) ? chosen.filter((other) => keyOfWhom(other) !== keyOfWhom(one)) : [...chosen, one])
  return (
    <div ref={box} className="grid gap-2">
      <SearchField
        label={t.whom}
        placeholder={t.whom}
        clearLabel={t.clear}
        value={wanted}
        onChange={setWanted}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const first = found.find((one) => !isChosen(one))
          if (!wanted.trim() || !first) return
          toggle(first)
          setWanted('')
        }}
        data-wrong={error && ''}
        data-autofocus=""
      />
      <p role="status" className="sr-only">
        {wanted.trim() ? t.found(found.length) : ''}
      </p>
      {wanted.trim() !== '' && found.length === 0 ? (
        <p className="text-ink-soft text-sm">{t.none}</p>
      ) : (
        <ul aria-label={t.whom} className="grid sm:grid-cols-2">
          {found.slice(0, MOST).map((one) => (
            <li key={keyOfWhom(one)} className="min-w-0">
              <Checkbox checked={isChosen(one)} onChange={() => toggle(one)}>
                <span className="block break-words">{one.name}</span>
                {one.kind !== 'section' && <span className="block text-ink-soft text-xs">{t.kinds[one.kind]}</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium text-sm">{t.chosen}</span>
          {chosen.map((one) => (
            <Button
              key={keyOfWhom(one)}
              size="sm"
              icon={<XIcon size={14} />}
              aria-label={t.drop(one.name)}
              onClick={() => {
                toggle(one)
                // The button disappears with the focus.
                box.current?.querySelector('input')?.focus()
              }}
            >
              {one.name}
            </Button>
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="flex items-start gap-1.5 font-medium text-sm text-wrong">
          <AlertIcon size={16} className="mt-0.5" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

/** Everyone who can get an exception in this assignment: sections first, then groups, then students. */
function useFound({ grouping_id }: Assignment, wanted: string): Whom[] {
  const t = useAuthoring().exceptions
  const course_id = useCourseId()
  const { data: roster = [] } = useQuery(rosterOf(course_id))
  const { data: sections = [] } = useQuery(sectionsOf(course_id))
  const { data: groupings = [] } = useQuery(groupingsOf(course_id))
  const groups = groupings.find(({ _id }) => _id === grouping_id)?.groups ?? []
  const words = searched(wanted.trim())
  const isNamed = ({ name }: Whom) => searched(name).includes(words)
  return [
    ...sections
      .map(({ section }): Whom => ({ kind: 'section', id: section, name: t.section(section) }))
      .filter(isNamed),
    ...groups.map(({ _id, name }): Whom => ({ kind: 'group', id: _id, name })).filter(isNamed),
    ...search(studentsOf(roster), wanted).map(
      ({ _id, first, last }): Whom => ({ kind: 'person', id: _id, name: `${first} ${last}`.trim() }),
    ),
  ]
}
