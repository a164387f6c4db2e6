import { type FormEvent, useId, useState } from 'react'
import { type Regrade, regradeTextMost } from '../../../contract/feedback.ts'
import { pointsOf } from '../../../contract/points.ts'
import { regradeWrites } from '../../../contract/staff/regrades.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { whyFailed } from '../../forms/whyFailed.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { useMe } from '../../session/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { returnFocus } from '../../ui/focus.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { NotSent } from '../NotSent.tsx'
import { RegradeSteps } from '../RegradeSteps.tsx'
import { useKeptText } from '../useKeptText.ts'

interface Props {
  /** The regrade requests about one part. */
  regrades: Regrade[]
  assignmentId: string
  /** The part's points as typed, in hundredths; null: none yet. */
  points: number | null
  /**
   * Saves the grade as typed. Returns its revision by then, if nobody else saved theirs meanwhile; undefined: it is not
   * saved.
   */
  onSave: () => Promise<number | undefined>
}

/** The regrade requests about a part of a work, beside the answer, with a form for the reply. */
export function PartRegrades({ regrades, ...rest }: Props) {
  const t = useAuthoring().grading.regrades
  const id = useId()
  if (regrades.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-4">
      <h3 id={id} className="font-semibold text-sm">
        {t.title}
      </h3>
      {regrades.map((regrade) => (
        <div key={regrade._id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <RegradeSteps regrade={regrade} />
          <Reply regrade={regrade} {...rest} />
        </div>
      ))}
    </section>
  )
}

type ReplyProps = Omit<Props, 'regrades'> & { regrade: Regrade }

/** The form for the reply; once it is answered, what was typed meanwhile and not sent. */
function Reply({ regrade, ...rest }: ReplyProps) {
  const { grades, grading } = useAuthoring()
  const kept = useKeptText(`answer:${regrade._id}`)
  const me = useMe()
  const typed = kept.text.trim()
  const { answer } = regrade
  if (!answer) return <Answer regrade={regrade} kept={kept} {...rest} />
  const isOwn = answer.by?._id === me._id
  return (
    typed !== '' &&
    typed !== answer.text && (
      <NotSent
        title={grading.regrades[isOwn ? 'unsentOwn' : 'unsent']}
        text={typed}
        discard={grades.discard}
        onDiscard={() => kept.set('')}
      />
    )
  )
}

type AnswerProps = ReplyProps & { kept: ReturnType<typeof useKeptText> }

function Answer({ regrade, assignmentId, points, onSave, kept }: AnswerProps) {
  const { grading, writes } = useAuthoring()
  const t = grading.regrades
  const { feedback } = useText()
  const course_id = useCourseId()
  const { _id: regrade_id, submission_id } = regrade
  const { text, set, forgetSent, keyOf } = kept
  const { busy, write } = useWrite('submissions', {
    // Of a request that was answered meanwhile, that answer comes with it.
    conflict: (error) => (error.current ? whyFailed(error, writes) : t.gradeChanged),
  })
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    const answer = text.trim()
    if (answer === '') return setProblem(t.needText)
    setProblem(undefined)
    setSaving(true)
    const grade_revision = await onSave()
    setSaving(false)
    if (grade_revision === undefined) return
    const params = { course_id, submission_id, regrade_id }
    const body = { text: answer, grade_revision }
    const idempotencyKey = keyOf(answer)
    const done = await write(() => callWithHeaders(regradeWrites.answer, { params, body, idempotencyKey }), t.answered)
    if (!done) return
    forgetSent(text)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'submissions', submission_id, 'regrades'] }),
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', assignmentId, 'submissions'] }),
    ])
  }

  const now = points === null ? null : pointsOf(points)
  const outcome =
    now !== regrade.points
      ? feedback.pointsChanged(regrade.points ?? '–', now ?? '–')
      : now === null
        ? feedback.unchanged
        : feedback.pointsStay(now)
  return (
    <form
      ref={returnFocus}
      data-regrade
      noValidate
      aria-label={t.answer}
      onSubmit={(event) => void send(event)}
      className="grid gap-3"
    >
      <TextArea
        label={t.answer}
        help={t.help}
        value={text}
        onChange={set}
        error={problem}
        rows={2}
        maxLength={regradeTextMost}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event.nativeEvent)
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-ink-soft text-sm tabular-nums">
          {outcome}
        </p>
        <Button size="sm" type="submit" variant="primary" pending={busy || saving}>
          {t.send}
        </Button>
      </div>
    </form>
  )
}
