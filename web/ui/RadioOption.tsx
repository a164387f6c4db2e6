import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { optionLetter } from './optionLetter.ts'

export type RadioOptionProps = {
  /** Shared by the options of one question. */
  name: string
  value: string
  /** Place in the list, from 0; shown as a letter A to Z. */
  index: number
  checked: boolean
  /** Called with the value when it is chosen, with `null` when the chosen one is pressed again. */
  onChange: (value: string | null) => void
  children: ReactNode
  disabled?: boolean
  /** Any number of the options may be chosen. */
  several?: boolean
}

/** One option of a question. Pressing the chosen one (or Space on it) clears the choice. */
export function RadioOption({ name, value, index, checked, onChange, children, disabled, several }: RadioOptionProps) {
  return (
    <label
      className={cx(
        'relative flex min-h-12 cursor-pointer items-center gap-3.5 rounded-md border px-3 py-2 transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 has-disabled:cursor-not-allowed',
        checked
          ? 'border-accent bg-accent-soft/60'
          : 'border-line bg-card hover:border-line-strong has-disabled:border-line',
      )}
    >
      <input
        type={several ? 'checkbox' : 'radio'}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(several && checked ? null : value)}
        // Arrow keys choose through a click too, but on another option.
        onClick={() => checked && !several && onChange(null)}
        // Space on a chosen option is a click in some browsers only; it must not choose again.
        onKeyUp={(event) => {
          if (event.key !== ' ' || !checked || several) return
          event.preventDefault()
          onChange(null)
        }}
        className="sr-only"
      />
      <span
        aria-hidden="true"
        className={cx(
          'grid size-8 shrink-0 place-items-center border font-semibold text-sm',
          several ? 'rounded-sm' : 'rounded-full',
          checked ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-ink-soft',
        )}
      >
        {optionLetter(index)}
      </span>
      <span className={cx('min-w-0 flex-1 break-words', disabled && !checked && 'text-ink-soft')}>{children}</span>
    </label>
  )
}
