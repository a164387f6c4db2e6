import type { AssignmentSummary } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { dateTime, exact, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { cx } from '../ui/cx.ts'
import { GroupIcon, StarIcon, UserIcon } from '../ui/icons.tsx'
import { Time } from '../ui/Time.tsx'
import { DueTime } from './DueTime.tsx'
import { Late } from './LateMark.tsx'
import { ExtendedDue } from './OwnTerms.tsx'
import { Score, scoreIn } from './Score.tsx'
import { StateBadge } from './StateBadge.tsx'

interface Props {
  assignment: AssignmentSummary
  courseId: string
}

const row =
  'relative grid min-h-12 items-center gap-x-4 px-4 py-0.5 hover:bg-hover max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:py-2.5 md:px-5'
/** Below the name on a phone; columns of their own on wider screens. */
const facts =
  'text-ink-soft text-sm tabular-nums max-md:order-1 max-md:col-span-2 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 md:contents'

/** An open assignment: its name, group, points, due date and progress. */
export function AssignedRow({ assignment, courseId }: Props) {
  const t = useText().assignments
  const { assignment_group: group, assignment_score: points } = assignment
  return (
    <li className={`${row} md:grid-cols-[minmax(0,1fr)_8.5rem_13rem_7.5rem]`}>
      <Name assignment={assignment} to={`/course/${courseId}/assignments/${assignment._id}/preview`} alone />
      <div className={facts}>
        <span className="min-w-0 max-md:contents">
          <span className="block">{points > 0 ? t.points(points, number(points)) : t.noPoints}</span>
          <span className="flex min-w-0 items-center gap-1.5 text-xs" title={group || undefined}>
            {group ? <GroupIcon size={14} /> : <UserIcon size={14} />}
            <span className="min-w-0 truncate">{group || t.individual}</span>
          </span>
        </span>
        <span className="min-w-0 max-md:contents">
          <DueTime assignment={assignment} stacked />
          <ExtendedDue extended={assignment.extended} />
        </span>
        {/* On a phone the last line, so that the name has the whole first one. */}
        <span className="ms-auto flex justify-end">
          <StateBadge assignment={assignment} />
        </span>
      </div>
    </li>
  )
}

/** A submitted assignment: the time of submission in place of group and due date, and its result. */
export function CompletedRow({ assignment, courseId }: Props) {
  const t = useText().assignments
  const { submitted, my, assignment_score: points } = assignment
  return (
    <li className={`${row} md:grid-cols-[minmax(0,1fr)_14.5rem_7rem_5.5rem]`}>
      <Name assignment={assignment} to={`/course/${courseId}/assignments/${assignment._id}/preview?tab=completed`} />
      <div className={facts}>
        <span className="min-w-0 max-md:contents">
          {submitted && (
            <Time iso={submitted} exact={exact(submitted)} className="block">
              {t.submittedOn(dateTime(submitted))}
            </Time>
          )}
          <span className="flex flex-wrap items-center gap-1.5 empty:hidden">
            <Late late={my?.late} />
            {my?.feedback.show && my.feedback.comment && (
              <Badge tone="accent" icon={<StarIcon size={14} />}>
                {t.feedback}
              </Badge>
            )}
          </span>
        </span>
        <span className="flex min-w-0">
          <StateBadge assignment={assignment} />
        </span>
      </div>
      <span className="flex justify-end">
        <Score feedback={scoreIn(assignment)} max={points} />
      </span>
    </li>
  )
}

/**
 * The whole row is a link. A long name takes two lines; the preview shows all of it. `alone`: on a phone nothing stands
 * beside it.
 */
const Name = ({ assignment, to, alone }: { assignment: AssignmentSummary; to: string; alone?: boolean }) => (
  <AppLink
    preventScrollReset
    to={to}
    look="cover"
    title={assignment.assignment_name}
    className={cx('min-w-0 font-medium md:text-sm', alone && 'max-md:col-span-2')}
  >
    <span className="wrap-anywhere line-clamp-2">{assignment.assignment_name}</span>
  </AppLink>
)
