import type { ScheduleItem } from '../../contract/schedules.ts'
import { useNow } from '../common/useNow.ts'
import { useCan } from '../courses/membership.ts'
import { clock, exact, shortDay } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'
import { attendanceOf } from './attendance.ts'

/** Classes in order, with the attendance of students. The `next` one has a mark. */
export function ScheduleList({ items, next }: { items: ScheduleItem[]; next?: string }) {
  const t = useText()
  const now = useNow()
  const { work } = useCan()
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
        const { tone, word } = attendanceOf(item.attendance, t)
        return (
          <li key={item._id} className="flex items-center gap-4 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <p className="break-words font-medium">{item.schedule_name}</p>
              <p className="text-ink-soft text-sm tabular-nums">
                <Time iso={item.schedule_start} exact={exact(item.schedule_start)}>
                  {shortDay(item.schedule_start)}, {clock(item.schedule_start)}–{clock(item.schedule_end)}
                </Time>
                {item.schedule_location && <> · {item.schedule_location}</>}
              </p>
            </div>
            {item._id === next && (
              <Badge tone="accent" icon={null}>
                {t.course.next}
              </Badge>
            )}
            {!work ? null : Date.parse(item.schedule_end) > now ? (
              // N/A: the plain word, without a badge.
              <span className="px-1 text-ink-soft text-sm">
                <span className="sr-only">{t.course.attendanceLabel}: </span>
                {word}
              </span>
            ) : (
              <Badge tone={tone} icon={tone === 'neutral' ? null : undefined}>
                <span className="sr-only">{t.course.attendanceLabel}: </span>
                {word}
              </Badge>
            )}
          </li>
        )
      })}
    </ul>
  )
}
