import type { ActivityKind } from '../../contract/endpoint.ts'
import type { Part } from '../../contract/parts.ts'

interface Published {
  /** What students are told of a thing. */
  kind: ActivityKind
  /** Which part of the course it is in. */
  part: Part
}

/** What staff publish, by its table. One more is a line here and `call publish_table('…', '…')` in a migration. */
export const publishedTables = {
  announcements: { kind: 'announcement_posted', part: 'materials' },
} satisfies Record<string, Published>

export type PublishedTable = keyof typeof publishedTables

export const isPublished = (table: string): table is PublishedTable => table in publishedTables
