import { useParams } from 'react-router'
import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../../courses/queries.ts'

/** The history of one file, folder, link or playlist, over the contents. */
export default function ContentHistory() {
  const list = `/course/${useCourseId()}/content`
  const { content_id, link_id, row_id } = useParams()
  return <HistoryDialog of={content_id ?? link_id ?? row_id ?? ''} back={list} home={list} />
}
