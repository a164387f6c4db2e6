import { useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export type PageTitleProps = {
  children: string
  /** Read out after it, where several pages have the same title: which of them this is. */
  part?: string
  /** The focus moves here again whenever this changes; by default the title's own text. */
  focusKey?: string
  /** `line`: in one line of a header, and cut where that ends. */
  size?: 'page' | 'line'
  className?: string
}

// The first page of a visit leaves the focus at the top of the document, where the skip link is.
let first: string | undefined
let moved = false

/** Whether one has come to a page from another one, with nothing over it. */
export function hasArrived(): boolean {
  first ??= location.pathname
  moved ||= location.pathname !== first
  return moved && !document.querySelector('dialog:modal')
}

// Its marks stand on one another: in lines as close as these they would touch, or be cut.
const thai = /[\u0e00-\u0e7f]/

/** The one `h1` of a page. It takes the focus on a route change, so that a screen reader says where one has arrived. */
export function PageTitle({ children, part, focusKey = children, size = 'page', className }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page is another one
  useEffect(() => {
    if (hasArrived()) title.current?.focus({ preventScroll: true })
  }, [focusKey])

  return (
    <h1
      ref={title}
      tabIndex={-1}
      title={size === 'line' ? children : undefined}
      className={cx(
        'font-semibold tracking-tight outline-none',
        size === 'page' ? 'text-balance break-words text-2xl sm:text-3xl' : 'relative truncate text-xl',
        thai.test(children) && 'leading-normal sm:leading-normal',
        className,
      )}
    >
      {children}
      {part && <span className="sr-only"> · {part}</span>}
    </h1>
  )
}
