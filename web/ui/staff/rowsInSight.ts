/**
 * The rows of a list with these heights that touch the part from `top` to `bottom`, in whole eights, so that most
 * scroll events change nothing. All are in px.
 */
export function rowsInSight(heights: number[], top: number, bottom: number): { from: number; to: number } {
  let at = 0
  let from = 0
  while (from < heights.length && at + (heights[from] ?? 0) <= top) at += heights[from++] ?? 0
  let to = from
  while (to < heights.length && at < bottom) at += heights[to++] ?? 0
  return { from: from - (from % 8), to: Math.min(heights.length, Math.ceil(to / 8) * 8) }
}

/** A rendered row, or the height of all rows between two of them. */
export type Piece = { row: number } | { gap: number }

/** The rows of a window and some others wherever they stand, in order, with the gaps between them. */
export function piecesOf(heights: number[], { from, to }: { from: number; to: number }, more: number[]): Piece[] {
  const drawn = new Set(more)
  for (let row = from; row < to; row++) drawn.add(row)
  const pieces: Piece[] = []
  let gap = 0
  for (const [row, height] of heights.entries()) {
    if (!drawn.has(row)) {
      gap += height
      continue
    }
    if (gap > 0) pieces.push({ gap })
    gap = 0
    pieces.push({ row })
  }
  if (gap > 0) pieces.push({ gap })
  return pieces
}
