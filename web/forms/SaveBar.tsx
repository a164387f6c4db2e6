import { Button } from '../ui/Button.tsx'
import { useDiscard } from './useDiscard.ts'

interface Props {
  /** What is unsaved, in words. */
  note: string
  discardLabel: string
  saveLabel: string
  sending: boolean
  /** Returns what puts it back. */
  onDiscard: () => () => void
  /** Absent: the button submits the form around it. */
  onSave?: () => void
}

/**
 * Save at the end of a long form, in sight wherever in it a person is, as long as something is unsaved. `data-save-bar`
 * keeps the focused element clear of it (styles.css).
 */
export function SaveBar({ note, discardLabel, saveLabel, sending, onDiscard, onSave }: Props) {
  const discard = useDiscard(onDiscard)
  return (
    <div
      data-save-bar
      className="sticky bottom-[calc(var(--bottom-bar)+1rem)] z-10 flex items-center gap-3 rounded-lg border border-line bg-raised p-3 shadow-lifted"
    >
      <p className="min-w-0 flex-1 px-1 font-medium max-sm:text-sm" role="status">
        {note}
      </p>
      <Button onClick={discard}>{discardLabel}</Button>
      <Button type={onSave ? 'button' : 'submit'} variant="primary" pending={sending} onClick={onSave}>
        {saveLabel}
      </Button>
    </div>
  )
}
