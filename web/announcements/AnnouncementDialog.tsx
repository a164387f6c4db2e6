import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { useBackOnFailure } from '../loading/useBackOnFailure.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Badges } from './Badges.tsx'
import { PostedBy } from './PostedBy.tsx'
import { announcementOf } from './queries.ts'

const tools = staffCode('AnnouncementTools', () => import('./AnnouncementTools.tsx'))

/** One announcement over the course's home, with an address of its own. */
export default function AnnouncementDialog() {
  const t = useText()
  const courseId = useCourseId()
  const announcement = useQuery(announcementOf(courseId, useParams().announcement_id ?? ''))
  const leave = useLeave()
  const { data } = announcement
  const { author } = useCan()
  const list = `/course/${courseId}/home`
  useBackOnFailure(announcement, list, { reader: !author })

  return (
    <Dialog
      title={data?.announcement_title ?? t.loading}
      loading={!data}
      closeLabel={t.close}
      onClose={() => leave(list)}
      size="lg"
      footer={
        data &&
        author && (
          <Load fallback={<Skeleton className="min-h-11 w-full" />} compact>
            <StaffPart code={tools} given={{ announcement: data }} />
          </Load>
        )
      }
    >
      {data && <Title over of={data.announcement_title} />}
      {data ? (
        <>
          <div className="mb-5 grid gap-3">
            <Badges {...data} />
            <PostedBy {...data} focusable />
          </div>
          <Markdown text={data.announcement_content} />
        </>
      ) : (
        <SkeletonGroup label={t.loading}>
          <div className="mb-5 flex items-center gap-3">
            <Skeleton shape="circle" className="size-9" />
            <Skeleton className="w-40 text-sm" />
          </div>
          <Skeleton />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
