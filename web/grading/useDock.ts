import { type RefObject, useLayoutEffect } from 'react'

/** While the panel is docked, the page knows its height: what is scrolled to and what floats stays clear of it. */
export function useDock(panel: RefObject<HTMLElement | null>, docked: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current
    if (!docked || !element) return
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--dock', `${element.offsetHeight}px`))
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      style.removeProperty('--dock')
    }
  }, [panel, docked])
}
