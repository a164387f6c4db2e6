import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { buttonClass } from './buttonClass.ts'
import { cx } from './cx.ts'
import type { FileInTree } from './fileTree.ts'
import { UploadIcon } from './icons.tsx'

type Receiver =
  | {
      /** All dropped files, at least one; the caller decides how many it accepts. */
      onFiles: (files: File[]) => void
      onTree?: never
    }
  | {
      /** All chosen or dropped files, at least one, and those in dropped folders with their paths. */
      onTree: (files: FileInTree[]) => void
      onFiles?: never
    }

export type FileDropProps = Receiver & {
  /** The words on the button. */
  chooseLabel: ReactNode
  /** The button's name, when its words alone do not say what the file is for. */
  label?: string
  /** Beside the button: which files fit here. */
  hint: ReactNode
  /** The kinds that the file picker offers first. */
  accept?: string
  className?: string
}

/** A drop zone, with a button that opens the file picker. */
export function FileDrop({ chooseLabel, label, hint, accept, onFiles, onTree, className }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)

  function give(files: FileList | null) {
    const all = [...(files ?? [])]
    if (all.length === 0) return
    onFiles?.(all)
    onTree?.(all.map((file) => ({ file, path: file.name })))
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (onTree) void giveTree(event.dataTransfer, onTree)
    else give(event.dataTransfer.files)
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
          multiple={onTree !== undefined}
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

async function giveTree({ items }: DataTransfer, onTree: (files: FileInTree[]) => void): Promise<void> {
  // The browser empties the transfer once the event is over.
  const entries = [...items].map((item) => item.webkitGetAsEntry())
  const { filesIn } = await import('./fileTree.ts')
  const files = await filesIn(entries)
  if (files.length > 0) onTree(files)
}
