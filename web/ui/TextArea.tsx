import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldWords, fieldBox } from './Field.tsx'

export type TextAreaProps = FieldWords &
  Omit<ComponentProps<'textarea'>, keyof FieldWords | 'value' | 'onChange' | 'id'> & {
    value: string
    onChange: (value: string) => void
  }

/** Grows with what is written, where the browser can do that by itself. */
export function TextArea({
  label,
  hideLabel,
  help,
  error,

  className,
  onChange,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} className={className}>
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
          className={cx(fieldBox, 'field-sizing-content max-h-[60dvh] resize-y py-2.5 leading-relaxed')}
          style={{ minHeight: `${rows * 1.625 + 1.375}rem`, ...rest.style }}
        />
      )}
    </Field>
  )
}
