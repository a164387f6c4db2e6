import { useState } from 'react'

/*
 * Where the focus goes when what had it leaves the page: never to the top of the document, from where a person with a
 * keyboard would have to find the way back.
 */

/** As the `ref` of what takes the place of something: it has the focus that went with that. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/**
 * For a list that a button makes longer, and that is gone with the last of it: the first of the new items has the focus
 * then. The button marks how many there were.
 */
export function useFirstNew() {
  const [first, markFirst] = useState<number>()
  return { markFirst, isNew: (index: number) => index === first && { ref: takeLostFocus, tabIndex: -1 } }
}
