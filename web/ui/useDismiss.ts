import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Closes an open popup on Escape (the focus returns to its button), on a press outside and when the focus leaves. `box`
 * holds both button and popup. Two popups with this hook are never open together.
 */
export function useDismiss(open: boolean, box: RefObject<HTMLElement | null>, close: (toButton: boolean) => void) {
  const dismiss = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) dismiss(false)
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      dismiss(true)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', onEscape)
    }
  }, [open, box])
}
