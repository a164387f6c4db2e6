/* When `npm start` restarts a server that ended because its database did. */

/** The server's exit code for this (server/process/startErrors.ts). */
const DATABASE_DOWN = 75
const MOST_TRIES = 8
/** In ms: a server that ran for longer ran well. */
const WELL_MS = 5 * 60_000

/**
 * Called each time the server ends: returns how long to wait before the next start, in ms, or why there is none. A
 * database that never ran is not started again, so that the person at the terminal reads its words sooner.
 */
export function createTries() {
  let tries = 0
  return ({ code, wasReady, ranMs }) => {
    if (code !== DATABASE_DOWN) return { giveUp: undefined }
    if (wasReady && ranMs >= WELL_MS) tries = 0
    if (!wasReady && tries === 0) return { giveUp: undefined }
    if (tries === MOST_TRIES) {
      return { giveUp: `The database did not stay up in ${MOST_TRIES} tries. What it said is above.` }
    }
    return { waitMs: Math.min(30_000, 500 * 2 ** tries++) }
  }
}
