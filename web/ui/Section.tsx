import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export type SectionProps = {
  title: string
  /** A link or control at the end of the title's line. */
  action?: ReactNode
  /** The content stands close below the title. */
  tight?: boolean
  children: ReactNode
  className?: string
}

export function Section({ title, action, tight, children, className }: SectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={cx('min-w-0', className)}>
      <div
        className={cx('flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2', tight ? 'mb-2' : 'mb-4')}
      >
        <h2 id={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
          {title}
        </h2>
        {/* As high as the line of a section beside it, also where the control is taller. */}
        {action && <div className="max-lg:contents lg:flex lg:h-9 lg:items-center">{action}</div>}
      </div>
      {children}
    </section>
  )
}
