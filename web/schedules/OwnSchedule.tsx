import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useNow } from '../common/useNow.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { CalendarDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { mySchedules } from './queries.ts'
import { ScheduleList } from './ScheduleList.tsx'

/** Loaded while a class takes attendance by code. */
const attendNow = staffCode('AttendNow', () => import('./AttendNow.tsx'))

/** The classes around now: the last ones and the next ones. */
const PAST = 2
const AHEAD = 4

/** On a phone, where more is below, no classes take the height of those that load. */
const height = 'max-lg:min-h-84'

export function OwnSchedule() {
  const t = useText()
  const courseId = useCourseId()
  const { data } = useSuspenseQuery(mySchedules(courseId))
  const now = useNow()
  const { work } = useCan()
  const open = data.find(({ attendance_open, attendance }) => attendance_open && attendance === null)
  // After marking, the result stays in sight as long as the page.
  const [asked, setAsked] = useState<ScheduleItem>()
  if (work && open && open._id !== asked?._id) setAsked(open)
  if (data.length === 0) return <NoSchedules className={height} />
  const ahead = data.findIndex((s) => Date.parse(s.schedule_end) > now)
  const middle = ahead === -1 ? data.length : ahead
  const from = Math.max(0, Math.min(middle - PAST, data.length - PAST - AHEAD))
  return (
    <>
      {asked && (
        <Load fallback={null} compact>
          <StaffPart key={asked._id} code={attendNow} given={{ name: asked.schedule_name }} />
        </Load>
      )}
      <Card pad="none">
        <ScheduleList items={data.slice(from, from + PAST + AHEAD)} next={data[ahead]?._id} />
        {data.length > PAST + AHEAD && (
          <p className="border-line border-t px-5 py-3">
            <AppLink to={`/course/${courseId}/schedule`} look="text" className="touch-target">
              {t.course.wholeSchedule}
            </AppLink>
          </p>
        )}
      </Card>
    </>
  )
}

export function NoSchedules({ className }: { className?: string }) {
  const t = useText().course
  return (
    <Card className={cx('grid place-items-center', className)}>
      <Empty compact drawing={<CalendarDrawing />} title={t.noSchedules} text={t.noSchedulesText} />
    </Card>
  )
}

export function OwnScheduleSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none" className={height}>
        {[0, 1, 2, 3, 4].map((n) => (
          <div key={n} className="px-4 py-3 sm:px-5">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2 text-sm" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
