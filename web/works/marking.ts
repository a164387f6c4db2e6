import { createContext, useContext } from 'react'
import type { MarkColour, MarkKind, MarkShape, ShownMark } from '../../contract/staff/marks.ts'

/** A mark that was just drawn. */
export interface Drawn {
  path: string
  page: number
  kind: MarkKind
  shape: MarkShape
}

/** What was drawn and is not saved yet. */
export type Unsaved = Drawn & { colour: MarkColour }

export interface Tool {
  kind: MarkKind
  colour: MarkColour
  draw: (drawn: Drawn) => void
  /** Nothing more is drawn. */
  stop: () => void
}

/** The marks on one file or text, and what draws more of them. */
export interface Marking {
  marks: readonly ShownMark[]
  unsaved?: readonly Unsaved[]
  /** The number of a mark, as the list of comments has it. */
  numberOf: (mark: ShownMark) => number
  /** Goes to the comment of a mark. */
  pick: (mark: ShownMark) => void
  /** The mark whose place on the work is asked for, until it is found. */
  sought: ShownMark | undefined
  onFound: () => void
  /** Absent where marks are only shown, and while nothing is drawn. */
  tool?: Tool
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
