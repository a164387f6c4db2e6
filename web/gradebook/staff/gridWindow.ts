import { useEffect, useState } from 'react'

/** The height of a row in px; grid.css has it too. */
export const ROW = 44
/** The width of a column in px. */
export const WIDE = 112

/** How many columns appear and disappear at once, because each change renders every row. */
const STEP = 4

/** The first visible column and the one after the last, with some to spare; each is `WIDE` px wide. */
export function useColumnWindow(box: { current: HTMLElement | null }, count: number): [number, number] {
  const [range, setRange] = useState<[number, number]>([0, 12])
  useEffect(() => {
    const grid = box.current
    if (!grid) return
    const look = () => {
      const from = Math.floor(Math.max(0, grid.scrollLeft / WIDE - 2) / STEP) * STEP
      const to = Math.ceil((grid.scrollLeft + grid.clientWidth) / WIDE / STEP) * STEP
      setRange((now) => (now[0] === from && now[1] === to ? now : [from, to]))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(grid)
    grid.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      grid.removeEventListener('scroll', look)
    }
  }, [box])
  return [Math.min(range[0], count), Math.min(range[1], count)]
}
