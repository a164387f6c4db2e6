import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Work } from '../../contract/staff/grading.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { gradeIn, sumOf } from './grade.ts'
import { workOf } from './queries.ts'
import { WorkView } from './WorkView.tsx'

/** Another attempt beside the one that is being graded. */
export function Compared({ courseId, id }: { courseId: string; id: string }) {
  const line = useId()
  const { data } = useQuery(workOf(courseId, id))
  if (!data) return null
  const { byPart } = sumOf(gradeIn(data.feedback, data.rubric), data.feedback, data.rubric)
  return (
    <section aria-labelledby={line} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <AttemptLine id={line} work={data} />
      <WorkView work={data} byPart={byPart} current="" onPick={() => {}} within={line} />
    </section>
  )
}

/** The heading of one of two attempts. */
export function AttemptLine({ id, work }: { id?: string; work: Pick<Work, 'attempt' | 'datetime'> }) {
  const t = useAuthoring().grading
  const { attempt, datetime } = work
  return (
    <p id={id} className="font-semibold">
      {t.attempt(attempt)} · <span className="font-normal text-ink-soft">{dateTime(datetime)}</span>
    </p>
  )
}
