import { useQuery } from '@tanstack/react-query'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { workOf } from './queries.ts'
import { WorkView } from './WorkView.tsx'

/** Another attempt beside the one that is graded. */
export function Compared({ courseId, id }: { courseId: string; id: string }) {
  const t = useAuthoring().grading
  const { data } = useQuery(workOf(courseId, id))
  if (!data) return null
  return (
    <section aria-label={t.attempt(data.attempt)} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <p className="font-semibold">
        {t.attempt(data.attempt)} · <span className="font-normal text-ink-soft">{dateTime(data.datetime)}</span>
      </p>
      <WorkView work={data} byPart={undefined} current="" onPick={() => {}} />
    </section>
  )
}
