import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import type { Piece } from './lines.ts'
import { useMarking } from './marking.ts'
import { type Range, withMarks } from './ranges.ts'

interface Props {
  lines: Piece[][]
  label: string
  /** Of the file in an archive; '' for the file itself, and for an answer that was typed. */
  path: string
  /** With line numbers, in letters of one width. */
  isCode?: boolean
}

const colourOf = (colour: string) => ({ '--mark': `var(--color-${colour})` }) as CSSProperties
const lengthOf = (pieces: Piece[] = []) => pieces.reduce((sum, { text }) => sum + text.length, 0)

/** The place of a point of the document: its line, and the letters of the line before it. */
function placeOf(node: Node, offset: number, inside: HTMLElement): [number, number] | undefined {
  const element = node instanceof Element ? node : node.parentElement
  const line = element?.closest<HTMLElement>('[data-line]')
  if (!line || !inside.contains(line)) return undefined
  const before = document.createRange()
  before.setStart(line, 0)
  before.setEnd(node, offset)
  return [Number(line.dataset.line), before.toString().length]
}

/** What is selected inside of the text. */
function selectedIn(inside: HTMLElement): Range | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const from = placeOf(range.startContainer, range.startOffset, inside)
  const to = placeOf(range.endContainer, range.endOffset, inside)
  return from && to && { from, to }
}

/**
 * A text line by line, with the marks on it. Its numbers are no part of it: they are not copied. A mark is drawn on what is
 * selected, or on the line that is pressed; by keyboard on the lines that the arrows choose.
 */
export function Lines({ lines, label, path, isCode = false }: Props) {
  const t = useWorkWords()
  const marking = useMarking()
  const box = useRef<HTMLElement>(null)
  /** The lines that the keyboard chose: where it began, and where it is. */
  const [chosen, setChosen] = useState<[number, number]>()
  const { tool } = marking ?? {}
  const here = (marking?.marks ?? []).flatMap((mark) =>
    'from' in mark.shape && mark.path === path ? [{ mark, range: mark.shape, colour: mark.colour }] : [],
  )
  const wholeLines = (a: number, b: number): Range => ({
    from: [Math.min(a, b), 0],
    to: [Math.max(a, b), lengthOf(lines[Math.max(a, b) - 1])],
  })
  // A pen draws nothing on a text.
  const draw = (shape: Range) =>
    tool?.draw({ path, page: 1, kind: tool.kind === 'pen' ? 'highlight' : tool.kind, shape })

  function onPointerUp({ target }: { target: EventTarget }) {
    if (!tool || !box.current || (target as Element).closest('button')) return
    const selected = selectedIn(box.current)
    const line = Number((target as Element).closest<HTMLElement>('[data-line]')?.dataset.line)
    if (selected) {
      document.getSelection()?.removeAllRanges()
      draw(selected)
    } else if (line && (tool.kind === 'pin' || tool.kind === 'text')) draw(wholeLines(line, line))
  }
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
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isChosen = (n: number) => chosen && Math.min(...chosen) <= n && n <= Math.max(...chosen)
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
      tabIndex={0}
      aria-label={label}
      aria-description={tool && t.lineKeys}
      className={isCode ? 'work-lines work-code' : 'work-lines'}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
      onBlur={() => setChosen(undefined)}
    >
      {lines.map((pieces, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
        <div key={i} data-line={i + 1} data-chosen={isChosen(i + 1) || undefined}>
          {withMarks(pieces, i + 1, here).map(({ text, look, mark }, at) =>
            look || mark ? (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
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
          {here
            .filter(({ range }) => range.from[0] === i + 1)
            .map(({ mark }) => (
              <button
                key={mark._id}
                type="button"
                className="work-anchor work-in-line"
                style={colourOf(mark.colour)}
                aria-label={t.mark(number(marking?.numberOf(mark) ?? 0), mark.comment)}
                onClick={() => marking?.pick(mark)}
              >
                <span className="work-number">{number(marking?.numberOf(mark) ?? 0)}</span>
                {mark.kind === 'text' && <span className="work-note">{mark.comment}</span>}
              </button>
            ))}
        </div>
      ))}
    </section>
  )
}
