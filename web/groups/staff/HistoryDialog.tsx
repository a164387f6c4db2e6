import { useParams } from 'react-router'
import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../../courses/queries.ts'

/** The history of one grouping and its groups, over the groups. */
export default function GroupingHistory() {
  const list = `/course/${useCourseId()}/group`
  return <HistoryDialog of={useParams().grouping_id ?? ''} back={list} home={list} />
}
