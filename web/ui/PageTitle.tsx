import { Children, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export type PageTitleProps = {
  children: ReactNode
  /** The focus moves here again whenever this changes; by default the title's own text. */
  focusKey?: string
  className?: string
}

// The first page of a visit leaves the focus at the top of the document, where the skip link is.
let first: string | undefined
let moved = false

function hasArrived(): boolean {
  first ??= location.pathname
  moved ||= location.pathname !== first
  return moved && !document.querySelector('dialog:modal')
}

// Its marks stand on one another: in lines as close as these they would touch, or be cut.
const thai = /[\u0e00-\u0e7f]/

/** The one `h1` of a page. It takes the focus on a route change, so that a screen reader says where one has arrived. */
export function PageTitle({ children, focusKey, className }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const words = Children.toArray(children)
    .filter((child) => typeof child === 'string')
    .join('')
  const key = focusKey ?? words

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page is another one
  useEffect(() => {
    if (hasArrived()) title.current?.focus({ preventScroll: true })
  }, [key])

  return (
    <h1
      ref={title}
      tabIndex={-1}
      className={cx(
        'text-balance break-words font-semibold text-2xl tracking-tight outline-none sm:text-3xl',
        thai.test(words) && 'leading-normal sm:leading-normal',
        className,
      )}
    >
      {children}
    </h1>
  )
}

/** The title of the one thing that a page is about, below the page's own. It may come later, and has the focus then. */
export function ItemTitle({ children, className }: { children: ReactNode; className?: string }) {
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // Unless the person has gone on from the page's title meanwhile.
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
