import * as z from 'zod/mini'

/** The query of a call that changes several: with `dry_run` it answers what would be there, and writes nothing. */
export const bulkQuery = z.object({ dry_run: z.optional(z.enum(['true', 'false'])) })
export type BulkQuery = z.output<typeof bulkQuery>
