import { useState } from 'react'
import { type Mark, markCommentMost } from '../../../contract/staff/marks.ts'
import { useWorkWords } from '../../i18n/works.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

interface Props {
  mark: Mark
  n: string
  /** Whether it is kept. */
  onSay: (comment: string) => Promise<boolean>
  onRemove: () => void
}

/** A comment is kept when its field is left, or by Ctrl+Enter. What could not be kept stays in the field. */
export function MarkComment({ mark, n, onSay, onRemove }: Props) {
  const t = useWorkWords()
  const [typed, setTyped] = useState<string>()
  const comment = typed ?? mark.comment
  async function keep() {
    if (comment === mark.comment || (await onSay(comment))) setTyped((now) => (now === comment ? undefined : now))
  }
  return (
    <div className="flex items-start gap-2">
      <TextArea
        label={t.commentOf(n)}
        hideLabel
        rows={1}
        maxLength={markCommentMost}
        value={comment}
        placeholder={t.comment}
        className="min-w-0 flex-1"
        onChange={setTyped}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          void keep()
        }}
      />
      <IconButton label={t.remove(n)} icon={<TrashIcon size={18} />} onClick={onRemove} />
    </div>
  )
}
