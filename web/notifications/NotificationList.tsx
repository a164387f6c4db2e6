import { useState } from 'react'
import { AppLink } from '../AppLink.tsx'
import { EventIcon } from '../EventIcon.tsx'
import { exact, relative } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { useNow } from '../useNow.ts'
import { useNotifications } from './queries.ts'

/** What is new, newest first; each leads to what it is about. */
export function NotificationList() {
  const t = useText().notifications
  const { notifications } = useNotifications()
  const now = useNow()
  // Looking is reading, here or in another tab: what was unread stays marked for as long as it is looked at.
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const more = notifications.filter(({ _id, read }) => !read && !fresh.has(_id))
  if (more.length > 0) setFresh(new Set([...fresh, ...more.map(({ _id }) => _id)]))
  if (notifications.length === 0) return <Empty compact drawing={<PlaneDrawing />} title={t.empty} text={t.emptyText} />
  return (
    <ul className="grid gap-0.5">
      {notifications.map(({ _id, timestamp, message }) => (
        <li key={_id}>
          <AppLink
            to={message.link}
            className="relative flex items-start gap-3 rounded-md py-3 pr-8 pl-3 outline-offset-[-2px] hover:bg-hover"
          >
            <EventIcon type={message.type} label={t.types[message.type]} />
            <span className="min-w-0 flex-1">
              <b className="line-clamp-3 break-words font-semibold">
                {message.course_name}: {message.message}
              </b>
              <Time iso={timestamp} exact={exact(timestamp)} className="text-ink-soft text-sm">
                {relative(timestamp, now)}
              </Time>
            </span>
            {fresh.has(_id) && (
              <span className="absolute top-5 right-3 size-2.5 rounded-full bg-accent">
                <span className="sr-only">{t.unread}</span>
              </span>
            )}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

export function NotificationListSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-0.5">
      {[0, 1, 2, 3, 4].map((n) => (
        <div key={n} className="flex gap-3 p-3">
          <Skeleton shape="circle" className="size-10 shrink-0" />
          <div className="flex-1">
            <Skeleton className="w-11/12" />
            <Skeleton className="w-24" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
