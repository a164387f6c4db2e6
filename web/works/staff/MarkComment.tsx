import { type Mark, markCommentMost } from '../../../contract/staff/marks.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useWorkWords } from '../../i18n/works.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useMarkComment } from './useMarkComment.ts'

interface Props {
  mark: Mark
  n: string
  /** Whether it is kept. */
  onSay: (comment: string) => Promise<boolean>
  onRemove: () => void
}

/** The editor of a comment. Leaving the field or Ctrl+Enter saves it. After a failure the text stays in the field. */
export function MarkComment({ mark, n, onSay, onRemove }: Props) {
  const t = useWorkWords()
  const { grading } = useAuthoring()
  const comment = useMarkComment(mark, onSay)
  return (
    <div className="flex flex-wrap items-start gap-2">
      <TextArea
        label={t.commentOf(n)}
        hideLabel
        rows={1}
        maxLength={markCommentMost}
        value={comment.text}
        placeholder={t.comment}
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
      <IconButton
        label={t.remove(n)}
        icon={<TrashIcon size={18} />}
        onClick={() => {
          comment.drop()
          onRemove()
        }}
      />
      {comment.waits && (
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
