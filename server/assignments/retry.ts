import { Refusal } from '../errors.ts'

/** Enough for so many writers that race: at least one succeeds in each round. */
const MOST_TIMES = 100

/** SQLSTATE foreign_key_violation: a row that this one refers to has gone. */
const GONE = '23503'

/**
 * Reads, decides and writes; as long as another writer was faster (`write` returns nothing, or fails on a foreign key),
 * it reads again and decides anew. Throws busy when that does not end.
 */
export async function retryUntilWritten<Read, T>(
  first: Read,
  readAgain: () => Promise<Read>,
  write: (read: Read) => Promise<T | undefined>,
): Promise<T> {
  let read = first
  for (let times = 0; times < MOST_TIMES; times++) {
    const done = await write(read).catch((error: { code?: string }) => {
      if (error.code !== GONE) throw error
    })
    if (done !== undefined) return done
    read = await readAgain()
  }
  throw new Refusal('busy')
}
