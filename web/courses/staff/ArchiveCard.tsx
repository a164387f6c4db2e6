import { type CourseSettings, courseWrites } from '../../../contract/staff/courses.ts'
import { revisionOf } from '../../changes/revisions.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { date } from '../../i18n/dates.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { showSettings } from './queries.ts'

/** Archives a course, so that it can only be read, and restores it. Neither removes anything, so no dialog asks. */
export function ArchiveCard({ settings }: { settings: CourseSettings }) {
  const { _id: course_id, archived_at } = settings
  const t = useAuthoring().courses
  const { busy, write } = useWrite('settings')
  async function set(archived: boolean) {
    const input = () => ({ params: { course_id }, body: { archived }, revision: revisionOf(settings) })
    const send = () => callWithHeaders(courseWrites.edit, input())
    const saved = await write(send, archived ? t.archived : t.broughtBack)
    if (saved) await showSettings(course_id, saved)
  }
  return (
    <Card className="grid justify-items-start gap-3">
      <h3 className="font-semibold text-lg">{t.archive}</h3>
      <p className="max-w-prose text-ink-soft">{t.archiveText}</p>
      {archived_at === null ? (
        <Button pending={busy} onClick={() => void set(true)}>
          {t.archiveIt}
        </Button>
      ) : (
        <>
          <p>{t.archivedText(date(archived_at))}</p>
          <Button variant="primary" pending={busy} onClick={() => void set(false)}>
            {t.bringBack}
          </Button>
        </>
      )}
    </Card>
  )
}
