import { useSuspenseQuery } from '@tanstack/react-query'
import { worksheetOf } from '../assignments/queries.ts'
import { Score } from '../assignments/Score.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import FeedbackDetails from './FeedbackDetails.tsx'

interface Props {
  assignmentId: string
  onClose: () => void
}

/** The explanation of an assignment's score, with the comment. */
export default function FeedbackDialog({ assignmentId, onClose }: Props) {
  const { assignments, close, loading } = useText()
  return (
    <Dialog title={assignments.feedback} closeLabel={close} onClose={onClose} size="md">
      <Load
        compact
        fallback={
          <SkeletonGroup label={loading}>
            <Skeleton />
            <Skeleton />
          </SkeletonGroup>
        }
      >
        <Feedback assignmentId={assignmentId} />
      </Load>
    </Dialog>
  )
}

function Feedback({ assignmentId }: Pick<Props, 'assignmentId'>) {
  const { data: assignment } = useSuspenseQuery(worksheetOf(useCourseId(), assignmentId))
  const { assignment_name, assignment_score, my } = assignment
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="wrap-anywhere min-w-0 flex-1 font-semibold">{assignment_name}</span>
        <Score feedback={my?.feedback} max={assignment_score} />
      </p>
      {my?.feedback.comment && <Markdown text={my.feedback.comment} />}
      <FeedbackDetails assignment={assignment} />
    </div>
  )
}
