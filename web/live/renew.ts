import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queries } from '../queryClient.ts'

/** So long, in ms, at least between two readings of the same. */
const LEAST_MS = 1_000

const underWay = new Map<string, { again: boolean }>()

/**
 * After news: reads again what is on screen of this, one reading at a time. What is told meanwhile is read together, after
 * it: if each post of a lively discussion began a new reading, none would come to its end over a slow line.
 */
export async function renew(what: { queryKey: QueryKey; exact?: boolean }): Promise<void> {
  const name = hashKey([what])
  const earlier = underWay.get(name)
  if (earlier) {
    earlier.again = true
    return
  }
  const reading = { again: true }
  underWay.set(name, reading)
  while (reading.again) {
    reading.again = false
    await Promise.all([queries.invalidateQueries(what), new Promise((later) => setTimeout(later, LEAST_MS))])
  }
  underWay.delete(name)
}
