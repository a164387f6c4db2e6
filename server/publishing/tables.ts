import type { ActivityKind } from '../../contract/endpoint.ts'
import type { Part } from '../../contract/parts.ts'

interface Published {
  /** The activity that students read about a thing. */
  kind: ActivityKind
  /** The part of the course whose version it counts in. */
  part: Part
}

/** The tables that staff publish from. A new one needs a line here and `call publish_table('…', '…')` in a migration. */
export const publishedTables = {
  announcements: { kind: 'announcement_posted', part: 'materials' },
} satisfies Record<string, Published>

export type PublishedTable = keyof typeof publishedTables

export const isPublished = (table: string): table is PublishedTable => table in publishedTables
