import { returnFocus } from './focus.ts'
import { IconButton } from './IconButton.tsx'
import { AlertIcon, CheckIcon, RetryIcon, XIcon } from './icons.tsx'
import { ProgressRing } from './ProgressRing.tsx'

interface UploadRow {
  key: string
  /** The name of the file, with its folders. */
  path: string
  state: 'waiting' | 'sending' | 'failed' | 'done'
  /** 0 to 1 */
  part: number
  /** What happens with it, or why it failed. */
  note: string
  /** Trying it again would fail the same way. */
  isFinal?: boolean
}

export type UploadListProps = {
  label: string
  uploads: UploadRow[]
  words: { uploading: (path: string) => string; cancel: (path: string) => string; retry: (path: string) => string }
  onCancel: (key: string) => void
  onRetry: (key: string) => void
}

/** Many uploads, each with its progress, and buttons that stop it or try it again. */
export function UploadList({ label, uploads, words, onCancel, onRetry }: UploadListProps) {
  return (
    <ul aria-label={label} className="grid gap-1">
      {uploads.map(({ key, path, state, part, note, isFinal }) => (
        <li key={key} className="flex min-h-14 items-center gap-3 rounded-md border border-line px-3 py-1">
          <span className="grid size-12 shrink-0 place-items-center">
            {state === 'done' ? (
              <CheckIcon className="text-done" />
            ) : state === 'failed' ? (
              <AlertIcon className="text-wrong" />
            ) : (
              <ProgressRing value={part} size={48} label={words.uploading(path)}>
                {Math.floor(part * 100)}%
              </ProgressRing>
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block break-words font-medium">{path}</span>
            <span className="block text-ink-soft text-sm">{note}</span>
          </span>
          {state === 'failed' && !isFinal && (
            <IconButton ref={returnFocus} label={words.retry(path)} icon={<RetryIcon />} onClick={() => onRetry(key)} />
          )}
          {state !== 'done' && (
            <IconButton ref={returnFocus} label={words.cancel(path)} icon={<XIcon />} onClick={() => onCancel(key)} />
          )}
        </li>
      ))}
    </ul>
  )
}
