import { Refusal } from '../errors.ts'

/** Of so many that race each will be done: one of them at least is, each time. */
const MOST_TIMES = 100

/** SQLSTATE foreign_key_violation: what a row was to refer to has gone. */
const GONE = '23503'

/**
 * Reads, decides and writes, again for as long as somebody else was faster: `once` answers nothing then, or fails because
 * something has gone. Throws busy when that does not end.
 */
export async function untilDone<T>(once: () => Promise<T | undefined>): Promise<T> {
  for (let times = 0; times < MOST_TIMES; times++) {
    const done = await once().catch((error: { code?: string }) => {
      if (error.code !== GONE) throw error
    })
    if (done !== undefined) return done
  }
  throw new Refusal('busy')
}
