import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { useBackOnFailure } from '../loading/useBackOnFailure.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { ComposeForm } from './ComposeForm.tsx'
import { empty, startOf } from './fields.ts'
import { announcementOf } from './queries.ts'

/** Writes or edits an announcement over the course's home. When the dialog closes, the device keeps what was typed. */
export default function ComposeDialog() {
  const { close, loading } = useText()
  const t = useAuthoring().announcements
  const courseId = useCourseId()
  const { announcement_id: id } = useParams()
  const { author } = useCan()
  const announcement = useQuery({ ...announcementOf(courseId, id ?? ''), enabled: id !== undefined })
  const leave = useLeave()
  const list = `/course/${courseId}/home`
  useBackOnFailure(announcement, list)
  if (!author) return <Navigate to={list} replace />

  const title = id ? t.edit : t.add
  const start = id ? announcement.data && startOf(announcement.data) : empty
  if (start) return <ComposeForm key={id ?? 'new'} title={title} id={id} start={start} onLeave={() => leave(list)} />
  return (
    <Dialog title={title} closeLabel={close} onClose={() => leave(list)} size="lg">
      <Title over of={title} />
      <SkeletonGroup label={loading}>
        <Skeleton />
        <Skeleton />
        <Skeleton className="w-2/3" />
      </SkeletonGroup>
    </Dialog>
  )
}
