/** How many one statement writes: triggers follow each of them, and the database ends a statement that takes too long. */
const AT_ONCE = 5_000

/** Many rows in pieces, a statement for each. */
export const inPieces = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) => rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
