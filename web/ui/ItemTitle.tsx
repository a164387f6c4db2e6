import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { hasArrived } from './PageTitle.tsx'

/** The title of a page's single item, below the page's own. It may load later, and then takes the focus. */
export function ItemTitle({ children, className }: { children: ReactNode; className?: string }) {
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // Unless the person has moved on from the page's title meanwhile.
    const { activeElement } = document
    const waits = activeElement === document.body || activeElement?.tagName === 'H1'
    if (hasArrived() && waits) title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h2
      ref={title}
      tabIndex={-1}
      className={cx('break-words font-semibold text-xl tracking-tight outline-none', className)}
    >
      {children}
    </h2>
  )
}
