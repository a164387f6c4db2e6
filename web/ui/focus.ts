import { useState } from 'react'

/*
 * Moves the focus when its element leaves the page: never to the top of the document, from where a keyboard user would
 * have to find the way back.
 */

/** As the `ref` of an element that replaces another: it takes over the focus. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/**
 * For a list with a "show more" button that disappears with the last page: the first new item takes the focus. The
 * button records how many items there were.
 */
export function useFirstNew() {
  const [first, markFirst] = useState<number>()
  return { markFirst, isNew: (index: number) => index === first && { ref: takeLostFocus, tabIndex: -1 } }
}
