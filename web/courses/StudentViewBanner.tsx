import { useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { onWriteInStudentView, useStudentView } from '../loading/studentView.ts'
import { announce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { EyeIcon } from '../ui/icons.tsx'
import { toast } from '../ui/Toast.tsx'
import { switchStudentView } from './switchStudentView.ts'

/** Above a course that is seen as its students see it: says so, and leads back. */
export default function StudentViewBanner() {
  const t = useText().staff.studentView
  const view = useStudentView()
  useEffect(() => onWriteInStudentView(() => toast(t.note)), [t.note])
  return (
    <section
      aria-label={t.banner}
      className="mx-auto flex w-full max-w-page items-center gap-3 px-4 py-1.5 sm:px-6 lg:px-8"
    >
      <EyeIcon className="text-accent-strong max-sm:hidden" />
      <p className="min-w-0 flex-1 text-pretty text-ink text-sm leading-5">{t.note}</p>
      <Button
        size="sm"
        className="shrink-0"
        onClick={() => {
          if (view) switchStudentView(view.courseId)
          announce(t.left)
        }}
      >
        {t.leave}
      </Button>
    </section>
  )
}
