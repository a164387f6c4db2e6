import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { placeAt, rangeOf, selectedIn } from './places.ts'
import type { Range } from './ranges.ts'

interface Drawing {
  /** Undefined for a press on one place. */
  range: Range | undefined
  /** The line on which the drawing began; 0 for none. */
  line: number
  byMouse: boolean
}

/**
 * Draws on the lines in a box: a mouse marks the selection, a finger or pen the characters along its way. Returns the
 * range being drawn.
 */
export function useDrawnRange(
  box: RefObject<HTMLElement | null>,
  isOn: boolean,
  onDraw: (drawing: Drawing) => void,
): Range | undefined {
  const [drawn, setDrawn] = useState<Range>()
  const draw = useEffectEvent(onDraw)
  useEffect(() => {
    const element = box.current
    if (!element || !isOn) return
    const isMark = (target: EventTarget | null) => (target as Element).closest('button') !== null
    const stop = new AbortController()
    const { signal } = stop
    /** The finger or pen that draws: another finger or a palm beside it adds nothing. */
    let drawing: AbortController | undefined

    function byMouse(inside: HTMLElement, line: number) {
      // The pointer may be released anywhere.
      const onUp = () => {
        const range = selectedIn(inside)
        if (range) document.getSelection()?.removeAllRanges()
        draw({ range, line, byMouse: true })
      }
      addEventListener('pointerup', onUp, { once: true, signal })
    }
    function byTouch(inside: HTMLElement, pointerId: number, line: number, start: Range['from']) {
      const touch = new AbortController()
      drawing = touch
      const ofTouch = { signal: AbortSignal.any([touch.signal, signal]) }
      let range: Range | undefined
      const end = (isDrawn: boolean) => {
        touch.abort()
        drawing = undefined
        setDrawn(undefined)
        if (isDrawn) draw({ range, line, byMouse: false })
      }
      const onMove = (event: PointerEvent) => {
        const place = event.pointerId === pointerId && placeAt(event, inside)
        if (place) range = rangeOf(start, place)
        setDrawn(range)
      }
      addEventListener('pointermove', onMove, ofTouch)
      addEventListener('pointerup', (event) => event.pointerId === pointerId && end(true), ofTouch)
      addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(false), ofTouch)
    }
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary || isMark(event.target)) return
      // A palm may touch first: the pen draws in its place.
      if (drawing && event.pointerType !== 'pen') return
      drawing?.abort()
      drawing = undefined
      const line = Number((event.target as Element).closest<HTMLElement>('[data-line]')?.dataset.line ?? 0)
      if (event.pointerType === 'mouse') byMouse(element, line)
      else {
        const start = placeAt(event, element)
        if (start) byTouch(element, event.pointerId, line || start[0], start)
      }
    }
    // Prevents scrolling and selecting during a drawing.
    const onTouch = (event: TouchEvent) => {
      if (!isMark(event.target)) event.preventDefault()
    }
    element.addEventListener('pointerdown', onDown, { signal })
    element.addEventListener('touchstart', onTouch, { signal, passive: false })
    return () => stop.abort()
  }, [box, isOn])
  return drawn
}
