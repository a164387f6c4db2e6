import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldWords, fieldBox } from './Field.tsx'

export type NumberFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'value' | 'onChange' | 'id' | 'type'> & {
    value: number | null
    /** `null` when the field is empty or holds no number. Typing is never clamped. */
    onChange: (value: number | null) => void
  }

export function NumberField({
  label,
  hideLabel,
  help,
  error,

  className,
  value,
  onChange,
  ...rest
}: NumberFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} className={className}>
      {(ids) => (
        <input
          // A phone's keys for whole numbers have no decimal point.
          inputMode={rest.step === 'any' ? 'decimal' : 'numeric'}
          {...rest}
          {...ids}
          type="number"
          value={value ?? ''}
          onChange={(event) => onChange(Number.isNaN(event.target.valueAsNumber) ? null : event.target.valueAsNumber)}
          className={cx(fieldBox, 'h-11 tabular-nums')}
        />
      )}
    </Field>
  )
}
