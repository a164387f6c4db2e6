import { useSuspenseQuery } from '@tanstack/react-query'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { date } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { returnFocus } from '../ui/focus.ts'
import { nameOf } from './columns.tsx'
import { PeopleDialog } from './PeopleDialog.tsx'
import { removedOf } from './queries.ts'
import { usePeopleWrites } from './usePeopleWrites.ts'

/** People who were removed from the course, each with a button that restores them with all their work. */
export default function RemovedDialog() {
  return (
    <PeopleDialog title={useAuthoring().people.showRemoved}>
      <Removed />
    </PeopleDialog>
  )
}

function Removed() {
  const t = useAuthoring().people
  const { roles } = useText()
  const { data } = useSuspenseQuery(removedOf(useCourseId()))
  const { busy, restore } = usePeopleWrites()
  if (data.length === 0) return <p className="text-ink-soft">{t.noneRemoved}</p>
  return (
    <ul className="grid divide-y divide-line">
      {data.map((person) => (
        <li key={person._id} className="flex flex-wrap items-center gap-3 py-2">
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{nameOf(person)}</span>
            <span className="block text-ink-soft text-sm">
              {roles[person.role]} · {t.removedOn(date(person.removed_at))}
            </span>
          </span>
          <Button ref={returnFocus} size="sm" pending={busy} onClick={() => void restore([person])}>
            {t.restore}
          </Button>
        </li>
      ))}
    </ul>
  )
}
