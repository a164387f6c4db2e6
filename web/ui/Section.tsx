import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export type SectionProps = {
  title: string
  /** A link or control at the end of the title's line. */
  action?: ReactNode
  children: ReactNode
  className?: string
}

export function Section({ title, action, children, className }: SectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={cx('min-w-0', className)}>
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
