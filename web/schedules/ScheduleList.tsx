import type { ReactNode } from 'react'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useNow } from '../common/useNow.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { clock, exact, shortDay } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { cx } from '../ui/cx.ts'
import { Time } from '../ui/Time.tsx'
import { attendanceOf } from './attendance.ts'

interface Props {
  items: ScheduleItem[]
  /** The id of the next class, which has a mark. */
  next?: string
  /** Staff's menu, at the end of the row. */
  tools?: (item: ScheduleItem) => ReactNode
  /** Staff's summary of the attendance at a class, in words. */
  taken?: (item: ScheduleItem) => string | undefined
}

/** Attendance can be taken a while before a class starts. */
const EARLY_MS = 30 * 60_000

/** Classes in order, with the attendance of students. */
export function ScheduleList({ items, next, tools, taken }: Props) {
  const t = useText()
  const now = useNow()
  const courseId = useCourseId()
  const { work, grade } = useCan()
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
        const { _id, schedule_name, schedule_start, schedule_end, schedule_location, schedule_cancelled } = item
        return (
          <li key={_id} className="flex items-center gap-4 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <p className={cx('break-words font-medium', schedule_cancelled && 'text-ink-soft line-through')}>
                {schedule_name}
              </p>
              <p className="wrap-anywhere text-ink-soft text-sm tabular-nums">
                <Time iso={schedule_start} exact={exact(schedule_start)}>
                  {shortDay(schedule_start)}, {clock(schedule_start)}–{clock(schedule_end)}
                </Time>
                {schedule_location && <> · {schedule_location}</>}
              </p>
              {wasBefore(item, now) && <p className="text-soon text-sm">{t.course.movedFrom(wasBefore(item, now))}</p>}
              {grade && !schedule_cancelled && Date.parse(schedule_start) - EARLY_MS < now && (
                <AppLink
                  to={`/course/${courseId}/schedule/${_id}/attendance`}
                  look="text"
                  className="touch-target text-sm"
                  aria-label={`${taken?.(item) ?? t.staff.classes.attendance}: ${schedule_name}`}
                >
                  {taken?.(item) ?? t.staff.classes.attendance}
                </AppLink>
              )}
            </div>
            {_id === next && !schedule_cancelled && (
              <Badge tone="accent" icon={null}>
                {t.course.next}
              </Badge>
            )}
            {schedule_cancelled ? (
              <Badge tone="late">{t.course.cancelled}</Badge>
            ) : (
              work && <Own item={item} now={now} />
            )}
            {tools?.(item)}
          </li>
        )
      })}
    </ul>
  )
}

/** In ms: how long before a class a line says that it moved. */
const MOVED_MS = 14 * 86_400_000

/** The original time and place of a class that is soon; empty: it has not moved, or is not soon. */
function wasBefore(item: ScheduleItem, now: number): string {
  const { schedule_moved_from: at, schedule_moved_from_location: room, schedule_cancelled, schedule_end } = item
  if (schedule_cancelled || Date.parse(schedule_end) < now || Date.parse(item.schedule_start) > now + MOVED_MS)
    return ''
  return [at && `${shortDay(at)}, ${clock(at)}`, room].filter(Boolean).join(' · ')
}

/** The person's own attendance. */
function Own({ item, now }: { item: ScheduleItem; now: number }) {
  const t = useText()
  const { tone, word } = attendanceOf(item, t)
  const label = <span className="sr-only">{t.course.attendanceLabel}: </span>
  // N/A before the class is over: the plain word, without a badge.
  if (item.attendance === null && Date.parse(item.schedule_end) > now)
    return (
      <span className="px-1 text-ink-soft text-sm">
        {label}
        {word}
      </span>
    )
  return (
    <Badge tone={tone} icon={tone === 'neutral' ? null : undefined}>
      {label}
      {word}
    </Badge>
  )
}
