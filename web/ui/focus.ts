import { useState } from 'react'

/*
 * Moves the focus when its element leaves the page: never to the top of the document, from where a keyboard user would
 * have to find the way back.
 */

/** As the `ref` of an element that replaces another: it takes over the focus. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** As the `ref` of a part that disappears when a button in it is pressed: the nearest title takes the focus. */
export function returnFocus(part: HTMLElement | null): () => void {
  return () => {
    if (part?.contains(document.activeElement)) nearestTitle(part)?.focus({ preventScroll: true })
  }
}

function nearestTitle(part: HTMLElement): HTMLElement | undefined {
  for (let box = part.parentElement; box; box = box.parentElement) {
    const titles = box.querySelectorAll<HTMLElement>('h1[tabindex], h2[tabindex]')
    const title = [...titles].find((each) => !part.contains(each))
    if (title) return title
  }
}

/**
 * For a list with a "show more" button that disappears with the last page: the first new item takes the focus. The
 * button records how many items there were.
 */
export function useFirstNew() {
  const [first, markFirst] = useState<number>()
  return { markFirst, isNew: (index: number) => index === first && { ref: takeLostFocus, tabIndex: -1 } }
}
