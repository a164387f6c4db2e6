import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useCourseId } from '../courses/queries.ts'
import { date, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Markdown } from '../Markdown.tsx'
import { Title } from '../Title.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { useBackOnFailure } from '../useBackOnFailure.ts'
import { useLeave } from '../useLeave.ts'
import { announcementOf } from './queries.ts'

/** One announcement over the course's home, with an address of its own. */
export default function AnnouncementDialog() {
  const t = useText()
  const courseId = useCourseId()
  const announcement = useQuery(announcementOf(courseId, useParams().announcement_id ?? ''))
  const leave = useLeave()
  const { data } = announcement
  const list = `/course/${courseId}/home`
  useBackOnFailure(announcement, list)

  return (
    <Dialog
      title={data?.announcement_title ?? t.loading}
      loading={!data}
      closeLabel={t.close}
      onClose={() => leave(list)}
      size="lg"
    >
      {data && <Title over of={data.announcement_title} />}
      {data ? (
        <>
          <p className="mb-5 text-ink-soft text-sm">
            <Time iso={data.announcement_datetime} exact={exact(data.announcement_datetime)} focusable>
              {t.course.postedOn(date(data.announcement_datetime))}
            </Time>
          </p>
          <Markdown text={data.announcement_content} />
        </>
      ) : (
        <SkeletonGroup label={t.loading}>
          <Skeleton className="mb-5 w-40 text-sm" />
          <Skeleton />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
