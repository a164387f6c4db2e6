import type { CellValue, Grades, OvertakenCell } from '../../../contract/staff/gradebook.ts'
import { nameOf } from './cells.ts'
import type { Batch } from './keptCells.ts'

type At = Pick<OvertakenCell, 'person_id' | 'gradable_id'>
export const keyOf = ({ person_id, gradable_id }: At): string => `${person_id}/${gradable_id}`

/** A cell that was not written, as people call it; '' is what is not in the table any more. */
export interface Named {
  key: string
  who: string
  column: string
  theirs: CellValue
  mine: CellValue
  /** Why nothing of it is written: it is not there any more, or closed. */
  lost: 'gone' | 'closed' | undefined
}

/** Cells that were to be written together and were not: some say something else by now, are gone, or closed. */
export interface Overtaken {
  batch: Batch
  /** The first of these cells. */
  named: Named[]
  /** By their key, what others wrote. */
  newer: ReadonlyMap<string, CellValue>
  /** The keys of the cells that are gone or closed. */
  lost: ReadonlySet<string>
  /** How many others there are. */
  rest: number
}

/** So many are named. */
const NAMED = 6

export function overtakenOf(batch: Batch, cells: OvertakenCell[], { rows, columns }: Grades): Overtaken {
  const mine = new Map(batch.items.map((item) => [keyOf(item), item.score]))
  // Those in which there is something to choose come first.
  const isLost = ({ gone, closed }: OvertakenCell) => gone ?? closed ?? false
  const inOrder = cells.toSorted((a, b) => Number(isLost(a)) - Number(isLost(b)))
  const named = inOrder.slice(0, NAMED).map((cell): Named => {
    const person = rows.find(({ _id }) => _id === cell.person_id)
    const column = columns.find(({ _id }) => _id === cell.gradable_id)
    return {
      key: keyOf(cell),
      who: person ? nameOf(person) : '',
      column: column?.gradable_name ?? '',
      ...{ theirs: cell.score, mine: mine.get(keyOf(cell)) ?? null },
      lost: cell.gone ? 'gone' : cell.closed && 'closed',
    }
  })
  return {
    ...{ batch, named },
    newer: new Map(cells.flatMap((cell) => (isLost(cell) ? [] : [[keyOf(cell), cell.score] as const]))),
    lost: new Set(cells.filter(isLost).map(keyOf)),
    rest: batch.items.length - cells.length,
  }
}

/** What is written of them after all: what nobody else wrote, or all that is still there. */
export function chosenOf({ batch, newer, lost }: Overtaken, which: 'rest' | 'all'): Batch {
  const items = batch.items.flatMap((item) => {
    const key = keyOf(item)
    const theirs = newer.get(key)
    if (lost.has(key) || (which === 'rest' && theirs !== undefined)) return []
    return [theirs === undefined ? item : { ...item, was: theirs }]
  })
  return { ...batch, items }
}
