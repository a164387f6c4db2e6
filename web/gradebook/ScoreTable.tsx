import type { ReactNode } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { Score, scoreIn } from '../assignments/Score.tsx'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { DueDate, FeedbackLink, StatusBadge, SubmittedDate } from './ScoreFacts.tsx'

/** Each assignment with its dates, status, score and feedback. */
export function ScoreTable({ rows }: { rows: AssignmentSummary[] }) {
  const t = useText().gradebook
  return (
    <table aria-label={t.assignments} className="w-full text-sm">
      <thead>
        <tr className="border-line border-b text-ink-soft">
          {Object.values(t.columns).map((word) => (
            <th key={word} scope="col" className="px-3 py-3 text-start font-medium first:ps-6 last:pe-6">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((one) => (
          <Row key={one._id} assignment={one} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ assignment }: { assignment: AssignmentSummary }) {
  const courseId = useCourseId()
  return (
    <tr>
      <th scope="row" className="wrap-anywhere max-w-64 px-3 py-3 ps-6 text-start font-medium text-base">
        <AppLink
          to={`/course/${courseId}/assignments/${assignment._id}/preview`}
          className="touch-target rounded-sm hover:underline"
        >
          {assignment.assignment_name}
        </AppLink>
      </th>
      <Cell>
        <DueDate assignment={assignment} />
      </Cell>
      <Cell>
        <SubmittedDate assignment={assignment} />
      </Cell>
      <Cell>
        <StatusBadge assignment={assignment} />
      </Cell>
      <Cell>
        <Score feedback={scoreIn(assignment)} max={assignment.assignment_score} />
      </Cell>
      <Cell>
        <FeedbackLink assignment={assignment} />
      </Cell>
    </tr>
  )
}

const Cell = ({ children }: { children: ReactNode }) => <td className="px-3 py-3 tabular-nums last:pe-6">{children}</td>
