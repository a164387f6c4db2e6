import { useParams } from 'react-router'
import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../../courses/queries.ts'

/** The history of one assignment, over the list. */
export default function AssignmentHistory() {
  const list = `/course/${useCourseId()}/assignments`
  return <HistoryDialog of={useParams().asgn_id ?? ''} back={list} home={list} />
}
