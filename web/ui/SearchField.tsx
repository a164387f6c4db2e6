import { type ComponentProps, useRef } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldWords, fieldBox } from './Field.tsx'
import { SearchIcon, XIcon } from './icons.tsx'

export type SearchFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'value' | 'onChange' | 'id' | 'type'> & {
    value: string
    onChange: (value: string) => void
    /** The name of the button that empties the field. */
    clearLabel: string
  }

export function SearchField({
  label,
  hideLabel = true,
  help,
  error,

  className,
  onChange,
  clearLabel,
  ...rest
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} className={className}>
      {(ids) => (
        <span className="relative block">
          <SearchIcon className="pointer-events-none absolute top-3 left-3.5 text-ink-soft" />
          <input
            {...rest}
            {...ids}
            ref={input}
            type="search"
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && rest.value) {
                event.preventDefault()
                event.stopPropagation()
                clear()
              }
              rest.onKeyDown?.(event)
            }}
            className={cx(
              fieldBox,
              'h-11 pl-11 [&::-webkit-search-cancel-button]:hidden',
              // On a phone the words that say what is searched need the room of the button that empties.
              rest.value ? 'pr-11' : 'pr-3',
            )}
          />
          {rest.value && (
            <button
              type="button"
              aria-label={clearLabel}
              title={clearLabel}
              onClick={clear}
              className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-soft hover:text-ink focus-visible:outline-offset-[-3px]"
            >
              <XIcon size={18} />
            </button>
          )}
        </span>
      )}
    </Field>
  )
}
