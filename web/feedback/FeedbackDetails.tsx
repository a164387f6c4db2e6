import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import type { ShownFeedback } from '../../contract/feedback.ts'
import { attemptAnchor } from '../assignments/form.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { namesOf } from '../grading/parts.ts'
import { dateTime, number, signed } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { textLink } from '../ui/Link.tsx'
import { AskForm } from './AskForm.tsx'
import { NotSent } from './NotSent.tsx'
import { feedbackOf } from './queries.ts'
import { RegradeSteps } from './RegradeSteps.tsx'
import { useKeptText } from './useKeptText.ts'

interface Props {
  /** The sheet at the time of the submission. */
  assignment: Assignment
  /** Absent: the latest submission. */
  submissionId?: string | undefined
}

/** The explanation of a score, part by part, with its regrade requests. Nothing, if there is neither. */
export default function FeedbackDetails({ assignment, submissionId }: Props) {
  const { feedback: t, assignments } = useText()
  const courseId = useCourseId()
  const { data } = useSuspenseQuery(feedbackOf(courseId, assignment._id, submissionId))
  if (!data) return null
  const names = namesOf({ sheet: assignment }, assignments)
  const isByPart = data.parts.some(({ points, items }) => points !== null || items.length > 0)
  const mayAsk = data.ask_until !== null
  // Below an earlier attempt, they are on the work above.
  const marks = submissionId ? 0 : data.marks
  if (!isByPart && !mayAsk && data.regrades.length === 0 && data.items.length === 0 && !data.own && marks === 0)
    return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">{isByPart ? t.byPart : t.parts}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {data.parts.map((part) => (
          <Part
            key={part.part}
            assignmentId={assignment._id}
            data={data}
            part={part}
            name={names.get(part.part) ?? t.gone}
          />
        ))}
      </ul>
      <Sum data={data} />
      {marks > 0 && (
        <p>
          <AppLink
            to={`/course/${courseId}/assignments/${assignment._id}/worksheet#${attemptAnchor(data.attempt)}`}
            className={`touch-target ${textLink}`}
          >
            {t.marks(marks, number(marks))}
          </AppLink>
        </p>
      )}
      {mayAsk && data.ask_until && <p className="text-ink-soft text-sm">{t.until(dateTime(data.ask_until))}</p>}
    </div>
  )
}

interface PartProps {
  assignmentId: string
  data: ShownFeedback
  part: ShownFeedback['parts'][number]
  name: string
}

function Part({ assignmentId, data, part: { part, points, most, by, items }, name }: PartProps) {
  const t = useText().feedback
  const courseId = useCourseId()
  // The device may have a question that the person typed and did not send.
  const kept = useKeptText(`${courseId}:${data.submission_id}:${part}`)
  const [asking, setAsking] = useState(kept.text !== '')
  const typed = kept.text.trim()
  const regrades = data.regrades.filter((one) => one.part === part)
  const waits = regrades.some(({ answer }) => !answer)
  const mayAsk = data.ask_until !== null && !waits
  const isUnsent = typed !== '' && regrades.every(({ text }) => text !== typed)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="wrap-anywhere min-w-0 flex-1 basis-28">
          <span className="font-medium">{name}</span>
          {by && <span className="block text-ink-soft text-sm">{t.by[by]}</span>}
        </span>
        <span className="ms-auto flex items-center gap-3">
          {mayAsk && !asking && (
            <Button size="sm" variant="bare" aria-label={t.askOf(name)} onClick={() => setAsking(true)}>
              {t.ask}
            </Button>
          )}
          {points !== null && (
            <span className="tabular-nums">
              <span className="font-semibold">{points}</span> <span className="text-ink-soft">/ {most}</span>
            </span>
          )}
        </span>
      </div>
      <Items items={items} />
      {regrades.map((regrade) => (
        <RegradeSteps key={regrade._id} regrade={regrade} />
      ))}
      {mayAsk && asking && (
        <AskForm {...{ assignmentId, part, kept }} submissionId={data.submission_id} onClose={() => setAsking(false)} />
      )}
      {!mayAsk && isUnsent && (
        <NotSent title={t.unsent} text={typed} discard={t.discard} onDiscard={() => kept.set('')} />
      )}
    </li>
  )
}

function Items({ items }: { items: ShownFeedback['items'] }) {
  if (items.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm">
      {items.map(({ title, points }) => (
        <li key={`${title} ${points}`} className="flex justify-between gap-4">
          <span className="wrap-anywhere min-w-0">{title}</span>
          {points !== null && <span className="whitespace-nowrap text-ink-soft tabular-nums">{signed(points)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The sum of the parts, and the steps from it to the score. */
function Sum({ data }: { data: ShownFeedback }) {
  const t = useText().feedback
  const { points, score, penalty, overridden, own, items } = data
  const words = own
    ? t.own
    : points === null || score === null
      ? undefined
      : overridden
        ? t.overridden(points, score)
        : penalty && penalty.keeps < 100
          ? t.late(points, penalty.days, penalty.keeps, score)
          : t.sum(points)
  if (items.length === 0 && !words) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {items.length > 0 && (
        <>
          <p className="font-medium">{t.whole}</p>
          <Items items={items} />
        </>
      )}
      {words && <p className="text-sm">{words}</p>}
    </div>
  )
}
