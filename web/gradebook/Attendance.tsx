import { useSuspenseQuery } from '@tanstack/react-query'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { useWide } from '../common/useWide.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { attendanceOf } from '../schedules/attendance.ts'
import { NoSchedules } from '../schedules/OwnSchedule.tsx'
import { mySchedules } from '../schedules/queries.ts'
import { AttendanceStrip } from '../ui/AttendanceStrip.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { type Week, weeksOf } from './rules.ts'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-3'

/** The term as a strip, then each week with its classes; on a phone a week opens on request. */
export function Attendance() {
  const t = useText()
  const wide = useWide()
  const { data } = useSuspenseQuery(mySchedules(useCourseId()))
  if (data.length === 0) return <NoSchedules />
  const weeks = weeksOf(data)
  return (
    <div className="grid gap-3 md:gap-5">
      <AttendanceStrip
        label={t.gradebook.weeks}
        weeks={weeks.flatMap(({ week, classes }) =>
          classes.map((item) => {
            const { tone, word } = attendanceOf(item, t)
            return { key: item._id, label: String(week), tone, text: t.gradebook.weekIs(week, word) }
          }),
        )}
      />
      {wide ? (
        <Weeks weeks={weeks} />
      ) : (
        <Card pad="none" className="overflow-hidden">
          <ExpandRow dense title={t.gradebook.classes} meta={number(data.length)}>
            <Weeks weeks={weeks} />
          </ExpandRow>
        </Card>
      )}
    </div>
  )
}

function Weeks({ weeks }: { weeks: Week[] }) {
  const t = useText().gradebook
  return (
    <ul className={grid}>
      {weeks.map(({ week, classes }) => (
        <Card as="li" pad="sm" key={week}>
          <h3 className="font-semibold">{t.week(week)}</h3>
          <ul className="mt-2 grid gap-2">
            {classes.map((item) => (
              <Class key={item._id} item={item} />
            ))}
          </ul>
        </Card>
      ))}
    </ul>
  )
}

function Class({ item }: { item: ScheduleItem }) {
  const { tone, word } = attendanceOf(item, useText())
  return (
    <li className="flex flex-wrap items-center justify-between gap-2" title={item.schedule_name}>
      <Time iso={item.schedule_start} exact={exact(item.schedule_start)} className="text-ink-soft text-sm tabular-nums">
        {dateTime(item.schedule_start)}
      </Time>
      <Badge tone={tone} icon={tone === 'neutral' ? null : undefined}>
        {word}
      </Badge>
    </li>
  )
}

export function AttendanceSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-3 md:gap-5">
      <Skeleton shape="block" className="h-50 md:h-13 md:max-w-xl" />
      <Skeleton shape="block" className="h-11 md:hidden" />
      <div className={`${grid} max-md:hidden`}>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((n) => (
          <Card key={n} pad="sm">
            <Skeleton className="w-20" />
            <Skeleton className="mt-2 w-10/12 text-sm" />
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  )
}
