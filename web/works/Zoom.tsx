import type { ReactNode } from 'react'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import { Button } from '../ui/Button.tsx'

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3]
const square = 'pointer-coarse:min-w-11'

interface Props {
  zoom: number
  onZoom: (zoom: number) => void
  /** Content at the start of the line. */
  children?: ReactNode
}

/** The size of a file's pages, relative to the available width. */
export function Zoom({ zoom, onZoom, children }: Props) {
  const t = useWorkWords()
  const step = (by: number) => onZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom)
  return (
    <div className="work-zoom flex flex-wrap items-center gap-2 border-line border-b bg-card px-3 py-2">
      <p className="me-auto text-ink-soft text-sm">{children}</p>
      <Button size="sm" className={square} aria-label={t.smaller} disabled={zoom === ZOOMS[0]} onClick={() => step(-1)}>
        −
      </Button>
      <p className="min-w-12 text-center text-sm tabular-nums">{t.percent(number(zoom * 100))}</p>
      <Button
        size="sm"
        className={square}
        aria-label={t.larger}
        disabled={zoom === ZOOMS.at(-1)}
        onClick={() => step(1)}
      >
        +
      </Button>
    </div>
  )
}
