import * as z from 'zod/mini'
import { encodings, separators } from './encodings.ts'

/* The common parts of all imports: how a file is read, and the fate of each row. */

/** The name of the file field in an import's form. */
export const importPart = 'attachment'

const flag = z.enum(['true', 'false'])
/** `email,,first`: the kinds of the columns from the first on; for scores their ids. */
const columnsOf = z.string().check(z.regex(/^[a-z0-9,-]*$/), z.maxLength(12_000))

/** The server guesses how to read the file unless the query says so. */
export const importQuery = z.object({
  dry_run: z.optional(flag),
  encoding: z.optional(z.enum(encodings)),
  separator: z.optional(z.enum(separators)),
  sheet: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  header: z.optional(flag),
  columns: z.optional(columnsOf),
  digest: z.optional(z.string().check(z.maxLength(100))),
})
export type ImportQuery = z.output<typeof importQuery>

/** The outcome of a row. */
export const fates = ['new', 'changed', 'unchanged', 'refused'] as const
export const Fate = z.enum(fates)
export type Fate = z.output<typeof Fate>

/** The plan of an import, row by row, and how the file was read. */
export const importPlan = <Kind extends z.ZodMiniType<string>, Row extends z.ZodMiniType<{ fate: Fate }>>(
  kind: Kind,
  row: Row,
) =>
  z.object({
    /** The encoding and separator of a CSV; the sheets of a workbook, and the one that is read. */
    file: z.object({
      kind: z.enum(['csv', 'xlsx']),
      encoding: z.optional(z.string()),
      separator: z.optional(z.string()),
      sheets: z.optional(z.array(z.string())),
      sheet: z.optional(z.int()),
    }),
    /** Whether the first row names the columns. */
    header: z.boolean(),
    columns: z.array(z.object({ title: z.string(), kind, samples: z.array(z.string()) })),
    rows: z.array(row),
    /** Students of the course who are not in the file; they stay as they are. */
    absent: z.int(),
    /** The digest of the plan: an import with it happens exactly as previewed, or not at all. */
    digest: z.string(),
  })
