import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { returnFocus } from './focus.ts'
import { ToneIcon } from './ToneIcon.tsx'
import { type Tone, toneSoft } from './tone.ts'

export type AlertProps = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** A screen reader announces it when it appears; not for a note that is part of the page. */
  live?: boolean
  className?: string
}

export function Alert({ tone = 'note', title, children, action, live, className }: AlertProps) {
  return (
    <div
      ref={returnFocus}
      role={live ? 'alert' : undefined}
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md px-4 py-3', toneSoft[tone], className)}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <ToneIcon tone={tone} className="mt-0.5" />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="text-ink text-sm leading-6">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
