import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Outlet, useParams } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { isUnpublished } from '../common/PublishBadge.tsx'
import { Title } from '../common/Title.tsx'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { isNotFound } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart } from '../loading/StaffPart.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { useMe } from '../session/queries.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { BridgeDrawing } from '../ui/drawings.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ItemTitle } from '../ui/ItemTitle.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { LockedNote, mayWrite } from './Moderation.tsx'
import { NewPost } from './NewPost.tsx'
import { useUnsent } from './outbox.ts'
import { Posts } from './Posts.tsx'
import { topicOf } from './queries.ts'
import { useSeen } from './seen.ts'
import { TopicBadges } from './TopicBadges.tsx'
import { topicMenu } from './topicMenu.ts'

/** A topic with its posts and the form for a new one; a post opens as a dialog. */
export default function TopicScreen() {
  const t = useText().discussions
  const courseId = useCourseId()
  const id = useParams().discussion_id ?? ''
  const list = `/course/${courseId}/discussion`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>
        <AppLink to={list} look="text" className="inline-flex min-h-11 items-center gap-2">
          <ArrowLeftIcon size={18} />
          {t.allTopics}
        </AppLink>
      </p>
      <Load key={id} fallback={<TopicSkeleton />}>
        <ErrorBoundary
          fallbackRender={({ error }) => {
            if (!isNotFound(error)) throw error
            return <Absent list={list} />
          }}
        >
          <Topic id={id} list={list} />
        </ErrorBoundary>
      </Load>
    </div>
  )
}

function Topic({ id, list }: { id: string; list: string }) {
  const courseId = useCourseId()
  const me = useMe()
  const can = useCan()
  const { data: topic, error } = useSuspenseQuery(topicOf(courseId, id))
  const since = useSeen(courseId, topic)
  const unsent = useUnsent(me._id, id)
  const unsentPosts = useMemo(() => unsent.filter((e) => !e.post_id).reverse(), [unsent])
  const to = { person_id: me._id, course_id: courseId, discussion_id: id }
  // Staff took it from its readers while they had it open. It is here again once they give it back.
  if (!can.author && isNotFound(error)) return <Absent list={list} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Title over of={topic.discussion_title} />
      <Card as="article" className={cx(isUnpublished(topic) && 'border-line-strong border-dashed')}>
        <div className="flex items-start justify-between gap-4">
          <ItemTitle>{topic.discussion_title}</ItemTitle>
          {can.author && (
            <div className="-mt-2 -me-2 flex min-h-11 min-w-11 shrink-0 items-center gap-2">
              <Load fallback={null} compact>
                <StaffPart code={topicMenu} given={{ topic, alone: true }} />
              </Load>
            </div>
          )}
        </div>
        <p className="mt-1 mb-2 text-ink-soft text-sm tabular-nums">
          <Time iso={topic.discussion_datetime} exact={exact(topic.discussion_datetime)} focusable>
            {dateTime(topic.discussion_datetime)}
          </Time>
        </p>
        <div className="mb-4">
          <TopicBadges {...topic} />
        </div>
        <Markdown text={topic.discussion_description} />
      </Card>
      {mayWrite(topic, can) ? <NewPost to={to} /> : <LockedNote />}
      <Posts topic={topic} unsent={unsentPosts} since={since} />
      <Outlet />
    </div>
  )
}

function Absent({ list }: { list: string }) {
  const t = useText().discussions
  return (
    <Card>
      <ErrorState
        drawing={<BridgeDrawing />}
        title={t.absent}
        text={t.absentText}
        action={
          <AppLink to={list} className={buttonClass('primary', 'md')}>
            {t.allTopics}
          </AppLink>
        }
      />
    </Card>
  )
}

function TopicSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-8">
      <Card>
        <Skeleton className="w-1/2 text-xl" />
        <Skeleton className="mt-1 mb-4 w-40 text-sm" />
        <Skeleton />
        <Skeleton className="w-10/12" />
      </Card>
      <Skeleton shape="block" className="h-48" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4">
        {[0, 1, 2, 3].map((n) => (
          <Card key={n} className="h-44">
            <div className="flex items-center gap-3">
              <Skeleton shape="circle" className="size-10" />
              <Skeleton className="w-1/2" />
            </div>
            <Skeleton className="mt-4" />
            <Skeleton className="w-2/3" />
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  )
}
