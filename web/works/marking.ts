import { createContext, useContext } from 'react'
import type { MarkColour, MarkKind, MarkShape, ShownMark } from '../../contract/staff/marks.ts'

/** A new mark. */
export interface Drawn {
  path: string
  page: number
  kind: MarkKind
  shape: MarkShape
}

/** The unsaved mark. */
export type Unsaved = Drawn & { colour: MarkColour }

export interface Tool {
  kind: MarkKind
  colour: MarkColour
  draw: (drawn: Drawn) => void
  /** Stops drawing. */
  stop: () => void
}

/** The marks on one file or text, and the functions that draw more. */
export interface Marking {
  marks: readonly ShownMark[]
  unsaved?: readonly Unsaved[]
  /** The number of a mark in the list of comments. */
  numberOf: (mark: ShownMark) => number
  /** Goes to the comment of a mark. */
  pick: (mark: ShownMark) => void
  /** The mark to scroll to, until it is found. */
  sought: ShownMark | undefined
  onFound: () => void
  /** Absent where marks are read-only, and while no tool is chosen. */
  tool?: Tool
}

export const MarkingContext = createContext<Marking | undefined>(undefined)
export const useMarking = (): Marking | undefined => useContext(MarkingContext)

/** The place of a mark's number on its page. */
export function anchorOf(shape: MarkShape): [number, number] | undefined {
  if ('at' in shape) return shape.at
  if ('boxes' in shape) return shape.boxes[0] && [shape.boxes[0][0], shape.boxes[0][1]]
  if ('strokes' in shape) return shape.strokes[0]?.[0]
  return undefined
}
