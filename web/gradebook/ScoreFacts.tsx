import type { AssignmentSummary } from '../../contract/assignments.ts'
import { LateMark } from '../assignments/LateMark.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { FeedbackButton } from '../feedback/FeedbackButton.tsx'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'
import type { Tone } from '../ui/tone.ts'
import { hasComment, type Status, statusOf } from './rules.ts'

/* The facts of an assignment among the grades: in a cell of the table, or in an open row. */

interface Props {
  assignment: AssignmentSummary
}

const tones: Record<Status, Tone> = { assigned: 'neutral', submitted: 'note', graded: 'done' }

export function DueDate({ assignment: { assignment_due: due } }: Props) {
  const t = useText().gradebook
  return due ? <When iso={due} /> : <span className="text-ink-soft">{t.noDue}</span>
}

export function SubmittedDate({ assignment }: Props) {
  const t = useText().gradebook
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {assignment.submitted ? (
        <When iso={assignment.submitted} />
      ) : (
        <span className="text-ink-soft">{t.notSubmitted}</span>
      )}
      <LateMark assignment={assignment} />
    </span>
  )
}

export function StatusBadge({ assignment }: Props) {
  const t = useText().gradebook
  const status = statusOf(assignment)
  return (
    <Badge tone={tones[status]} icon={status === 'assigned' ? null : undefined}>
      {t.status[status]}
    </Badge>
  )
}

/** The link to feedback, or a dash; and the explanation of the score. */
export function FeedbackLink({ assignment }: Props) {
  const t = useText().gradebook
  const courseId = useCourseId()
  const isGraded = assignment.my?.feedback.show === true
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-1">
      {hasComment(assignment) ? (
        <AppLink
          to={`/course/${courseId}/assignments/${assignment._id}/worksheet`}
          look="text"
          className="touch-target"
          aria-label={t.viewOf(assignment.assignment_name)}
        >
          {t.view}
        </AppLink>
      ) : (
        !isGraded && (
          <>
            <span aria-hidden="true" className="text-ink-soft">
              –
            </span>
            <span className="sr-only">{t.none}</span>
          </>
        )
      )}
      {isGraded && <FeedbackButton assignment={assignment} />}
    </span>
  )
}

const When = ({ iso }: { iso: string }) => (
  <Time iso={iso} exact={exact(iso)}>
    {dateTime(iso)}
  </Time>
)
