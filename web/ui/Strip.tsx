import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A row of cards that scrolls sideways where it is too long; each card is a list item of one width. */
export function Strip({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    // The padding gives the cards' shadows room inside the scrolling box.
    <ul
      aria-label={label}
      className={cx(
        '-mx-4 flex snap-x snap-proximity scroll-px-4 gap-4 overflow-x-auto px-4 pt-1 pb-5 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-mx-2 lg:scroll-px-2 lg:px-2',
        className,
      )}
    >
      {children}
    </ul>
  )
}

export function StripItem({ children, className }: { children: ReactNode; className?: string }) {
  return <li className={cx('w-72 shrink-0 snap-start', className)}>{children}</li>
}
