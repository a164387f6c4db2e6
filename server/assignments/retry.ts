import { Refusal } from '../errors.ts'

/** Each of so many that race succeeds: at least one does in each round. */
const MOST_TIMES = 100

/** SQLSTATE foreign_key_violation: what a row was to refer to has gone. */
const GONE = '23503'

/**
 * Decides by what was read and writes; for as long as somebody else was faster, reads again and decides anew: `write`
 * answers nothing then, or fails because something has gone. Throws busy when that does not end.
 */
export async function untilDone<Read, T>(
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
