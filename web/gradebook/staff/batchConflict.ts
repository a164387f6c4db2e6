import type { CellConflict, CellValue, Grades } from '../../../contract/staff/gradebook.ts'
import { nameOf } from './cells.ts'
import type { Batch } from './keptCells.ts'

type At = Pick<CellConflict, 'person_id' | 'gradable_id'>
export const keyOf = ({ person_id, gradable_id }: At): string => `${person_id}/${gradable_id}`

/**
 * Why a cell cannot be written: it no longer exists, is closed, has the score of a group, which nobody empties here, or
 * is a released final grade of somebody who does not release.
 */
type Lost = 'gone' | 'closed' | 'group' | 'final'

/** A refused cell, with the names of its person and column; '' for a name that is no longer in the table. */
export interface Named {
  key: string
  who: string
  column: string
  theirs: CellValue
  mine: CellValue
  lost: Lost | undefined
}

/** Cells that one call was to write and did not, because some have changed or cannot be written. */
export interface BatchConflict {
  batch: Batch
  /** The first of these cells. */
  named: Named[]
  /** Other people's values, by the cells' keys. */
  newer: ReadonlyMap<string, CellValue>
  /** The keys of cells that cannot be written. */
  lost: ReadonlySet<string>
  /** How many further cells there are. */
  rest: number
}

/** How many cells the note names. */
const NAMED = 6

/** The cells that the server names as refused, and the others. */
export function refusedIn({ items, reason }: Batch, fields: Record<string, string>): { refused: Batch; rest: Batch } {
  const named = new Set(Object.keys(fields).flatMap((field) => /^items\.(\d+)\./.exec(field)?.[1] ?? []))
  const those = (are: boolean) => ({ items: items.filter((_, i) => named.has(String(i)) === are), reason })
  return { refused: those(true), rest: those(false) }
}

/** @param cells with `why` none of them can be written. */
export function batchConflictOf(
  batch: Batch,
  cells: CellConflict[],
  { rows, columns }: Grades,
  why?: Lost,
): BatchConflict {
  const mine = new Map(batch.items.map((item) => [keyOf(item), item.score]))
  // Cells with a choice come first.
  const lostOf = ({ gone, closed }: CellConflict) => (gone ? 'gone' : closed ? 'closed' : why)
  const isLost = (cell: CellConflict) => lostOf(cell) !== undefined
  const inOrder = cells.toSorted((a, b) => Number(isLost(a)) - Number(isLost(b)))
  const named = inOrder.slice(0, NAMED).map((cell): Named => {
    const person = rows.find(({ _id }) => _id === cell.person_id)
    const column = columns.find(({ _id }) => _id === cell.gradable_id)
    return {
      key: keyOf(cell),
      who: person ? nameOf(person) : '',
      column: column?.gradable_name ?? '',
      ...{ theirs: cell.score, mine: mine.get(keyOf(cell)) ?? null },
      lost: lostOf(cell),
    }
  })
  return {
    ...{ batch, named },
    newer: new Map(cells.flatMap((cell) => (isLost(cell) ? [] : [[keyOf(cell), cell.score] as const]))),
    lost: new Set(cells.filter(isLost).map(keyOf)),
    rest: batch.items.length - cells.length,
  }
}

/** The cells that are written after all: those that nobody else changed, or all that still exist. */
export function chosenOf({ batch, newer, lost }: BatchConflict, which: 'rest' | 'all'): Batch {
  const items = batch.items.flatMap((item) => {
    const key = keyOf(item)
    const theirs = newer.get(key)
    if (lost.has(key) || (which === 'rest' && theirs !== undefined)) return []
    return [theirs === undefined ? item : { ...item, was: theirs }]
  })
  return { ...batch, items }
}
