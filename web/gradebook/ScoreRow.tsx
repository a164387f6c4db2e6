import type { ReactNode } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { Late } from '../assignments/LateMark.tsx'
import { Score, scoreIn } from '../assignments/Score.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { DueDate, FeedbackLink, StatusBadge, SubmittedDate } from './ScoreFacts.tsx'

/** On a phone: name and score of an assignment, and the rest when it is open. */
export function ScoreRow({ assignment }: { assignment: AssignmentSummary }) {
  const t = useText().gradebook
  const courseId = useCourseId()
  const { _id, assignment_name: name, assignment_score: max, my } = assignment
  return (
    <ExpandRow
      dense
      title={name}
      meta={
        <span className="flex items-center gap-2">
          <Late late={my?.late} />
          <Score feedback={scoreIn(assignment)} max={max} />
        </span>
      }
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        <Fact term={t.columns.due}>
          <DueDate assignment={assignment} />
        </Fact>
        <Fact term={t.columns.submitted}>
          <SubmittedDate assignment={assignment} />
        </Fact>
        <Fact term={t.columns.status}>
          <StatusBadge assignment={assignment} />
        </Fact>
        <Fact term={t.columns.feedback}>
          <FeedbackLink assignment={assignment} />
        </Fact>
      </dl>
      <AppLink
        to={`/course/${courseId}/assignments/${_id}/preview`}
        look="text"
        className="touch-target mt-3 text-sm"
        aria-label={t.openOf(name)}
      >
        {t.open}
      </AppLink>
    </ExpandRow>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0 tabular-nums">
    <dt className="text-ink-soft text-xs">{term}</dt>
    <dd>{children}</dd>
  </div>
)
