import { HistoryDialog } from '../../changes/HistoryDialog.tsx'
import { useCourseId } from '../queries.ts'

/** The history of a course's settings, over them. */
export default function SettingsHistory() {
  const courseId = useCourseId()
  const settings = `/course/${courseId}/settings`
  return <HistoryDialog of={courseId} back={settings} home={settings} />
}
