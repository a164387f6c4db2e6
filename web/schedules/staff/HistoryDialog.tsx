import { useParams } from 'react-router'
import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../../courses/queries.ts'

/** The history of one class and its attendance, over the schedule. */
export default function ScheduleHistory() {
  const { schedule_id = '' } = useParams()
  const schedule = `/course/${useCourseId()}/schedule`
  return <HistoryDialog of={schedule_id} back={schedule} home={schedule} />
}
