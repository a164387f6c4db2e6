import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import type { TopicSummary } from '../../contract/discussions.ts'
import { AppLink } from '../common/AppLink.tsx'
import { isUnpublished } from '../common/PublishBadge.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart } from '../loading/StaffPart.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ChevronRightIcon, DiscussionIcon, PlusIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { LastAnswer, NewBadge } from './LastAnswer.tsx'
import { discussionsOf } from './queries.ts'
import { TopicBadges } from './TopicBadges.tsx'
import { topicMenu } from './topicMenu.ts'

/** The topics of the course. */
export default function DiscussionsScreen() {
  const t = useText()
  const courseId = useCourseId()
  const { author } = useCan()
  return (
    <Section
      title={t.discussions.title}
      action={
        author && (
          <AppLink
            preventScrollReset
            to={`/course/${courseId}/discussion/new`}
            className={buttonClass('primary', 'sm')}
          >
            <PlusIcon size={18} />
            {t.staff.discussions.add}
          </AppLink>
        )
      }
    >
      <Load fallback={<TopicsSkeleton />}>
        <Topics />
      </Load>
      <Outlet />
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
        {data.map((topic) => (
          <TopicRow key={topic._id} topic={topic} />
        ))}
      </ul>
    </Card>
  )
}

function TopicRow({ topic }: { topic: TopicSummary }) {
  const t = useText().discussions
  const courseId = useCourseId()
  const { author } = useCan()
  const { _id, discussion_title: title, discussion_datetime: datetime, posts, last, unseen, must_post } = topic
  return (
    <li className="relative flex items-center gap-4 px-4 py-4 hover:bg-hover sm:px-6">
      <span
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded-full max-sm:hidden',
          isUnpublished(topic) ? 'border border-line-strong border-dashed text-ink-soft' : 'bg-accent-soft text-accent',
        )}
      >
        <DiscussionIcon />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_4rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
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
            </Time>
            {!must_post && ` · ${t.posts(posts)}`}
          </p>
          <TopicBadges {...topic} />
        </div>
        {last && (
          <p id={`last-${_id}`} className="flex min-w-0 max-sm:order-1 max-sm:col-span-2 sm:col-start-2 sm:justify-end">
            <LastAnswer {...last} />
          </p>
        )}
        {unseen && <NewBadge id={`new-${_id}`} />}
      </div>
      {author ? (
        <div className="relative z-1 -me-2 min-h-11 min-w-11 shrink-0">
          <Load fallback={null} compact>
            <StaffPart code={topicMenu} given={{ topic }} />
          </Load>
        </div>
      ) : (
        <ChevronRightIcon className="text-ink-soft" />
      )}
    </li>
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
