import { useState } from 'react'
import { submissions } from '../../contract/staff/grading.ts'
import { tomorrow } from '../changes/publishing.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { callWithHeaders, serverNow } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { DateTimeField } from '../ui/staff/DateTimeField.tsx'
import type { Row } from './rows.tsx'
import { useKeyShown } from './useKeyShown.ts'

interface Props {
  asgnId: string
  /** The works to release. */
  rows: Row[]
  /** The release covers everyone, also people who join later. */
  all?: boolean
  takeBack: boolean
  onClose: () => void
}

/** Releases grades, now or at a time, or takes them back, after a summary in numbers. */
export function ReleaseDialog({ asgnId, rows, all = false, takeBack, onClose }: Props) {
  const authoring = useAuthoring()
  const { grading: t, publishing } = authoring
  const { close } = useText()
  const language = useLanguage()
  const course_id = useCourseId()
  const isEarly = useKeyShown(asgnId)
  const { busy, write } = useWrite('assignments')
  const [later, setLater] = useState(false)
  const [at, setAt] = useState<string | null>(tomorrow)
  const [error, setError] = useState<string>()
  const touched = rows.filter(({ held, shown }) => (takeBack ? shown : held))
  const n = touched.length
  const count = (...states: Row['state'][]) => rows.filter(({ state }) => states.includes(state)).length
  const released = rows.filter(({ held, shown }) => shown && !held).length
  const nothing = count('not_begun', 'in_progress')
  const notGraded = rows.filter(({ state, held }) => state === 'submitted' && !held).length
  const unscored = touched.filter(({ state }) => state === 'submitted').length
  const then = later && at ? Date.parse(at) : serverNow()
  const idsOf = (some: Row[]) => some.map(({ owner_id }) => owner_id)

  async function send() {
    if (later && (at === null || Date.parse(at) <= serverNow())) return setError(publishing.needTime)
    // A release also covers works that are graded until its time.
    const about = later ? (all ? ('all' as const) : idsOf(rows)) : idsOf(touched)
    const body = { people: about, shown: !takeBack, at: later ? at : null }
    const done = takeBack ? t.takenBack(n) : later ? t.plannedToast(dateTime(at ?? '')) : t.released(n)
    const params = { course_id, asgn_id: asgnId }
    if (!(await write(() => callWithHeaders(submissions.release, { params, body }), done))) return
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
            disabled={n === 0 && !later}
            onClick={() => void send()}
          >
            {takeBack ? t.takeBackThese(n) : later ? t.planRelease : t.releaseThese(n)}
          </Button>
        </>
      )}
    >
      <div className="grid gap-4">
        <p>{takeBack ? t.takeBackText(n) : later ? t.plannedText(n) : t.releaseText(n)}</p>
        {!takeBack && (
          <>
            {(later || n > 0) && isEarly(then) && <p className="font-medium text-late text-sm">{t.showsKeyEarly}</p>}
            {unscored + released + notGraded + nothing > 0 && (
              <ul className="grid gap-1 text-ink-soft text-sm">
                {unscored > 0 && <li className="font-medium text-late">{t.withoutScore(unscored)}</li>}
                {released > 0 && <li>{t.alreadyReleased(released)}</li>}
                {notGraded > 0 && <li>{later ? t.notYetGradedThen(notGraded) : t.notYetGraded(notGraded)}</li>}
                {nothing > 0 && <li>{t.nothingHandedIn(nothing)}</li>}
              </ul>
            )}
            <Select
              label={t.releaseWhen}
              value={later ? 'later' : 'now'}
              onChange={(when) => setLater(when === 'later')}
              options={(['now', 'later'] as const).map((value) => ({ value, label: publishing[value] }))}
            />
            {later && (
              <DateTimeField
                label={publishing.time}
                language={language}
                words={authoring.dateTime}
                value={at}
                onChange={(next) => {
                  setAt(next)
                  setError(undefined)
                }}
                error={error}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
