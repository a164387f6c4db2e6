import { type RefObject, useEffect, useState } from 'react'

/** The visible rows of a list with rows of height `row`, in a window of `height` scrolled down by `top`. */
export function windowOf(count: number, row: number, top: number, height: number): { from: number; to: number } {
  const spare = 6
  const from = Math.max(0, Math.floor(top / row) - spare)
  return { from, to: Math.min(count, Math.ceil((top + height) / row) + spare) }
}

/** The same of a list that scrolls with the page. */
export function usePageWindow(list: RefObject<HTMLElement | null>, count: number, row: number) {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(20 * row)
  useEffect(() => {
    const look = () => {
      const above = Math.max(0, -(list.current?.getBoundingClientRect().top ?? 0))
      setTop(above - (above % row))
      setHeight(innerHeight + row)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [list, row])
  return windowOf(count, row, Math.min(top, Math.max(0, count * row - height)), height)
}

/** The rows of a long list to render: those in sight of the box that scrolls, each `row` px high. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, row: number) {
  // Whole rows, so that most scroll events change nothing.
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(10 * row)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      setTop(element.scrollTop - (element.scrollTop % row))
      setHeight(element.clientHeight + row)
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, row])
  return windowOf(count, row, Math.min(top, Math.max(0, count * row - height)), height)
}
