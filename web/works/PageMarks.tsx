import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type MarkKind, type MarkShape, mostPoints, type ShownMark } from '../../contract/staff/marks.ts'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import { cx } from '../ui/cx.ts'
import { MarkAnchor } from './MarkAnchor.tsx'
import { anchorOf, type Tool, useMarking } from './marking.ts'

type Point = [number, number]

const colourOf = (colour: string): CSSProperties => ({ '--mark': `var(--color-${colour})` }) as CSSProperties

interface Props {
  /** The path of a file in an archive; '' for the file itself. */
  path: string
  page: number
  /** The height of the page divided by its width. */
  ratio: number
}

/** The marks on a page, and the surface for new ones. */
export function PageMarks({ path, page, ratio }: Props) {
  const marking = useMarking()
  if (!marking) return null
  const isHere = (mark: { path: string; page: number; shape: MarkShape }) =>
    mark.path === path && mark.page === page && anchorOf(mark.shape)
  const here = marking.marks.filter(isHere)
  const { tool, unsaved = [] } = marking
  return (
    <>
      <svg className="work-marks" viewBox={`0 0 1 ${ratio}`} preserveAspectRatio="none" aria-hidden="true">
        {here.map((mark) => (
          <Drawing key={mark._id} shape={mark.shape} colour={mark.colour} ratio={ratio} />
        ))}
        {unsaved.filter(isHere).map(({ shape, colour }) => (
          <Drawing key={JSON.stringify(shape)} {...{ shape, colour, ratio }} />
        ))}
      </svg>
      {here.map((mark) => (
        <Anchor key={mark._id} mark={mark} />
      ))}
      {tool && (
        <Ground {...{ ratio, tool, page }} onDraw={(shape) => tool.draw({ path, page, kind: tool.kind, shape })} />
      )}
    </>
  )
}

interface DrawingProps {
  shape: MarkShape
  colour: string
  ratio: number
}

function Drawing({ shape, colour, ratio }: DrawingProps) {
  if ('boxes' in shape)
    return shape.boxes.map(([x, y, width, height]) => (
      <rect
        key={`${x} ${y} ${width} ${height}`}
        {...{ x, y: y * ratio, width, height: height * ratio }}
        style={colourOf(colour)}
      />
    ))
  if ('strokes' in shape)
    return shape.strokes.map((stroke) => (
      <polyline
        key={stroke.join(' ')}
        points={stroke.map(([x, y]) => `${x},${y * ratio}`).join(' ')}
        style={colourOf(colour)}
      />
    ))
  return null
}

function Anchor({ mark }: { mark: ShownMark }) {
  const [x, y] = anchorOf(mark.shape) ?? [0, 0]
  // A text stands on the side that has more room.
  const isRight = x > 0.5
  const across = isRight ? { right: `${(1 - x) * 100}%` } : { left: `${x * 100}%` }
  const style = { ...colourOf(mark.colour), ...across, top: `${y * 100}%` }
  return <MarkAnchor mark={mark} className={cx('work-anchor', isRight && 'work-anchor-right')} style={style} />
}

interface GroundProps {
  tool: Tool
  page: number
  ratio: number
  onDraw: (shape: MarkShape) => void
}

/** Closer points add nothing. */
const NEAR = 0.002
const STEP = 0.01
const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000

/** The shape along these points; undefined for nothing, such as a box of no size. */
function shapeOf(kind: MarkKind, points: Point[]): MarkShape | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return undefined
  if (kind === 'pen') return { strokes: [points.slice(0, mostPoints)] }
  if (kind !== 'highlight') return { at: last }
  const [x, y] = [Math.min(first[0], last[0]), Math.min(first[1], last[1])]
  const [width, height] = [rounded(Math.abs(first[0] - last[0])), rounded(Math.abs(first[1] - last[1]))]
  return width < NEAR || height < NEAR ? undefined : { boxes: [[x, y, width, height]] }
}

/**
 * Draws by mouse, pen and touch; by keyboard with a cross that the arrows move: Enter places a pin or a text, begins and
 * ends a line or a box. Enter that is held has only chosen the tool.
 */
function Ground({ tool: { kind, colour, stop }, page, ratio, onDraw }: GroundProps) {
  const t = useWorkWords()
  const ground = useRef<HTMLDivElement>(null)
  const [points, setPoints] = useState<Point[]>([])
  const [cross, setCross] = useState<Point>()
  /** The finger, pen or mouse that draws: another finger or a palm beside it adds nothing. */
  const drawing = useRef<number>(undefined)

  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = ground.current?.getBoundingClientRect() ?? new DOMRect()
    return [rounded((clientX - left) / width), rounded((clientY - top) / height)]
  }
  function finish(all: Point[]) {
    drawing.current = undefined
    setPoints([])
    const shape = shapeOf(kind, all)
    if (shape) onDraw(shape)
  }
  function drop() {
    drawing.current = undefined
    setPoints([])
  }
  function onKeyDown(event: KeyboardEvent) {
    const arrows: Record<string, Point> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const by = arrows[event.key]
    const [x, y] = cross ?? [0.5, 0.5]
    if (by) {
      const step = event.shiftKey ? STEP * 5 : STEP
      const next: Point = [rounded(x + by[0] * step), rounded(y + by[1] * step)]
      setCross(next)
      if (points.length > 0) setPoints([...points, next])
    } else if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) {
      if (kind === 'pin' || kind === 'text' || points.length > 0) finish([...points, [x, y]])
      else setPoints([[x, y]])
    } else if (event.key === 'Escape' && points.length > 0) drop()
    else if (event.key === 'Escape') stop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shape = shapeOf(kind, points)
  return (
    <div
      ref={ground}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard draws too
      tabIndex={0}
      aria-label={t.drawOn(number(page))}
      aria-description={t.drawKeys}
      className="work-ground"
      onFocus={() => setCross((there) => there ?? [0.5, 0.5])}
      onBlur={() => setCross(undefined)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return
        // A palm may touch first: the pen draws in its place.
        const isOther = drawing.current !== undefined && drawing.current !== event.pointerId
        if (isOther && event.pointerType !== 'pen') return
        drawing.current = event.pointerId
        event.currentTarget.setPointerCapture(event.pointerId)
        setPoints([placeOf(event)])
      }}
      onPointerMove={(event) => {
        const last = points.at(-1)
        if (!last || event.pointerId !== drawing.current) return
        const next = placeOf(event)
        if (Math.hypot(next[0] - last[0], next[1] - last[1]) > NEAR) setPoints([...points, next])
      }}
      onPointerUp={(event) => event.pointerId === drawing.current && finish([...points, placeOf(event)])}
      onPointerCancel={(event) => event.pointerId === drawing.current && drop()}
    >
      {shape && points.length > 0 && (
        <svg className="work-marks" viewBox={`0 0 1 ${ratio}`} preserveAspectRatio="none" aria-hidden="true">
          <Drawing {...{ shape, colour, ratio }} />
        </svg>
      )}
      {cross && <span className="work-cross" style={{ left: `${cross[0] * 100}%`, top: `${cross[1] * 100}%` }} />}
    </div>
  )
}
