import { boxOf } from './drafts.ts'
import type { Destination } from './outbox.ts'

/** The gap between the scrolled element and the field below it, in px. */
const GAP = 12

/** Scrolls an element of the post's dialog above the comment field, which covers the end of the scroll area. */
export function scrollAboveComposer(element: HTMLElement, to: Destination): void {
  const covered = document.getElementById(boxOf({ ...to, comment_id: undefined }))?.parentElement?.offsetHeight ?? 0
  element.style.scrollMarginBottom = `${covered + GAP}px`
  element.scrollIntoView({ block: 'nearest' })
}

/**
 * Keeps the end of a list in view until the reader acts. Texts above it grow as they render, and a sent comment changes
 * its place when the server has it.
 */
export function keepEndInView(list: HTMLElement, to: Destination): void {
  const stop = new AbortController()
  const sizes = new ResizeObserver(() => {
    const end = list.lastElementChild
    if (!list.isConnected || !end) stop.abort()
    else scrollAboveComposer(end as HTMLElement, to)
  })
  stop.signal.addEventListener('abort', () => sizes.disconnect())
  for (const type of ['keydown', 'pointerdown', 'touchmove', 'wheel']) {
    addEventListener(type, () => stop.abort(), { capture: true, passive: true, signal: stop.signal })
  }
  sizes.observe(list.closest('section') ?? list)
}
