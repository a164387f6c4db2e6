import { useParams } from 'react-router'
import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../../courses/queries.ts'

/** The history of one meeting, over the list. */
export default function MeetingHistory() {
  const list = `/course/${useCourseId()}/meeting`
  return <HistoryDialog of={useParams().meeting_id ?? ''} back={list} home={list} />
}
