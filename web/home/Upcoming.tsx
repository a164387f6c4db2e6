import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { UpcomingEvent } from '../../contract/courses.ts'
import { AppLink } from '../common/AppLink.tsx'
import { EventIcon } from '../common/EventIcon.tsx'
import { useNow } from '../common/useNow.ts'
import { upcoming } from '../courses/queries.ts'
import { dateTime, earlier, exact, relative } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { CalendarDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { RovingList } from '../ui/RovingList.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'

/** The number of events before "show all". */
const NEXT = 8

/** Two rows, which scroll sideways in a narrow window. The padding makes room for the shadows in the scroll area. */
const strip =
  'grid auto-cols-[min(17.5rem,80vw)] grid-flow-col grid-rows-2 gap-3 -mx-4 -my-1 overflow-x-auto overscroll-x-contain px-4 pt-1 pb-4 snap-x snap-proximity scroll-px-4 pointer-coarse:scrollbar-none sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid-flow-row lg:grid-cols-4 lg:grid-rows-none lg:overflow-visible lg:px-0'
const whole = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-4'

// On a page that stays open, an event that has started is no longer upcoming.
const stillAhead = (events: UpcomingEvent[], now: number) =>
  events.filter(({ datetime }) => Date.parse(datetime) > now).sort((a, b) => earlier(a.datetime, b.datetime))

export function Upcoming() {
  const t = useText()
  const now = useNow()
  const [search] = useSearchParams()
  const all = search.get('upcoming') === 'all'
  const events = stillAhead(useSuspenseQuery(upcoming).data, now)
  if (events.length === 0) {
    return (
      <Card>
        <Empty compact drawing={<CalendarDrawing />} title={t.home.upcomingEmpty} text={t.home.upcomingEmptyText} />
      </Card>
    )
  }
  return (
    <RovingList
      label={t.home.upcoming}
      hint={t.home.upcomingHint}
      className={all ? whole : cx(strip, events.length < 2 && 'max-lg:grid-rows-1')}
    >
      {events.slice(0, all ? undefined : NEXT).map((event) => (
        <li key={event.location + event.datetime + event.title} className="min-w-0 snap-start">
          <Event {...event} now={now} />
        </li>
      ))}
    </RovingList>
  )
}

function Event({
  type,
  course_code,
  course_name,
  title,
  datetime,
  location,
  place,
  now,
}: UpcomingEvent & { now: number }) {
  const t = useText()
  return (
    <Card linked pad="none" className="flex h-full gap-3 p-3">
      <EventIcon type={type} label={t.notifications.types[type]} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex gap-2 text-ink-soft">
          <span className="min-w-0 flex-1 truncate" title={course_name}>
            {course_code} · {course_name}
          </span>
          <Time iso={datetime} exact={exact(datetime)} className="shrink-0 font-medium text-accent">
            {relative(datetime, now)}
          </Time>
        </p>
        <p className="line-clamp-2 break-words font-semibold text-base leading-snug" title={title}>
          <AppLink to={location} look="cover">
            {title}
          </AppLink>
        </p>
        <p className="text-ink-soft tabular-nums">{dateTime(datetime)}</p>
        {place && (
          <p className="truncate text-ink-soft" title={place}>
            {place}
          </p>
        )}
      </div>
    </Card>
  )
}

/** Shows all events, or fewer again. The address holds the choice, so that Back and a reload keep it. */
export function SeeAllUpcoming() {
  const t = useText()
  const now = useNow()
  const [search] = useSearchParams()
  const { data = [] } = useQuery(upcoming)
  const all = search.get('upcoming') === 'all'
  const count = stillAhead(data, now).length
  if (count <= NEXT) return null
  const next = new URLSearchParams(search)
  if (all) next.delete('upcoming')
  else next.set('upcoming', 'all')
  return (
    <AppLink to={`/?${next}`} replace={all} look="text" preventScrollReset className="touch-target">
      {all ? t.home.seeFewer : t.home.seeAllOf(count)}
    </AppLink>
  )
}

export function UpcomingSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className={cx(strip, 'overflow-hidden')}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((n) => (
        <Card key={n} pad="none" className="flex gap-3 p-3">
          <Skeleton shape="circle" className="size-10 shrink-0" />
          <div className="flex-1 text-sm">
            <Skeleton className="w-3/4" />
            <Skeleton className="text-base" />
            <Skeleton className="w-1/2" />
            <Skeleton className="w-2/3" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  )
}
