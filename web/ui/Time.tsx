import type { ReactNode } from 'react'
import { Tooltip } from './Tooltip.tsx'

export type TimeProps = {
  /** ISO 8601 with zone. */
  iso: string
  /** The exact moment in words, shown on hover. */
  exact: string
  /** The visible text: "in 3 hours". */
  children: ReactNode
  /** The keyboard reaches the exact moment too. Not inside a link or a long list. */
  focusable?: boolean
  className?: string
}

export function Time({ iso, exact, children, focusable, className }: TimeProps) {
  if (!focusable)
    return (
      <time dateTime={iso} title={exact} className={className}>
        {children}
      </time>
    )
  return (
    <Tooltip text={exact}>
      <time
        dateTime={iso}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to the exact time without a mouse
        tabIndex={0}
        className={`rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 ${className ?? ''}`}
      >
        {children}
      </time>
    </Tooltip>
  )
}
