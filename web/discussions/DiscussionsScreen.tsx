import { useSuspenseQuery } from '@tanstack/react-query'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ChevronRightIcon, DiscussionIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { LastAnswer, NewBadge } from './LastAnswer.tsx'
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
        {data.map(({ _id, discussion_title: title, discussion_datetime: datetime, posts, last, unseen }) => (
          <li key={_id} className="relative flex items-center gap-4 px-4 py-4 hover:bg-hover sm:px-6">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent max-sm:hidden">
              <DiscussionIcon />
            </span>
            <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_4rem]">
              <div>
                <h3 className="break-words font-semibold">
                  <AppLink
                    to={`/course/${courseId}/discussion/${_id}`}
                    look="cover"
                    aria-describedby={cx(last && `last-${_id}`, unseen && `new-${_id}`) || undefined}
                  >
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
              {last && (
                <p
                  id={`last-${_id}`}
                  className="flex min-w-0 max-sm:order-1 max-sm:col-span-2 sm:col-start-2 sm:justify-end"
                >
                  <LastAnswer {...last} />
                </p>
              )}
              {unseen && <NewBadge id={`new-${_id}`} />}
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
              <div className="sm:hidden">
                <Skeleton className="mt-1 w-2/3" />
              </div>
            </div>
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
