import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { isUnpublished, PublishBadge } from '../common/PublishBadge.tsx'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ClockIcon, GroupIcon, UserIcon } from '../ui/icons.tsx'
import { Time } from '../ui/Time.tsx'
import { myAssignments } from './queries.ts'

interface Props {
  /** The menu of an assignment, at the end of its row. */
  toolsOf?: (assignment: AssignmentSummary) => ReactNode
}

/** The assignment list for staff: no state of a person, sorted by due date, undated ones last. */
export default function AssignmentRows({ toolsOf }: Props) {
  const t = useText()
  const { data } = useSuspenseQuery(myAssignments(useCourseId()))
  if (data.length === 0) {
    return (
      <Card>
        <Empty drawing={<DeskDrawing />} title={t.staff.assignments.none} text={t.staff.assignments.noneText} />
      </Card>
    )
  }
  return (
    <Card pad="none">
      <ul aria-label={t.course.tabs.assignments} className="divide-y divide-line">
        {data.map((assignment) => (
          <Row key={assignment._id} assignment={assignment}>
            {toolsOf?.(assignment)}
          </Row>
        ))}
      </ul>
    </Card>
  )
}

function Row({ assignment, children }: { assignment: AssignmentSummary; children: ReactNode }) {
  const t = useText().assignments
  const courseId = useCourseId()
  const { _id, assignment_name, assignment_due: due, assignment_group: group, assignment_score: most } = assignment
  return (
    <li
      className={cx(
        'relative flex items-center gap-2 ps-4 pe-1.5 hover:bg-hover sm:ps-5',
        isUnpublished(assignment) && 'bg-sunken',
      )}
    >
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2.5 md:grid-cols-[minmax(0,1fr)_8rem_11rem_5.5rem]">
        <h3 className="wrap-anywhere flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium max-md:col-span-2">
          <AppLink preventScrollReset to={`/course/${courseId}/assignments/${_id}/preview`} look="cover">
            {assignment_name}
          </AppLink>
          <PublishBadge at={assignment.publish_at} when={(at) => dateTime(at)} />
        </h3>
        <p className="flex min-w-0 items-center gap-1.5 text-ink-soft text-sm max-md:col-span-2">
          {group ? <GroupIcon size={16} /> : <UserIcon size={16} />}
          <span className="min-w-0 break-words">{group || t.individual}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm tabular-nums">
          <ClockIcon size={16} />
          {due ? (
            <Time iso={due} exact={exact(due)}>
              {dateTime(due)}
            </Time>
          ) : (
            t.noDue
          )}
        </p>
        <p className="text-end text-ink-soft text-sm tabular-nums">
          {most > 0 ? t.points(most, number(most)) : t.noPoints}
        </p>
      </div>
      <div className="relative z-10">{children}</div>
    </li>
  )
}
