import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { AlertIcon } from './icons.tsx'

/** The frame of every form field: label above, help below, error beside the field and announced. */
export type FieldWords = {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  help?: ReactNode
  error?: ReactNode
  className?: string
}

export type FieldIds = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const fieldBox =
  'w-full min-w-0 rounded-md border border-line-strong bg-card px-3.5 text-base text-ink transition-[border-color] duration-150 ' +
  'placeholder:text-ink-soft placeholder-shown:text-ellipsis hover:border-ink-soft focus-visible:border-accent focus-visible:outline-offset-0 ' +
  'aria-invalid:border-wrong disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft'

export function Field({
  label,
  hideLabel,
  help,
  error,
  className,
  action,
  children,
}: FieldWords & { action?: ReactNode; children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-sm'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {(help || action) && (
        <div className="flex items-center justify-between gap-4">
          <p id={`${id}-help`} className="min-w-0 text-ink-soft text-sm">
            {help}
          </p>
          {action}
        </div>
      )}
      {/* Always mounted, so that a screen reader announces an error. While empty it takes no room, nor a gap. */}
      <div id={`${id}-error`} aria-live="polite" className="empty:-mt-1.5">
        {error && (
          <p className="flex items-start gap-1.5 font-medium text-sm text-wrong">
            <AlertIcon size={16} className="mt-0.5" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  )
}
