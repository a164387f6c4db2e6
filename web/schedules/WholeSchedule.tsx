import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useNow } from '../common/useNow.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { Section } from '../ui/Section.tsx'
import { NoSchedules } from './OwnSchedule.tsx'
import { mySchedules } from './queries.ts'
import { ScheduleList } from './ScheduleList.tsx'

type Props = Pick<ComponentProps<typeof ScheduleList>, 'tools' | 'taken'>

/** All classes of the course, upcoming ones first. */
export function WholeSchedule(more: Props) {
  const t = useText().course
  const { data } = useSuspenseQuery(mySchedules(useCourseId()))
  const now = useNow()
  if (data.length === 0) return <NoSchedules />
  const ahead = data.filter((s) => Date.parse(s.schedule_end) > now)
  const past = data.filter((s) => Date.parse(s.schedule_end) <= now).reverse()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
      {[
        { title: t.ahead, items: ahead },
        { title: t.past, items: past },
      ].map(
        ({ title, items }) =>
          items.length > 0 && (
            <Section key={title} title={title}>
              <Card pad="none">
                <ScheduleList items={items} next={ahead[0]?._id} {...more} />
              </Card>
            </Section>
          ),
      )}
    </div>
  )
}
