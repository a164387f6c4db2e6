import { submissions } from '../../contract/staff/grading.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { isReleased, type Row } from './rows.tsx'

interface Props {
  asgnId: string
  /** Whom it is about. */
  rows: Row[]
  takeBack: boolean
  onClose: () => void
}

/** Says in numbers who gets what before anything is released, or taken back. */
export function ReleaseDialog({ asgnId, rows, takeBack, onClose }: Props) {
  const t = useAuthoring().grading
  const { close } = useText()
  const course_id = useCourseId()
  const { busy, write } = useWrite('assignments')
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length
  const released = rows.filter(isReleased).length
  const touched = rows.filter(takeBack ? isReleased : ({ state }) => state === 'graded')
  const params = { course_id, asgn_id: asgnId }
  const people = touched.map(({ owner_id }) => owner_id)

  async function send() {
    const done = await write(
      () => callWithHeaders(submissions.release, { params, body: { people, shown: !takeBack } }),
      takeBack ? t.takenBack(touched.length) : t.released(touched.length),
    )
    if (!done) return
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', asgnId] }),
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'submissions'] }),
    ])
    onClose()
  }
  return (
    <Dialog
      title={takeBack ? t.takeBackTitle : t.releaseTitle}
      closeLabel={close}
      onClose={onClose}
      size="sm"
      footer={(leave) => (
        <>
          <Button onClick={() => leave('button')}>{t.cancel}</Button>
          <Button
            variant={takeBack ? 'danger' : 'primary'}
            pending={busy}
            disabled={touched.length === 0}
            onClick={() => void send()}
          >
            {takeBack ? t.takeBackThese(touched.length) : t.releaseThese(touched.length)}
          </Button>
        </>
      )}
    >
      <div className="grid gap-4">
        <p>{takeBack ? t.takeBackText(touched.length) : t.releaseText(touched.length)}</p>
        {!takeBack && (
          <ul className="grid gap-1 text-ink-soft text-sm">
            {released > 0 && <li>{t.alreadyReleased(released)}</li>}
            {count('submitted') > 0 && <li>{t.notYetGraded(count('submitted'))}</li>}
            {count('not_begun') + count('in_progress') > 0 && (
              <li>{t.nothingHandedIn(count('not_begun') + count('in_progress'))}</li>
            )}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
