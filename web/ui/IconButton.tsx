import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  /** What the button does; read out, and shown as a title. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  className?: string
}

export function IconButton({ label, icon, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'relative inline-grid place-items-center rounded-full text-ink-soft transition-colors duration-150',
        'hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink disabled:pointer-events-none disabled:opacity-50',
        size === 'sm' ? 'size-9 pointer-coarse:size-11' : 'size-11',
        className,
      )}
    >
      {icon}
    </button>
  )
}
