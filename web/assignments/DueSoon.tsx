import { useSuspenseQuery } from '@tanstack/react-query'
import { AppLink } from '../AppLink.tsx'
import { serverNow } from '../call.ts'
import { useCourseId } from '../courses/queries.ts'
import { countdown, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { HoorayDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ClockIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { dueAssignments } from './queries.ts'
import { isPast, useTimeLeft } from './useTimeLeft.ts'

/** What is due within 24 hours and not submitted. */
export function DueSoon() {
  const t = useText().assignments
  const courseId = useCourseId()
  const { data } = useSuspenseQuery(dueAssignments(courseId))
  if (data.length === 0) return <Empty compact drawing={<HoorayDrawing />} title={t.dueEmpty} />
  return (
    <ul aria-label={t.dueTitle}>
      {data.map(({ _id, assignment_name, assignment_due }) => (
        <li key={_id} className="relative rounded-md px-3 py-2.5 hover:bg-hover">
          <p className="break-words font-medium">
            <AppLink preventScrollReset to={`/course/${courseId}/assignments/${_id}/preview`} look="cover">
              {assignment_name}
            </AppLink>
          </p>
          <Left iso={assignment_due} />
        </li>
      ))}
    </ul>
  )
}

function Left({ iso }: { iso: string }) {
  const t = useText().assignments
  const closed = isPast(useTimeLeft(iso))
  return (
    <p className={`mt-0.5 flex items-center gap-1.5 font-medium text-sm ${closed ? 'text-late' : 'text-soon'}`}>
      <ClockIcon size={16} />
      <Time iso={iso} exact={exact(iso)}>
        {closed ? t.closed : t.due(countdown(iso, serverNow()))}
      </Time>
    </p>
  )
}

export function DueSoonSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      {[0, 1].map((n) => (
        <div key={n} className="px-3 py-2.5">
          <Skeleton />
          <Skeleton className="w-1/2 text-sm" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
