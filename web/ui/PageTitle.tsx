import { useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'

export type PageTitleProps = {
  children: string
  /** For screen readers, after the title: which of several pages with this title it is. */
  part?: string
  /** A change moves the focus here; by default the title's own text. */
  focusKey?: string
  /** `line`: one line in a header, cut at its end. `name`: in a header, too, and never cut. */
  size?: 'page' | 'line' | 'name'
  className?: string
}

// The first page of a visit leaves the focus at the top of the document, where the skip link is.
let first: string | undefined
let moved = false

/** Whether the person came to this page from another one, and no dialog covers it. */
export function hasArrived(): boolean {
  first ??= location.pathname
  moved ||= location.pathname !== first
  return moved && !document.querySelector('dialog:modal')
}

const sizes = {
  page: 'text-balance break-words text-2xl sm:text-3xl',
  line: 'relative truncate text-xl',
  name: 'break-words text-xl',
}

// Thai marks stack: in lines as tight as these they would touch, or be cut.
const thai = /[\u0e00-\u0e7f]/

/** The one `h1` of a page. It takes the focus on a route change, so that a screen reader says where the person is. */
export function PageTitle({ children, part, focusKey = children, size = 'page', className }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null)

  // In a layout effect: later it would take the focus from where a key, pressed as soon as the page appears, has moved it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page is another one
  useLayoutEffect(() => {
    if (hasArrived()) title.current?.focus({ preventScroll: true })
  }, [focusKey])

  return (
    <h1
      ref={title}
      tabIndex={-1}
      title={size === 'line' ? children : undefined}
      className={cx(
        'font-semibold tracking-tight outline-none',
        sizes[size],
        thai.test(children) && 'leading-normal sm:leading-normal',
        className,
      )}
    >
      {children}
      {part && <span className="sr-only"> · {part}</span>}
    </h1>
  )
}
