import { useParams } from 'react-router'
import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../../courses/queries.ts'

/** The history of one file or folder, over the contents. */
export default function ContentHistory() {
  const list = `/course/${useCourseId()}/content`
  return <HistoryDialog of={useParams().content_id ?? ''} back={list} home={list} />
}
