import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  /** The name of the button, also shown as its title. */
  label: string
  icon: ReactNode
  className?: string
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'relative inline-grid size-11 place-items-center rounded-full text-ink-soft transition-colors duration-150',
        'hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink disabled:pointer-events-none disabled:opacity-50',
        'aria-disabled:cursor-default aria-disabled:opacity-50',
        className,
      )}
    >
      {icon}
    </button>
  )
}
