import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export type PageTitleProps = {
  children: ReactNode
  /** The focus moves here again whenever this changes; by default the title's own text. */
  focusKey?: string
  className?: string
}

// The first page of a visit leaves the focus at the top of the document, where the skip link is.
let visited = false

/** The one `h1` of a page. It takes the focus on a route change, so that a screen reader says where one has arrived. */
export function PageTitle({ children, focusKey, className }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const key = focusKey ?? (typeof children === 'string' ? children : '')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page is another one
  useEffect(() => {
    if (!visited) {
      const mark = setTimeout(() => {
        visited = true
      })
      return () => clearTimeout(mark)
    }
    if (!document.querySelector('dialog:modal')) title.current?.focus({ preventScroll: true })
  }, [key])

  return (
    <h1
      ref={title}
      tabIndex={-1}
      className={cx(
        'text-balance break-words font-semibold text-2xl tracking-tight outline-none sm:text-3xl',
        className,
      )}
    >
      {children}
    </h1>
  )
}
