import { boxOf } from './drafts.ts'
import type { To } from './outbox.ts'

/** Between what is in sight and the box below it, in px. */
const GAP = 12

/** Scrolls something in the dialog of a post above the box for a comment, which lies over the end of what scrolls. */
export function bringInSight(element: HTMLElement, to: To): void {
  const covered = document.getElementById(boxOf({ ...to, comment_id: undefined }))?.parentElement?.offsetHeight ?? 0
  element.style.scrollMarginBottom = `${covered + GAP}px`
  element.scrollIntoView({ block: 'nearest' })
}

/**
 * Keeps the end of a list in the dialog in sight until the reader does anything. The texts above it grow as they are
 * drawn, and what was sent takes another place in the list when the server has it.
 */
export function keepEndInSight(list: HTMLElement, to: To): void {
  const stop = new AbortController()
  const sizes = new ResizeObserver(() => {
    const end = list.lastElementChild
    if (!list.isConnected || !end) stop.abort()
    else bringInSight(end as HTMLElement, to)
  })
  stop.signal.addEventListener('abort', () => sizes.disconnect())
  for (const type of ['keydown', 'pointerdown', 'touchmove', 'wheel']) {
    addEventListener(type, () => stop.abort(), { capture: true, passive: true, signal: stop.signal })
  }
  sizes.observe(list.closest('section') ?? list)
}
