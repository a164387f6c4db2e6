import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../common/AppLink.tsx'
import { EventIcon } from '../common/EventIcon.tsx'
import { eventText } from '../common/eventText.ts'
import { useNow } from '../common/useNow.ts'
import { exact, relative } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { activityOf, useCourseId } from './queries.ts'

/** The number of items before "show more". */
const FIRST = 6

export function RecentActivity() {
  const t = useText()
  const { data } = useSuspenseQuery(activityOf(useCourseId()))
  const [all, setAll] = useState(false)
  const { markFirst, isNew } = useFirstNew()
  const now = useNow()
  if (data.length === 0) {
    return <Empty compact drawing={<PlaneDrawing />} title={t.course.noActivity} text={t.course.noActivityText} />
  }
  return (
    <>
      <ul>
        {data.slice(0, all ? undefined : FIRST).map(({ type, title, kind, params, date, location }, i) => (
          <li key={location + date + title} {...isNew(i)}>
            <AppLink
              to={location}
              className="flex items-start gap-3 rounded-md p-3 outline-offset-[-2px] hover:bg-hover"
            >
              <EventIcon type={type} label={t.notifications.types[type]} />
              <span className="min-w-0">
                <span className="line-clamp-2 break-words font-medium">{eventText(kind, params, t, title)}</span>
                <Time iso={date} exact={exact(date)} className="text-ink-soft text-sm">
                  {relative(date, now)}
                </Time>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      {!all && data.length > FIRST && (
        <Button
          variant="bare"
          className="w-full"
          onClick={() => {
            setAll(true)
            markFirst(FIRST)
          }}
        >
          {t.seeMore}
        </Button>
      )}
    </>
  )
}

export function RecentActivitySkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      {[0, 1, 2, 3].map((n) => (
        <div key={n} className="flex gap-3 p-3">
          <Skeleton shape="circle" className="size-10 shrink-0" />
          <div className="flex-1">
            <Skeleton className="w-10/12" />
            <Skeleton className="w-24 text-sm" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
