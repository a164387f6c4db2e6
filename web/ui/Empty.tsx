import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type EmptyProps = {
  drawing?: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** For a side card or a panel. */
  compact?: boolean
  className?: string
}

export function Empty({ drawing, title, text, action, compact, className }: EmptyProps) {
  return (
    <div
      className={cx(
        'grid justify-items-center text-balance text-center',
        compact ? 'gap-3 px-4 py-5' : 'gap-4 px-6 py-12',
        className,
      )}
    >
      {drawing && <div className={compact ? 'w-28' : 'w-44'}>{drawing}</div>}
      <div className="grid max-w-prose gap-1">
        <div className={cx('font-semibold', !compact && 'text-lg')}>{title}</div>
        {text && <p className="text-ink-soft">{text}</p>}
      </div>
      {action && <div className="flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
