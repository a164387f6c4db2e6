import { useParams } from 'react-router'
import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../../courses/queries.ts'

/** The history of one topic, and of what staff made of the texts in it, over the topic. */
export default function TopicHistory() {
  const { discussion_id: id = '' } = useParams()
  const path = `/course/${useCourseId()}/discussion/${id}`
  return <HistoryDialog of={id} back={path} home={path} />
}
