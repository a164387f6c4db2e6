import type { CellChange, CellValue } from '../../../contract/staff/gradebook.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import { thisBrowser } from '../../typed/entries.ts'
import { typedOf } from '../../typed/typed.ts'

/** Cells that one call writes. */
export interface Batch {
  items: (Pick<CellChange, 'person_id' | 'gradable_id'> & { score: CellValue; was: CellValue })[]
  reason: string
}

/**
 * Unsaved cells, kept on the device: a page that closes, or whose session ends, leaves them to the next one. Each page
 * has a place of its own, so that two pages do not overwrite each other.
 */
export function keptCells(person: string, courseId: string) {
  const typed = typedOf(thisBrowser, person, 'cells')
  const own = `${courseId}:${newIdempotencyKey()}`
  /** False: the device cannot keep it. */
  const keep = (batches: Batch[]) => (batches.length > 0 ? typed.keep(own, JSON.stringify(batches)) : typed.drop(own))
  return {
    keep,
    /** Takes over the cells that earlier pages left. */
    take(): Batch[] {
      const left = [...typed.all()].filter(([place]) => place.startsWith(`${courseId}:`))
      const batches = left.flatMap(([, text]) => read(text))
      if (batches.length === 0 || keep(batches)) for (const [place] of left) if (place !== own) typed.drop(place)
      return batches
    },
  }
}

function read(text: string): Batch[] {
  try {
    const kept = JSON.parse(text) as Batch[]
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
