import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { date } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { nameOf } from './columns.tsx'
import { removedOf } from './queries.ts'
import { usePeopleWrites } from './usePeopleWrites.ts'

/** Who was removed from the course, and can be brought back with all their work. */
export default function RemovedDialog() {
  const list = `/course/${useCourseId()}/people`
  const t = useAuthoring().people
  const { close, loading } = useText()
  const leave = useLeave()
  if (!useCan().people) return <Navigate to={list} replace />
  return (
    <Dialog title={t.showRemoved} closeLabel={close} onClose={() => leave(list)} size="lg">
      <Title over of={t.showRemoved} />
      <Load
        fallback={
          <SkeletonGroup label={loading}>
            <Skeleton />
            <Skeleton className="w-2/3" />
          </SkeletonGroup>
        }
        compact
      >
        <Removed />
      </Load>
    </Dialog>
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
          <Button size="sm" pending={busy} onClick={() => void restore([person])}>
            {t.restore}
          </Button>
        </li>
      ))}
    </ul>
  )
}
