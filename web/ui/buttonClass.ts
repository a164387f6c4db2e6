import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'bare'
export type ButtonSize = 'sm' | 'md' | 'lg'

// Grey but readable: `disabled`, idle or pending.
const off =
  'disabled:pointer-events-none disabled:border-line disabled:bg-line disabled:text-ink-soft disabled:shadow-none ' +
  'aria-disabled:cursor-default aria-disabled:border-line aria-disabled:bg-line aria-disabled:text-ink-soft aria-disabled:shadow-none'

const variants: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-accent text-on-accent shadow-card hover:bg-accent-strong active:bg-accent-strong ${off}`,
  quiet: `border-line bg-card text-ink shadow-card hover:border-line-strong hover:bg-raised active:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft ${off}`,
  danger: `border-transparent bg-wrong text-on-accent shadow-card hover:brightness-110 active:brightness-95 ${off}`,
  bare: 'border-transparent text-accent hover:bg-hover active:bg-hover disabled:pointer-events-none disabled:text-ink-soft aria-disabled:cursor-default aria-disabled:text-ink-soft',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 gap-1.5 px-3 py-1 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 gap-2 px-4.5 py-2 text-base',
  lg: 'min-h-13 gap-2.5 px-6 py-3 text-base',
}

/** The look shared by buttons and by links that look like buttons. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return cx(
    'relative inline-flex select-none items-center justify-center rounded-md border font-semibold text-center no-underline',
    'transition-colors duration-150',
    variants[variant],
    sizes[size],
    className,
  )
}
