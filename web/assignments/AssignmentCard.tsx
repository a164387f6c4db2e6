import type { AssignmentSummary } from '../../contract/assignments.ts'
import { AppLink } from '../AppLink.tsx'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { CheckCircleIcon, ClockIcon, GroupIcon, StarIcon, UserIcon } from '../ui/icons.tsx'
import { Time } from '../ui/Time.tsx'
import { DueTime } from './DueTime.tsx'
import { Score } from './Score.tsx'

interface Props {
  assignment: AssignmentSummary
  courseId: string
  /** The tab, which stays in the address below the preview. */
  search: string
}

/** One assignment of the list; what was submitted says when, in place of the group and the due date. */
export function AssignmentCard({ assignment, courseId, search }: Props) {
  const t = useText().assignments
  const { _id, assignment_name, assignment_due, assignment_group, assignment_score, submitted, my } = assignment
  return (
    <Card as="article" linked className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <h3 className="break-words font-semibold text-lg">
          <AppLink preventScrollReset to={`/course/${courseId}/assignments/${_id}/preview${search}`} look="cover">
            {assignment_name}
          </AppLink>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-soft text-sm">
          {submitted ? (
            <span className="inline-flex items-center gap-1.5">
              <CheckCircleIcon size={16} className="text-done" />
              <Time iso={submitted} exact={exact(submitted)}>
                {t.submittedOn(dateTime(submitted))}
              </Time>
            </span>
          ) : (
            <>
              <span className="inline-flex min-w-0 items-center gap-1.5">
                {assignment_group ? <GroupIcon size={16} /> : <UserIcon size={16} />}
                <span className="min-w-0 break-words">{assignment_group || t.individual}</span>
              </span>
              <span className="inline-flex items-center gap-1.5">
                <ClockIcon size={16} />
                {assignment_due ? <DueTime iso={assignment_due} /> : t.noDue}
              </span>
            </>
          )}
          {my?.feedback.show && my.feedback.comment && (
            <Badge tone="accent" icon={<StarIcon size={14} />}>
              {t.feedback}
            </Badge>
          )}
        </p>
      </div>
      {my && <Score feedback={my.feedback} max={assignment_score} />}
    </Card>
  )
}
