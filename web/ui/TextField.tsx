import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldWords, fieldBox } from './Field.tsx'

export type TextFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'value' | 'onChange' | 'id'> & {
    value: string
    onChange: (value: string) => void
  }

export function TextField({ label, hideLabel, help, error, className, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} className={className}>
      {(ids) => (
        <input
          type="text"
          {...rest}
          {...ids}
          onChange={(event) => onChange(event.target.value)}
          className={cx(fieldBox, 'h-11')}
        />
      )}
    </Field>
  )
}
