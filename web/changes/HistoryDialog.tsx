import { Navigate } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { ExportHistory } from './ExportHistory.tsx'
import { History } from './History.tsx'

interface Props {
  /** The id of the thing. */
  of: string
  /** The address to which closing leads. */
  back: string
  /** The address for people who may not see a history. */
  home: string
}

/** The history of one thing, over the screen that shows it. */
export function HistoryDialog({ of, back, home }: Props) {
  const { close, loading } = useText()
  const t = useAuthoring().history
  const leave = useLeave()
  const can = useCan()
  const courseId = useCourseId()
  if (!can.author && !can.grade) return <Navigate to={home} replace />
  return (
    <Dialog
      title={t.title}
      closeLabel={close}
      onClose={() => leave(back)}
      size="lg"
      footer={
        <>
          <AppLink to={`/course/${courseId}/history`} className={buttonClass('quiet', 'sm')}>
            {t.whole}
          </AppLink>
          {can.settings && <ExportHistory />}
        </>
      }
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
        <History part={{ of }} />
      </Load>
    </Dialog>
  )
}
