import type { MarkShape } from '../../contract/staff/marks.ts'
import type { Piece } from './lines.ts'

/** A range of a text, from the first to the last line. */
export type Range = Extract<MarkShape, { from: unknown }>

export interface MarkedPiece extends Piece {
  /** The colour of the mark on it. */
  mark?: string
}

/** The pieces of a line, cut where marks begin and end; where several overlap, the last one shows. */
export function withMarks(
  pieces: Piece[],
  n: number,
  marks: readonly { range: Range; colour: string }[],
): MarkedPiece[] {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0)
  const parts = marks
    .filter(({ range }) => range.from[0] <= n && n <= range.to[0])
    .map(({ range, colour }) => ({
      from: range.from[0] === n ? range.from[1] : 0,
      to: range.to[0] === n ? range.to[1] : length,
      colour,
    }))
  if (parts.length === 0) return pieces
  let at = 0
  return pieces.flatMap(({ text, look }) => {
    const start = at
    at += text.length
    const cuts = parts.flatMap(({ from, to }) => [from, to]).filter((cut) => start < cut && cut < at)
    const places = [...new Set([start, ...cuts, at])].sort((a, b) => a - b)
    return places.slice(0, -1).map((place, i) => {
      const mark = parts.findLast(({ from, to }) => from <= place && place < to)?.colour
      return { text: text.slice(place - start, (places[i + 1] ?? at) - start), look, ...(mark && { mark }) }
    })
  })
}
