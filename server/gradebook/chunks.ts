/** How many rows one statement writes: triggers follow each row, and the database ends a long statement. */
const AT_ONCE = 5_000

/** Rows in pieces, for one statement each. */
export const inChunks = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) => rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
