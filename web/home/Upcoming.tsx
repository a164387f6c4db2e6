import { useSuspenseQuery } from '@tanstack/react-query'
import { AppLink } from '../AppLink.tsx'
import { upcoming } from '../courses/queries.ts'
import { EventIcon } from '../EventIcon.tsx'
import { dateTime, earlier, exact, relative } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { CalendarDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Strip, StripItem } from '../ui/Strip.tsx'
import { Time } from '../ui/Time.tsx'
import { useFirst } from '../useFirst.ts'
import { useNow } from '../useNow.ts'

/** As many as a wide window shows. */
const FIRST = 6

export function Upcoming() {
  const t = useText()
  const now = useNow()
  const events = useSuspenseQuery(upcoming)
    // On a page that stays open, what has begun meanwhile is not ahead any more.
    .data.filter(({ datetime }) => Date.parse(datetime) > now)
    .sort((a, b) => earlier(a.datetime, b.datetime))
  const drawn = useFirst(events, FIRST)
  if (events.length === 0) {
    return (
      <Card>
        <Empty compact drawing={<CalendarDrawing />} title={t.home.upcomingEmpty} text={t.home.upcomingEmptyText} />
      </Card>
    )
  }
  return (
    <Strip label={t.home.upcoming} words={t.strip}>
      {drawn.map(({ type, course_code, course_name, title, datetime, location }) => (
        <StripItem key={location + datetime + title}>
          <Card linked pad="sm" className="flex h-full gap-3">
            <EventIcon type={type} label={t.notifications.types[type]} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-ink-soft text-sm" title={course_name}>
                {course_code} · {course_name}
              </p>
              <p className="line-clamp-2 min-h-[2lh] break-words font-semibold">
                <AppLink to={location} look="cover">
                  {title}
                </AppLink>
              </p>
              <p className="mt-1 text-sm">
                <Time iso={datetime} exact={exact(datetime)} className="font-medium text-accent">
                  {relative(datetime, now)}
                </Time>
                <span className="block text-ink-soft">{dateTime(datetime)}</span>
              </p>
            </div>
          </Card>
        </StripItem>
      ))}
    </Strip>
  )
}

export function UpcomingSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="flex gap-4 overflow-hidden pb-1">
      {[0, 1, 2, 3].map((n) => (
        <Card key={n} pad="sm" className="flex w-72 shrink-0 gap-3">
          <Skeleton shape="circle" className="size-10 shrink-0" />
          <div className="flex-1">
            <Skeleton className="w-3/4 text-sm" />
            <Skeleton />
            <Skeleton />
            <Skeleton className="mt-1 w-1/3 text-sm" />
            <Skeleton className="w-1/2 text-sm" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  )
}
