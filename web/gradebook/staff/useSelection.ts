import { useMemo, useState } from 'react'
import type { GradeColumn } from '../../../contract/staff/gradebook.ts'
import { FIRST, type GradeRow, type Place } from './cells.ts'

/** A cell by its person and column, so that it stays the same while other people sort and change the table. */
interface Spot extends Place {
  person?: string | undefined
  gradable?: string | undefined
}

/** The focused cell, and the range from `anchor` to it. */
export function useSelection(rows: GradeRow[], columns: GradeColumn[]) {
  const spotOf = ({ row, column }: Place): Spot => ({
    ...{ row, column, person: rows[row]?._id, gradable: columns[column - FIRST]?._id },
  })
  // Until somebody moves, it is the first cell, in any order.
  const [at, setAt] = useState<Spot>({ row: 0, column: FIRST })
  const [anchor, setAnchor] = useState(at)
  const order = useMemo(() => [...rows, ...columns].map(({ _id }) => _id).join(), [rows, columns])
  const [seen, setSeen] = useState(order)
  if (seen !== order) {
    // After a change of the table, other cells may lie between the same corners.
    setSeen(order)
    setAnchor(at)
  }

  const rowOf = ({ row, person }: Spot) =>
    !person || rows[row]?._id === person ? row : rows.findIndex(({ _id }) => _id === person)
  const columnOf = ({ column, gradable }: Spot) =>
    !gradable || columns[column - FIRST]?._id === gradable
      ? column
      : columns.findIndex(({ _id }) => _id === gradable) + FIRST
  const isThere = rowOf(at) >= -1 && (!at.person || rowOf(at) >= 0) && (!at.gradable || columnOf(at) >= FIRST)
  /** A missing cell gives way to the cell in its place. */
  const placeOf = (spot: Spot): Place => {
    const [row, column] = [rowOf(spot), columnOf(spot)]
    return {
      row: Math.min(spot.person && row < 0 ? spot.row : row, rows.length - 1),
      column: Math.min(spot.gradable && column < FIRST ? spot.column : column, columns.length + FIRST - 1),
    }
  }
  return {
    place: placeOf(at),
    anchor: placeOf(anchor),
    /** Whether the focused cell still exists. */
    isThere,
    select(next: Place, extend = false) {
      setAt(spotOf(next))
      if (!extend) setAnchor(spotOf(next))
    },
  }
}
