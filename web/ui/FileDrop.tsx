import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { buttonClass } from './buttonClass.ts'
import { cx } from './cx.ts'
import { UploadIcon } from './icons.tsx'

export type FileDropProps = {
  /** The words on the button. */
  chooseLabel: ReactNode
  /** The button's name, when its words alone do not say what the file is for. */
  label?: string
  /** Beside the button: which files fit here. */
  hint: ReactNode
  /** The kinds that the file picker offers first. */
  accept?: string
  /** All dropped files, at least one; the caller decides how many it accepts. */
  onFiles: (files: File[]) => void
  className?: string
}

/** A drop zone, with a button that opens the file picker. */
export function FileDrop({ chooseLabel, label, hint, accept, onFiles, className }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)

  function give(files: FileList | null) {
    const all = [...(files ?? [])]
    if (all.length > 0) onFiles(all)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    give(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button is everybody's
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed p-4 transition-colors duration-150',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken/50',
        className,
      )}
    >
      <label
        className={cx(
          buttonClass('quiet', 'md'),
          'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        )}
      >
        <input
          type="file"
          accept={accept}
          aria-label={label}
          aria-describedby={id}
          className="sr-only"
          onChange={(event) => {
            give(event.target.files)
            // The same file again is a choice too.
            event.target.value = ''
          }}
        />
        <UploadIcon size={18} />
        {chooseLabel}
      </label>
      <span id={id} className="min-w-0 flex-1 basis-40 text-ink-soft text-sm">
        {hint}
      </span>
    </div>
  )
}
