import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldWords, fieldBox } from './Field.tsx'
import { ChevronDownIcon } from './icons.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = FieldWords &
  Omit<ComponentProps<'select'>, keyof FieldWords | 'value' | 'onChange' | 'id' | 'children'> & {
    options: SelectOption[]
    value: string
    onChange: (value: string) => void
  }

/** The native select: it fits every phone and costs nothing. */
export function Select({ label, hideLabel, help, error, className, options, onChange, ...rest }: SelectProps) {
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} className={className}>
      {(ids) => (
        <span className="relative block min-w-0">
          <select
            {...rest}
            {...ids}
            onChange={(event) => onChange(event.target.value)}
            className={cx(fieldBox, 'h-11 cursor-pointer appearance-none truncate pr-10')}
          >
            {options.map(({ value, label, disabled }) => (
              <option key={value} value={value} disabled={disabled} className="bg-raised text-ink">
                {label}
              </option>
            ))}
          </select>
          <ChevronDownIcon size={18} className="pointer-events-none absolute top-3.25 right-3 text-ink-soft" />
        </span>
      )}
    </Field>
  )
}
