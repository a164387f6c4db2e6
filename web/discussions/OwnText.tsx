import { type FormEvent, useRef, useState } from 'react'
import { discussions, isBlank, type Post, postMost } from '../../contract/discussions.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { CallError, call } from '../loading/call.ts'
import { Button } from '../ui/Button.tsx'
import { takeLostFocus } from '../ui/focus.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { EditIcon, TrashIcon } from '../ui/icons.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/Toast.tsx'
import { hasDraft, useDraft } from './drafts.ts'
import type { Destination, Reason } from './outbox.ts'
import { renewTopic } from './queries.ts'

type Text = Pick<Post, '_id' | 'content'>

const paramsOf = ({ course_id, discussion_id }: Destination, { _id }: Text) => ({
  course_id,
  discussion_id,
  text_id: _id,
})

/** Why the change failed, in words. */
function useWhy() {
  const { reasons } = useText().discussions
  return (error: unknown) => {
    const code = error instanceof CallError ? error.code : 'other'
    return reasons[(code in reasons ? code : 'other') as Reason]
  }
}

async function rewrite(to: Destination, text: Text, content: string): Promise<void> {
  await call(discussions.editText, { params: paramsOf(to, text), body: { content } })
  await renewTopic(to.course_id, to.discussion_id)
}

interface ToolProps {
  text: Text
  to: Destination
  /** They stand where the form was. */
  isBack: boolean
  onEdit: () => void
}

/** Beside the reader's own text: edits or deletes it; the message about a deletion can undo it. */
export function OwnTools({ text, to, isBack, onEdit }: ToolProps) {
  const t = useText().discussions
  const why = useWhy()
  async function remove() {
    try {
      await call(discussions.deleteText, { params: paramsOf(to, text) })
      const takeBack = () => void rewrite(to, text, text.content).catch((error) => toast(why(error), 'wrong'))
      toast(t.deletedToast, 'done', { label: t.undelete, run: takeBack })
      await renewTopic(to.course_id, to.discussion_id)
    } catch (error) {
      toast(why(error), 'wrong')
    }
  }
  return (
    <span className="relative z-1 -mt-1 -me-2 flex shrink-0">
      <IconButton
        ref={isBack ? takeLostFocus : undefined}
        label={t.edit}
        icon={<EditIcon size={18} />}
        onClick={onEdit}
      />
      <IconButton label={t.delete} icon={<TrashIcon size={18} />} onClick={() => void remove()} />
    </span>
  )
}

const editOf = (to: Destination, textId: string): Destination => ({
  ...to,
  post_id: `edit ${textId}`,
  comment_id: undefined,
})

/** Whether the reader was editing this text of their own when they left the page. */
export const wasEditing = (to: Destination, textId: string): boolean => hasDraft(editOf(to, textId))

interface EditProps {
  text: Text
  to: Destination
  onClose: () => void
  /** Opens the form again, after it was closed. */
  onReturn: () => void
}

/** Replaces the reader's own text with a form. The device keeps the unsaved text. */
export function EditText({ text, to, onClose, onReturn }: EditProps) {
  const t = useText().discussions
  const why = useWhy()
  const [kept, keep] = useDraft(editOf(to, text._id))
  const [typedHere, setTyped] = useState<string>()
  const typed = typedHere ?? (kept || text.content)
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const isSending = useRef(false)
  const latest = useRef(typed)
  const tooLong = typed.trim().length > postMost
  const close = () => {
    isSending.current = false
    keep('')
    onClose()
  }
  function cancel() {
    close()
    if (typed === text.content) return
    const putBack = () => {
      // What was typed since stays.
      if (!wasEditing(to, text._id)) keep(typed)
      onReturn()
    }
    toast(t.discarded, 'done', { label: t.undelete, run: putBack })
  }
  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isBlank(typed) || tooLong || isSending.current) return
    if (typed.trim() === text.content) return close()
    latest.current = typed
    isSending.current = true
    setSending(true)
    try {
      await rewrite(to, text, typed)
      // Whoever closed the form meanwhile may write in it again; what was typed since the press stays.
      if (!isSending.current) return
      if (latest.current === typed) return close()
      isSending.current = false
      setSending(false)
    } catch (error) {
      setFailure(why(error))
      setSending(false)
      isSending.current = false
    }
  }
  return (
    <form aria-label={t.editTitle} className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t.editTitle}
        hideLabel
        rows={3}
        autoFocus
        value={typed}
        onChange={(value) => {
          latest.current = value
          setTyped(value)
          keep(value)
        }}
        error={tooLong ? t.tooLong(number(postMost)) : failure}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
          if (event.key !== 'Escape') return
          // Closes this form, and not the dialog around it.
          event.preventDefault()
          event.stopPropagation()
          cancel()
        }}
      />
      <p className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={cancel}>
          {t.cancelEdit}
        </Button>
        <Button size="sm" type="submit" variant="primary" pending={sending} idle={isBlank(typed) || tooLong}>
          {t.save}
        </Button>
      </p>
    </form>
  )
}
