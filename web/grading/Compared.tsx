import { useQuery } from '@tanstack/react-query'
import type { Work } from '../../contract/staff/grading.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { gradeIn, sumOf } from './grade.ts'
import { workOf } from './queries.ts'
import { WorkView } from './WorkView.tsx'

/** Another attempt beside the one that is graded. */
export function Compared({ courseId, id }: { courseId: string; id: string }) {
  const t = useAuthoring().grading
  const { data } = useQuery(workOf(courseId, id))
  if (!data) return null
  const { byPart } = sumOf(gradeIn(data.feedback, data.rubric), data.feedback, data.rubric)
  return (
    <section aria-label={t.attempt(data.attempt)} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <AttemptLine work={data} />
      <WorkView work={data} byPart={byPart} current="" onPick={() => {}} />
    </section>
  )
}

/** Which of two attempts it is that stands below. */
export function AttemptLine({ work: { attempt, datetime } }: { work: Pick<Work, 'attempt' | 'datetime'> }) {
  const t = useAuthoring().grading
  return (
    <p className="font-semibold">
      {t.attempt(attempt)} · <span className="font-normal text-ink-soft">{dateTime(datetime)}</span>
    </p>
  )
}
