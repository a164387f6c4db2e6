import { type FormEvent, useState } from 'react'
import { feedback, regradeTextMost } from '../../contract/feedback.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { CallError, callWithHeaders } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { returnFocus } from '../ui/focus.ts'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/Toast.tsx'
import type { useKeptText } from './useKeptText.ts'

interface Props {
  assignmentId: string
  submissionId: string
  part: string
  kept: ReturnType<typeof useKeptText>
  onClose: () => void
}

/** Asks staff to look at a part again. The typed text stays until it is sent, also after a failure. */
export function AskForm({ assignmentId: asgn_id, submissionId: submission_id, part, kept, onClose }: Props) {
  const { errors, feedback: t } = useText()
  const course_id = useCourseId()
  const { text, set, forgetSent, keyOf } = kept
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(event: FormEvent) {
    event.preventDefault()
    const asked = text.trim()
    if (asked === '') return setProblem(t.needText)
    setSending(true)
    setProblem(undefined)
    const queryKey = ['courses', course_id, 'assignments', asgn_id, 'feedback']
    try {
      const params = { course_id, asgn_id, submission_id }
      await callWithHeaders(feedback.ask, { params, body: { part, text: asked }, idempotencyKey: keyOf(asked) })
      forgetSent(text)
      toast(t.sent, 'done')
      await queries.invalidateQueries({ queryKey })
      onClose()
    } catch (error) {
      const isRefused = error instanceof CallError && (error.code === 'conflict' || error.code === 'too_many')
      // The form goes as soon as the feedback is read again, and words in it would go too.
      if (isRefused) toast(t.refused, 'wrong')
      if (isRefused) void queries.invalidateQueries({ queryKey })
      // Words of a page that loads say that it goes on by itself; this does not.
      else setProblem(failureWords(error, { ...errors, offlineText: t.offline }).text)
    } finally {
      setSending(false)
    }
  }

  return (
    <form ref={returnFocus} noValidate onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextArea
        label={t.question}
        help={t.questionHelp}
        value={text}
        onChange={set}
        error={problem}
        rows={3}
        maxLength={regradeTextMost}
        autoFocus
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button size="sm" type="submit" variant="primary" pending={sending}>
          {t.send}
        </Button>
      </div>
    </form>
  )
}
