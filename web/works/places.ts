import type { Range } from './ranges.ts'

/** A line, and the number of characters before a place in it. */
type Place = Range['from']

const lineOf = (node: Node | null): HTMLElement | null =>
  (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-line]') ?? null

/** The place of a DOM point, in lines inside `box`. */
function placeOf(node: Node, offset: number, box: HTMLElement): Place | undefined {
  const line = lineOf(node)
  if (!line || !box.contains(line)) return undefined
  const before = document.createRange()
  before.setStart(line, 0)
  before.setEnd(node, offset)
  return [Number(line.dataset.line), before.toString().length]
}

/** The place at a point of the window. */
export function placeAt({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>, box: HTMLElement) {
  const caret = document.caretPositionFromPoint?.(clientX, clientY)
  if (caret) return placeOf(caret.offsetNode, caret.offset, box)
  // Safari supports only this one.
  const range = document.caretRangeFromPoint?.(clientX, clientY)
  return range ? placeOf(range.startContainer, range.startOffset, box) : undefined
}

/** The selection in the box. */
export function selectedIn(box: HTMLElement): Range | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const from = placeOf(range.startContainer, range.startOffset, box)
  const to = placeOf(range.endContainer, range.endOffset, box)
  return from && to && { from, to }
}

/** The range between two places in either order; undefined if they are equal. */
export function rangeOf(a: Place, b: Place): Range | undefined {
  const by = a[0] - b[0] || a[1] - b[1]
  if (by === 0) return undefined
  return by < 0 ? { from: a, to: b } : { from: b, to: a }
}
