import * as z from 'zod/mini'

/** The query of a call that changes several: with `dry_run` it answers what would be there, and writes nothing. */
export const bulkQuery = z.object({ dry_run: z.optional(z.enum(['true', 'false'])) })
/** Of a dry run: how many grades would be other ones, and how many of them students see. */
export const GradesCount = z.object({ changed: z.int(), released: z.int() })
export type GradesCount = z.output<typeof GradesCount>

export type BulkQuery = z.output<typeof bulkQuery>
