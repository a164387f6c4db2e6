import { useEffect, useState } from 'react'
import type { Place } from './cells.ts'

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

/** Scrolls a cell into the window of the grid and focuses it. */
export function showCell(grid: HTMLElement, { row, column }: Place): void {
  const name = grid.querySelector<HTMLElement>('.grade-name')?.offsetWidth ?? 0
  const x = (column - 1) * WIDE
  if (column >= 1 && x < grid.scrollLeft) grid.scrollLeft = x
  else if (column >= 1) grid.scrollLeft = Math.max(grid.scrollLeft, x + WIDE + name - grid.clientWidth)
  if (row >= 0 && row * ROW < grid.scrollTop) grid.scrollTop = row * ROW
  else grid.scrollTop = Math.max(grid.scrollTop, (row + 2) * ROW - grid.clientHeight)
  const cell = grid.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)
  cell?.focus({ preventScroll: true })
  // Keys may lead below the edge of the window, and to the names, which stay in sight while the columns do not. A press
  // moves nothing under the finger.
  if (!cell?.matches(':focus-visible')) return
  if (column < 1) grid.scrollLeft = 0
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
