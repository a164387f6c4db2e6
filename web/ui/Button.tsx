import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './buttonClass.ts'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Shows a spinner in the same width, keeps focus and name, and ignores presses. */
  pending?: boolean
  /** There is nothing to press it for. Unlike `disabled`, it keeps the focus. */
  idle?: boolean
  className?: string
}

export function Button({
  variant = 'quiet',
  size = 'md',
  icon,
  pending,
  idle,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, cx(idle && 'pointer-events-none', className))}
      aria-disabled={pending || idle || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        // A pending submit button must not submit its form again.
        if (pending || idle) event.preventDefault()
        else rest.onClick?.(event)
      }}
    >
      <span className={cx('inline-flex items-center gap-[inherit]', pending && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size={20} />
        </span>
      )}
    </button>
  )
}
