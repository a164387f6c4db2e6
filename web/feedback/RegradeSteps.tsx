import type { ReactNode } from 'react'
import type { Regrade } from '../../contract/feedback.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'

/** The regrade requests about a part and their answers, in order, with the points before and after. */
export function RegradeSteps({ regrade }: { regrade: Regrade }) {
  const t = useText().feedback
  const { answer, asked_by, asked_at } = regrade
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-s-2 ps-3 text-sm">
      <Step words={t.asked(nameOf(asked_by) || t.somebody)} at={asked_at} text={regrade.text}>
        {!answer && <Badge tone="soon">{t.waits}</Badge>}
      </Step>
      {answer && (
        <Step words={t.answered(nameOf(answer.by) || t.somebody)} at={answer.at} text={answer.text}>
          <Outcome regrade={regrade} />
        </Step>
      )}
    </ol>
  )
}

/** The name of a person; '' when their account was removed. */
const nameOf = (person: Regrade['asked_by']) => (person ? `${person.first} ${person.last}`.trim() : '')

function Outcome({ regrade: { points, score, answer } }: { regrade: Regrade }) {
  const t = useText().feedback
  if (!answer) return null
  if (answer.points !== points && answer.points !== null)
    return <Badge tone="done">{t.pointsChanged(points ?? '–', answer.points)}</Badge>
  if (answer.score !== score && answer.score !== null)
    return <Badge tone="done">{t.scoreChanged(score ?? '–', answer.score)}</Badge>
  return <Badge>{points === null ? t.unchanged : t.pointsStay(points)}</Badge>
}

interface StepProps {
  words: string
  at: string
  text: string
  children: ReactNode
}

const Step = ({ words, at, text, children }: StepProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft">
      <span className="wrap-anywhere min-w-0">{words}</span>
      <Time iso={at} exact={exact(at)}>
        {dateTime(at)}
      </Time>
      {children}
    </p>
    <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
  </li>
)
