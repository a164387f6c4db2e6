import { useSuspenseQuery } from '@tanstack/react-query'
import type { DueAssignment } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { countdown, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { DeskDrawing, HoorayDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { ClockIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { dueAssignments } from './queries.ts'
import { isPast, useTimeLeft } from './useTimeLeft.ts'

/** A phone shows this many above the list. Of a longer list it shows the first, and a button for the rest. */
const FEW = 2

/** Assignments due within 24 hours; for students only those not submitted. `short`: one to three lines. */
export function DueSoon({ short }: { short: boolean }) {
  const { assignments: t, staff } = useText()
  const { work } = useCan()
  const courseId = useCourseId()
  const { data } = useSuspenseQuery(dueAssignments(courseId))
  if (data.length === 0) {
    const title = work ? t.dueEmpty : staff.assignments.dueEmpty
    if (short) return <p className="grid min-h-22 place-items-center px-4 text-center font-medium">{title}</p>
    return <Empty compact drawing={work ? <HoorayDrawing /> : <DeskDrawing />} title={title} />
  }
  const shown = short && data.length > FEW ? data.slice(0, 1) : data
  const rest = data.slice(shown.length)
  return (
    <>
      <List due={shown} short={short} label={t.dueTitle} />
      {rest.length > 0 && (
        <div className="border-line border-t">
          <ExpandRow dense title={t.dueMore(rest.length)}>
            <div className="-ms-10.5 -me-4 -mb-4">
              <List due={rest} short={short} label={t.dueMore(rest.length)} />
            </div>
          </ExpandRow>
        </div>
      )}
    </>
  )
}

function List({ due, short, label }: { due: DueAssignment[]; short: boolean; label: string }) {
  const courseId = useCourseId()
  // The line above takes one pixel of the touch target.
  const row = short ? 'flex min-h-11.25 items-center gap-3 px-4' : 'rounded-md px-3 py-2.5'
  return (
    <ul aria-label={label} className={short ? 'divide-y divide-line' : undefined}>
      {due.map(({ _id, assignment_name: name, assignment_due }) => (
        <li key={_id} className={`relative hover:bg-hover ${row}`}>
          <AppLink
            preventScrollReset
            to={`/course/${courseId}/assignments/${_id}/preview`}
            look="cover"
            className={short ? 'min-w-0 flex-1 font-medium' : 'font-medium'}
          >
            <span className={short ? 'block truncate' : 'wrap-anywhere'}>{name}</span>
          </AppLink>
          <Left iso={assignment_due} short={short} />
        </li>
      ))}
    </ul>
  )
}

function Left({ iso, short }: { iso: string; short: boolean }) {
  const t = useText().assignments
  const pastDue = isPast(useTimeLeft(iso))
  const when = countdown(iso, serverNow())
  return (
    <p
      className={`flex shrink-0 items-center gap-1.5 font-medium text-sm ${short ? '' : 'mt-0.5'} ${pastDue ? 'text-late' : 'text-soon'}`}
    >
      <ClockIcon size={16} />
      <Time iso={iso} exact={exact(iso)}>
        {pastDue ? t.pastDue : short ? when : t.due(when)}
      </Time>
    </p>
  )
}

export function DueSoonSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="max-lg:min-h-22">
      {[0, 1].map((n) => (
        <div key={n} className="px-4 py-2 lg:px-3 lg:py-2.5">
          <Skeleton />
          <Skeleton className="w-1/2 text-sm max-lg:hidden" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
