import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children' | 'checked'> & {
  checked: boolean
  /** `shift`: pressed with Shift, which in a list means a range (`useTicks`). */
  onChange: (checked: boolean, shift: boolean) => void
  /** The label; may hold a picture. */
  children: ReactNode
  help?: ReactNode
}

/** The whole row is the target. */
export function Checkbox({ checked, onChange, children, help, className, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <label
      // Shift would select the words up to an earlier press.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <span className="relative grid size-5.5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          checked={checked}
          aria-describedby={help ? id : undefined}
          onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
          className="peer size-full cursor-[inherit] appearance-none rounded-sm border-[1.5px] border-line-strong bg-card transition-colors duration-150 checked:border-accent checked:bg-accent"
        />
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="pointer-events-none absolute inset-0.5 fill-none stroke-[3] stroke-on-accent opacity-0 peer-checked:opacity-100"
        >
          <path d="M5 12.5l4.500 4.500L19 7.500" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <span className="min-w-0 flex-1">
        {children}
        {help && (
          <span id={id} className="block text-ink-soft text-sm">
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
