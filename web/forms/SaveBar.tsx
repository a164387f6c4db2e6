import { Button } from '../ui/Button.tsx'

interface Props {
  /** What is not saved yet. */
  note: string
  discardLabel: string
  saveLabel: string
  sending: boolean
  onDiscard: () => void
  /** Absent: it submits the form that it stands in. */
  onSave?: () => void
}

/**
 * Saving, at the end of a long form and in sight wherever in it a person is: there while something is not saved yet.
 * `data-save-bar` keeps the focused element clear of it (styles.css).
 */
export function SaveBar({ note, discardLabel, saveLabel, sending, onDiscard, onSave }: Props) {
  return (
    <div
      data-save-bar
      className="sticky bottom-[calc(var(--bottom-bar)+1rem)] z-10 flex items-center gap-3 rounded-lg border border-line bg-raised p-3 shadow-lifted"
    >
      <p className="min-w-0 flex-1 px-1 font-medium max-sm:text-sm" role="status">
        {note}
      </p>
      <Button onClick={onDiscard}>{discardLabel}</Button>
      <Button type={onSave ? 'button' : 'submit'} variant="primary" pending={sending} onClick={onSave}>
        {saveLabel}
      </Button>
    </div>
  )
}
