import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldWords, fieldBox } from './Field.tsx'

export type TextAreaProps = FieldWords &
  Omit<ComponentProps<'textarea'>, keyof FieldWords | 'value' | 'onChange' | 'id'> & {
    value: string
    onChange: (value: string) => void
    /** Fills the height that its column leaves. */
    fill?: boolean
    /** At the end of the help line. */
    action?: ReactNode
  }

/** Grows with its text, where the browser supports it. */
export function TextArea({
  label,
  hideLabel,
  help,
  error,
  className,
  onChange,
  rows = 4,
  fill,
  action,
  ...rest
}: TextAreaProps) {
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      help={help}
      error={error}
      action={action}
      className={cx(fill && 'flex-1', className)}
    >
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
          className={cx(
            fieldBox,
            'field-sizing-content py-2.5 leading-relaxed',
            fill ? 'flex-1 resize-none' : 'max-h-[60dvh] resize-y',
          )}
          style={{ minHeight: `${rows * 1.625 + 1.375}rem`, ...rest.style }}
        />
      )}
    </Field>
  )
}
