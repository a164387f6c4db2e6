import { useParams } from 'react-router'
import { HistoryDialog } from '../changes/HistoryDialog.tsx'
import { useCourseId } from '../courses/queries.ts'

/** The history of one announcement, over the course's home. */
export default function AnnouncementHistory() {
  const course = `/course/${useCourseId()}`
  const { announcement_id: id = '' } = useParams()
  return <HistoryDialog of={id} back={`${course}/announcement/${id}/preview`} home={`${course}/home`} />
}
