import { createContext, useContext } from 'react'
import type { MarkColour, MarkKind, MarkShape, ShownMark } from '../../contract/staff/marks.ts'

/** A mark that was just drawn. */
export interface Drawn {
  path: string
  page: number
  kind: MarkKind
  shape: MarkShape
}

/** The marks on one file or text, and what draws more of them. */
export interface Marking {
  marks: readonly ShownMark[]
  /** The number of a mark, as the list of comments has it. */
  numberOf: (mark: ShownMark) => number
  /** Goes to the comment of a mark. */
  pick: (mark: ShownMark) => void
  /** Absent where marks are only shown, and while nothing is drawn. */
  tool?: { kind: MarkKind; colour: MarkColour; draw: (drawn: Drawn) => void }
}

export const MarkingContext = createContext<Marking | undefined>(undefined)
export const useMarking = (): Marking | undefined => useContext(MarkingContext)

/** Where the number of a mark stands on its page. */
export function anchorOf(shape: MarkShape): [number, number] | undefined {
  if ('at' in shape) return shape.at
  if ('boxes' in shape) return shape.boxes[0] && [shape.boxes[0][0], shape.boxes[0][1]]
  if ('strokes' in shape) return shape.strokes[0]?.[0]
  return undefined
}
