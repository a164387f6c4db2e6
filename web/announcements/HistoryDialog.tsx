import { Navigate, useParams } from 'react-router'
import { History } from '../changes/History.tsx'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/ownPlace.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

/** The history of one announcement, over the course's home. */
export default function HistoryDialog() {
  const { close, loading } = useText()
  const t = useAuthoring().history
  const courseId = useCourseId()
  const { announcement_id: id = '' } = useParams()
  const leave = useLeave()
  if (!useCan().author) return <Navigate to={`/course/${courseId}/home`} replace />
  return (
    <Dialog
      title={t.title}
      closeLabel={close}
      onClose={() => leave(`/course/${courseId}/announcement/${id}/preview`)}
      size="lg"
    >
      <Title over of={t.title} />
      <Load
        compact
        fallback={
          <SkeletonGroup label={loading}>
            <Skeleton />
            <Skeleton />
          </SkeletonGroup>
        }
      >
        <History of={id} />
      </Load>
    </Dialog>
  )
}
