import { useText } from '../i18n/index.ts'
import { useMe } from '../session/queries.ts'
import { announce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { EyeIcon } from '../ui/icons.tsx'
import { switchStudentView } from './switchStudentView.ts'

/** In the header of a course, for its staff: switches the student view on. */
export default function StudentViewButton({ courseId }: { courseId: string }) {
  const t = useText().staff.studentView
  const { _id } = useMe()
  return (
    <Button
      size="sm"
      title={t.see}
      icon={<EyeIcon size={18} />}
      className="shrink-0 max-sm:min-w-11"
      onClick={() => {
        switchStudentView(courseId, { courseId, personId: _id })
        announce(t.note)
      }}
    >
      <span className="max-sm:sr-only">{t.see}</span>
    </Button>
  )
}
