import { useEffect, useState } from 'react'
import { AppLink } from '../common/AppLink.tsx'
import { EventIcon } from '../common/EventIcon.tsx'
import { eventText } from '../common/eventText.ts'
import { useNow } from '../common/useNow.ts'
import { day, exact, relative } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { useNotifications, useReadAll, useUnreadCount } from './queries.ts'

/** Notifications by day, newest first, each a link to its subject. `level` is the heading level of a day. */
export function NotificationList({ level: Heading }: { level: 'h2' | 'h3' }) {
  const words = useText()
  const t = words.notifications
  const { data, isFetching } = useNotifications()
  const { notifications } = data
  const now = useNow()
  useReadOnSight(notifications[0]?.timestamp, isFetching)
  // Unread notifications stay marked while the list is open.
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const more = notifications.filter(({ _id, read }) => !read && !fresh.has(_id))
  if (more.length > 0) setFresh(new Set([...fresh, ...more.map(({ _id }) => _id)]))
  if (notifications.length === 0) return <Empty compact drawing={<PlaneDrawing />} title={t.empty} text={t.emptyText} />
  const days = Map.groupBy(notifications, ({ timestamp }) => day(timestamp, now))
  return [...days].map(([name, ofDay]) => (
    <section key={name} aria-label={name}>
      <Heading className="px-3 pt-3 pb-1 font-semibold text-ink-soft text-sm">{name}</Heading>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {ofDay.map(({ _id, timestamp, message }) => (
          <li key={_id}>
            <AppLink
              to={message.link}
              className="relative flex items-start gap-3 rounded-md py-2.5 pr-8 pl-3 outline-offset-[-2px] hover:bg-hover"
            >
              <EventIcon type={message.type} label={t.types[message.type]} />
              <span className="min-w-0 flex-1 leading-snug">
                <b className="line-clamp-2 break-words font-semibold">
                  {eventText(message.kind, message.params, words, message.message)}
                </b>
                <span className="flex gap-1.5 text-ink-soft text-sm">
                  <b className="truncate font-semibold" title={message.course_name}>
                    {message.course_name}
                  </b>
                  <span aria-hidden="true">·</span>
                  <Time iso={timestamp} exact={exact(timestamp)} className="shrink-0">
                    {relative(timestamp, now)}
                  </Time>
                </span>
              </span>
              {fresh.has(_id) && (
                <span className="absolute top-4 right-3 size-2.5 rounded-full bg-accent">
                  <span className="sr-only">{t.unread}</span>
                </span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  ))
}

/**
 * Marks all up to the newest as read once they are in sight: a list that loads afterwards would not show which are new.
 */
function useReadOnSight(newest: string | undefined, isFetching: boolean): void {
  const unread = useUnreadCount() > 0
  const { mutate, isError, variables: marked } = useReadAll()
  useEffect(() => {
    // Not again right after a failure, or up to the same instant: it would repeat as long as something is unread.
    if (unread && !isFetching && !isError && newest !== undefined && newest !== marked) mutate(newest)
  }, [unread, isFetching, isError, newest, marked, mutate])
}

export function NotificationListSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-0.5">
      <Skeleton className="mx-3 mt-3 mb-1 w-16 text-sm" />
      {[0, 1, 2, 3, 4].map((n) => (
        <div key={n} className="flex gap-3 px-3 py-2.5">
          <Skeleton shape="circle" className="size-10 shrink-0" />
          <div className="flex-1">
            <Skeleton className="w-11/12" />
            <Skeleton className="w-40 text-sm" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
