import { type Mark, markCommentMost } from '../../../contract/staff/marks.ts'
import { LeaveGuard } from '../../forms/LeaveGuard.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useWorkWords } from '../../i18n/works.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useMarkComment } from './useMarkComment.ts'

interface Props {
  submission: string
  mark: Mark
  n: string
  /** Somebody removed it while this person was typing. */
  gone: boolean
  /** Whether it is kept. */
  onSay: (comment: string) => Promise<boolean>
  /** A mark is being saved or removed. */
  busy: boolean
  /** Calls `drop` once the mark is removed. */
  onRemove: (drop: () => void) => void
  /** Draws the removed mark once more, with the typed comment, and then calls `drop`. */
  onPutBack: (comment: string, drop: () => void) => void
  /** The comment is typed and not saved, or that is over. */
  onTyped: (isTyped: boolean) => void
}

/**
 * The editor of a comment. Leaving the field or Ctrl+Enter saves it. After a failure the text stays in the field, also
 * when somebody removes the mark.
 */
export function MarkComment({ submission, mark, n, gone, busy, onSay, onRemove, onPutBack, onTyped }: Props) {
  const t = useWorkWords()
  const { grades, grading } = useAuthoring()
  const comment = useMarkComment({ submission, mark, gone, onTyped }, onSay)
  return (
    <div className="flex flex-wrap items-start gap-2">
      {!comment.isKept && <LeaveGuard when />}
      <TextArea
        label={gone ? grading.commentOfGone : t.commentOf(n)}
        hideLabel
        rows={1}
        maxLength={markCommentMost}
        value={comment.text}
        // The mark comes back with what is typed until now.
        readOnly={gone && busy}
        placeholder={t.comment}
        data-empty={comment.isEmpty ? '' : undefined}
        className="min-w-0 flex-1"
        onChange={comment.set}
        onBlur={() => void comment.keep()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          void comment.keep()
        }}
      />
      {!gone && (
        <IconButton label={t.remove(n)} icon={<TrashIcon size={18} />} onClick={() => onRemove(comment.drop)} />
      )}
      {gone && (
        <p className="flex w-full flex-wrap items-center gap-3 text-late text-sm" role="status">
          {grading.markGone}
          <Button size="sm" pending={busy} onClick={() => onPutBack(comment.text, comment.drop)}>
            {grading.putMarkBack}
          </Button>
          <Button size="sm" onClick={comment.drop}>
            {grades.discard}
          </Button>
        </p>
      )}
      {comment.waits && !gone && (
        <p className="flex w-full items-center gap-3 text-late text-sm" role="status">
          {grading.notSaved}
          <Button size="sm" onClick={() => void comment.keep()}>
            {grading.save}
          </Button>
        </p>
      )}
    </div>
  )
}
