import type { MarkKind, MarkShape } from '../../contract/staff/marks.ts'
import { Refusal } from '../errors.ts'

/** The shapes of each kind of mark: on a page, or in a text. */
const shapes: Record<MarkKind, string[]> = {
  highlight: ['boxes', 'from'],
  pen: ['strokes'],
  text: ['at', 'from'],
  pin: ['at', 'from'],
}

/** Throws invalid for a shape of another kind of mark, and for a range that ends before it begins. */
export function refuseOtherShape(kind: MarkKind, shape: MarkShape): void {
  const isOfKind = shapes[kind].some((name) => name in shape)
  if (!isOfKind) throw new Refusal('invalid', { fields: { shape: `is not one of a ${kind}` } })
  if ('from' in shape && (shape.to[0] - shape.from[0] || shape.to[1] - shape.from[1]) < 0)
    throw new Refusal('invalid', { fields: { shape: 'ends before it begins' } })
}
