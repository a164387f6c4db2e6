import { type CSSProperties, type KeyboardEvent, memo, useRef, useState } from 'react'
import type { ShownMark } from '../../contract/staff/marks.ts'
import { useWorkWords } from '../i18n/works.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import type { Piece } from './lines.ts'
import { MarkAnchor } from './MarkAnchor.tsx'
import { useMarking } from './marking.ts'
import { type Range, withMarks } from './ranges.ts'
import { useDrawnRange } from './useDrawnRange.ts'

interface Props {
  lines: Piece[][]
  label: string
  /** The path of a file in an archive; '' for the file itself, and for a typed answer. */
  path: string
  /** With line numbers, in a monospaced font. */
  isCode?: boolean
}

const colourOf = (colour: string) => ({ '--mark': `var(--color-${colour})` }) as CSSProperties

const lengthOf = (pieces: Piece[] = []) => pieces.reduce((sum, { text }) => sum + text.length, 0)

/** A mark on the text; without `mark` an unsaved one. */
interface Here {
  mark?: ShownMark
  range: Range
  colour: string
}
const noMarks: Here[] = []

/**
 * A text line by line, with the marks on it. Line numbers are not copied. A mark covers the selected text, or the
 * pressed line; by keyboard the lines that the arrows choose.
 */
export function Lines({ lines, label, path, isCode = false }: Props) {
  const t = useWorkWords()
  const marking = useMarking()
  const box = useRef<HTMLDivElement>(null)
  /** The lines chosen by keyboard: the first one, and the current one. */
  const [chosen, setChosen] = useState<[number, number]>()
  const { tool, marks = [], unsaved = [] } = marking ?? {}
  const wholeLines = (a: number, b: number): Range => ({
    from: [Math.min(a, b), 0],
    to: [Math.max(a, b), lengthOf(lines[Math.max(a, b) - 1])],
  })
  // A pen draws nothing on a text.
  const draw = (shape: Range) =>
    tool?.draw({ path, page: 1, kind: tool.kind === 'pen' ? 'highlight' : tool.kind, shape })
  const drawn = useDrawnRange(box, tool !== undefined, ({ range, line, byMouse }) => {
    // A mouse highlights selected text alone: a press may be the first of two, which select a word.
    const isPress = line > 0 && (!byMouse || tool?.kind === 'pin' || tool?.kind === 'text')
    if (range) draw(range)
    else if (isPress) draw(wholeLines(line, line))
  })
  const here: Here[] = [
    ...marks.flatMap((mark) =>
      'from' in mark.shape && mark.path === path ? [{ mark, range: mark.shape, colour: mark.colour }] : [],
    ),
    ...unsaved.flatMap(({ shape, path: of, colour }) =>
      'from' in shape && of === path ? [{ range: shape, colour }] : [],
    ),
    ...(drawn && tool ? [{ range: drawn, colour: tool.colour }] : []),
  ]

  function onKeyDown(event: KeyboardEvent) {
    if (!tool || event.target !== event.currentTarget) return
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const [start, at] = chosen ?? [1, 1]
    if (by) {
      const next = Math.min(lines.length, Math.max(1, chosen ? at + by : 1))
      setChosen([event.shiftKey ? start : next, next])
      box.current?.querySelector(`[data-line="${next}"]`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && chosen) {
      draw(wholeLines(start, at))
      setChosen(undefined)
    } else if (event.key === 'Escape') tool.stop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isChosen = (n: number) => chosen !== undefined && Math.min(...chosen) <= n && n <= Math.max(...chosen)
  return (
    <ScrollBox
      ref={box}
      aria-label={label}
      aria-description={tool && t.lineKeys}
      className={isCode ? 'work-lines work-code' : 'work-lines'}
      onKeyDown={onKeyDown}
      onBlur={() => setChosen(undefined)}
    >
      {lines.map((pieces, i) => {
        const marked = here.filter(({ range }) => range.from[0] <= i + 1 && i + 1 <= range.to[0])
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
            key={i}
            n={i + 1}
            pieces={pieces}
            marked={marked.length > 0 ? marked : noMarks}
            isChosen={isChosen(i + 1)}
          />
        )
      })}
    </ScrollBox>
  )
}

interface LineProps {
  n: number
  pieces: Piece[]
  marked: Here[]
  isChosen: boolean
}

/** Memoized, so that of thousands of lines only changed ones render again. */
const Line = memo(function Line({ n, pieces, marked, isChosen }: LineProps) {
  return (
    <div data-line={n} data-chosen={isChosen || undefined}>
      {withMarks(pieces, n, marked).map(({ text, look, mark }, at) =>
        look || mark ? (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do its pieces move
            key={at}
            className={mark ? `${look} work-marked` : look}
            style={mark ? colourOf(mark) : undefined}
          >
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {marked.map(
        ({ mark, range }) =>
          mark &&
          range.from[0] === n && (
            <MarkAnchor key={mark._id} mark={mark} className="work-anchor work-in-line" style={colourOf(mark.colour)} />
          ),
      )}
    </div>
  )
})
