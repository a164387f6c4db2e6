import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { ToneIcon } from './ToneIcon.tsx'
import { type Tone, toneSoft } from './tone.ts'

export type BadgeProps = {
  tone?: Tone
  /** Replaces the tone's own icon; `null` for a word alone. */
  icon?: ReactNode
  children: ReactNode
  className?: string
}

export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  const drawn = icon === undefined && tone !== 'neutral' ? <ToneIcon tone={tone} size={14} strokeWidth={2.25} /> : icon
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 font-medium text-xs',
        toneSoft[tone],
        className,
      )}
    >
      {drawn}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  )
}
