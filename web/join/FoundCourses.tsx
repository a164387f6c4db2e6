import { useSearchParams } from 'react-router'
import { useLeave } from '../common/useLeave.ts'
import { CourseCardView, cardGrid } from '../courses/CourseCardView.tsx'
import { useText } from '../i18n/index.ts'
import { failureWords } from '../loading/failureWords.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { DeskDrawing, SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { JoinDialog } from './JoinDialog.tsx'
import { type CourseQuery, useFound } from './queries.ts'

/** The cards of the courses found. The address holds the picked one, which asks for its password. */
export function FoundCourses({ wanted }: { wanted: CourseQuery | undefined }) {
  const t = useText()
  const [params] = useSearchParams()
  const { data, error, refetch, isPlaceholderData } = useFound(wanted)
  const goTo = useLeave()
  const picked = wanted && data?.find((c) => c.course_id === params.get('course'))

  const addressOf = (course?: string) => {
    const next = new URLSearchParams(params)
    if (course) next.set('course', course)
    else next.delete('course')
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
          text={failureWords(error, t.errors).text}
          retryLabel={t.retry}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (!data) return <FoundSkeleton />
  return (
    <Section title={t.join.results}>
      {data.length === 0 && !isPlaceholderData && (
        <Card className="max-w-3xl">
          <Empty drawing={<SearchDrawing />} title={t.join.none} text={t.join.noneText} />
        </Card>
      )}
      {/* Results of the previous search: visible, but inert. */}
      <ul
        className={cx(cardGrid, isPlaceholderData && 'opacity-50')}
        aria-label={t.join.results}
        aria-busy={isPlaceholderData}
        inert={isPlaceholderData}
      >
        {data.map((course) => (
          <li key={course.course_id} className="relative">
            <CourseCardView course={course} to={addressOf(course.course_id)} preventScrollReset />
            {course.course_roster.length > 0 && (
              <Badge tone="done" className="pointer-events-none absolute top-3 left-3">
                {t.join.joined}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {picked && <JoinDialog key={picked.course_id} course={picked} onClose={() => goTo(addressOf())} />}
    </Section>
  )
}

function FoundSkeleton() {
  const t = useText()
  return (
    <Section title={t.join.results}>
      <SkeletonGroup label={t.loading} className={cardGrid}>
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
