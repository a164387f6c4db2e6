import { type RefObject, useLayoutEffect } from 'react'

/** For a part that disappears when a button in it is pressed: the nearest title takes the focus. */
export function useReturnFocus(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (element?.contains(document.activeElement)) nearestTitle(element)?.focus({ preventScroll: true })
    }
  }, [part])
}

function nearestTitle(part: HTMLElement): HTMLElement | undefined {
  for (let box = part.parentElement; box; box = box.parentElement) {
    const titles = box.querySelectorAll<HTMLElement>('h1[tabindex], h2[tabindex]')
    const title = [...titles].find((each) => !part.contains(each))
    if (title) return title
  }
}
