import * as z from 'zod/mini'

/** The query of a call that changes several things: with `dry_run` it answers with the result, and writes nothing. */
export const bulkQuery = z.object({ dry_run: z.optional(z.enum(['true', 'false'])) })
/** For a dry run: how many grades would change, and how many of them students see. */
export const GradesCount = z.object({ changed: z.int(), released: z.int() })
export type GradesCount = z.output<typeof GradesCount>

export type BulkQuery = z.output<typeof bulkQuery>
