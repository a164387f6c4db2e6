import { useSuspenseQuery } from '@tanstack/react-query'
import { AppLink } from '../AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../Load.tsx'
import { Card } from '../ui/Card.tsx'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ChevronRightIcon, DiscussionIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { discussionsOf } from './queries.ts'

/** The topics of the course. */
export default function DiscussionsScreen() {
  return (
    <Section title={useText().discussions.title}>
      <Load fallback={<TopicsSkeleton />}>
        <Topics />
      </Load>
    </Section>
  )
}

function Topics() {
  const t = useText().discussions
  const courseId = useCourseId()
  const { data } = useSuspenseQuery(discussionsOf(courseId))
  if (data.length === 0) {
    return (
      <Card>
        <Empty drawing={<PlaneDrawing />} title={t.empty} text={t.emptyText} />
      </Card>
    )
  }
  return (
    <Card pad="none">
      <ul aria-label={t.title} className="divide-y divide-line">
        {data.map(({ _id, discussion_title: title, discussion_datetime: datetime, posts }) => (
          <li key={_id} className="relative flex items-center gap-4 px-4 py-4 hover:bg-hover sm:px-6">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
              <DiscussionIcon />
            </span>
            <div className="min-w-0 flex-1">
              <h3 className="break-words font-semibold">
                <AppLink to={`/course/${courseId}/discussion/${_id}`} look="cover">
                  {title}
                </AppLink>
              </h3>
              <p className="text-ink-soft text-sm tabular-nums">
                <Time iso={datetime} exact={exact(datetime)}>
                  {dateTime(datetime)}
                </Time>{' '}
                · {t.posts(posts)}
              </p>
            </div>
            <ChevronRightIcon className="text-ink-soft" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TopicsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none">
        {[0, 1, 2, 3].map((n) => (
          <div key={n} className="flex items-center gap-4 px-4 py-4 sm:px-6">
            <Skeleton shape="circle" className="size-10 shrink-0" />
            <div className="flex-1">
              <Skeleton className="w-1/2" />
              <Skeleton className="w-1/3 text-sm" />
            </div>
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
