import { useSearchParams } from 'react-router'
import { isPassing } from '../call.ts'
import { CourseCardView } from '../courses/CourseCardView.tsx'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing, SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { JoinDialog } from './JoinDialog.tsx'
import { useFound, type Wanted } from './queries.ts'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-5'

/** The cards of what was found. The one that is picked is in the address, and asks for its password. */
export function FoundCourses({ wanted }: { wanted: Wanted | undefined }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const { data, error, refetch, isFetching } = useFound(wanted)
  const picked = wanted && data?.find((c) => c.course_id === params.get('course'))

  const leave = () =>
    setParams(
      (kept) => {
        kept.delete('course')
        return kept
      },
      { replace: true, preventScrollReset: true },
    )
  const addressOf = (course: string) => {
    const next = new URLSearchParams(params)
    next.set('course', course)
    return `/join?${next}`
  }

  if (!wanted) {
    return (
      <Card className="max-w-3xl">
        <Empty drawing={<DeskDrawing />} title={t.join.startTitle} text={t.join.startText} />
      </Card>
    )
  }
  if (error && !data) {
    return (
      <Card className="max-w-3xl">
        <ErrorState
          title={t.errors.short}
          text={isPassing(error) ? t.errors.offlineText : t.errors.otherText}
          retryLabel={t.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (!data) return <FoundSkeleton />
  return (
    <Section title={t.join.results}>
      {data.length === 0 && (
        <Card className="max-w-3xl">
          <Empty drawing={<SearchDrawing />} title={t.join.none} text={t.join.noneText} />
        </Card>
      )}
      <ul className={grid} aria-label={t.join.results}>
        {data.map((course) => (
          <li key={course.course_id} className="relative">
            <CourseCardView course={course} to={addressOf(course.course_id)} />
            {course.course_roster.length > 0 && (
              <Badge tone="done" className="pointer-events-none absolute top-3 left-3">
                {t.join.joined}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {picked && <JoinDialog key={picked.course_id} course={picked} onClose={leave} />}
    </Section>
  )
}

function FoundSkeleton() {
  const t = useText()
  return (
    <Section title={t.join.results}>
      <SkeletonGroup label={t.loading} className={grid}>
        <Card pad="none" className="overflow-hidden">
          <Skeleton shape="block" className="aspect-video rounded-none" />
          <div className="p-4">
            <Skeleton className="w-1/3 text-sm" />
            <Skeleton className="text-lg" />
            <Skeleton className="w-2/3 text-lg" />
            <Skeleton className="w-1/2 text-sm" />
          </div>
        </Card>
      </SkeletonGroup>
    </Section>
  )
}
