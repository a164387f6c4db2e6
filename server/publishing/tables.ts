import { type RawBuilder, sql } from 'kysely'
import type { ActivityKind } from '../../contract/endpoint.ts'
import type { Part } from '../../contract/parts.ts'
import { differs } from '../changes/differs.ts'
import { isOut } from './out.ts'

export interface Published {
  /** The activity about a thing that students read. */
  kind: ActivityKind
  /** The part of the course in whose version it counts. */
  part: Part
  /** The tables of a thing's parts, and their column with the thing's id. */
  parts?: { tables: readonly string[]; column: string }
  /** Whether publishing thing `a` makes an activity. Absent: always. */
  isNews?: RawBuilder<boolean>
  /** Whether the change of row `r` also changes what the pages of other things say. Absent: never. */
  movesOthers?: RawBuilder<boolean>
  /** Of things `a` that are published at once and are alike in this, one activity stands for all: the first in `order`. */
  together?: { by: RawBuilder<unknown>; order: RawBuilder<unknown> }
}

/** The tables that staff publish from. A new one needs a line here and `call publish_table('…', '…')` in a migration. */
export const publishedTables = {
  announcements: { kind: 'announcement_posted', part: 'materials' },
  contents: {
    kind: 'content_posted',
    part: 'materials',
    // One activity stands for a folder and everything published with it or before it; an empty folder gets none.
    isNews: sql<boolean>`(a.parent_id is null or exists (
        select from contents f where f.course_id = a.course_id and f.id = a.parent_id and ${isOut('f')}))
      and (a.upload_id is not null or exists (
        select from contents i where i.course_id = a.course_id and i.parent_id = a.id
          and i.publish_at is not null and i.deleted_at is null))`,
    together: { by: sql`a.parent_id`, order: sql`a.position, a.uploaded_at desc, a.id desc` },
  },
  topics: { kind: 'topic_posted', part: 'materials' },
  links: { kind: 'link_posted', part: 'materials' },
  playlists: { kind: 'playlist_posted', part: 'materials' },
  groupings: { kind: 'grouping_posted', part: 'work' },
  meetings: {
    kind: 'meeting_posted',
    part: 'materials',
    // One activity stands for a series: that of the first published meeting.
    isNews: sql<boolean>`(a.series_id is null or not exists (
        select from meetings s where s.course_id = a.course_id and s.series_id = a.series_id
          and (s.start_at, s.id) < (a.start_at, a.id) and s.publish_at is not null and s.deleted_at is null))`,
  },
  assignments: {
    kind: 'assignment_posted',
    part: 'work',
    parts: { tables: ['questions', 'question_sets', 'file_slots'], column: 'assignment_id' },
    // A page of a work or of a person says whether it is late and what counts; and the days that late work no longer takes
    // from a bank are left for the other assignments.
    movesOthers: sql<boolean>`(r.before is not null and (${differs('due_at', 'time_limit', 'counts', 'grouping_id', 'deleted_at')}
      or ${differs('publish_at')} and exists (
        select from courses c where c.id = r.course_id and c.late_rule->>'kind' = 'bank')))`,
  },
} satisfies Record<string, Published>

export type PublishedTable = keyof typeof publishedTables

/** By the table of parts: the table of their thing, and the column with its id. */
export const partTables: ReadonlyMap<string, { of: PublishedTable; column: string }> = new Map(
  Object.entries(publishedTables as Record<PublishedTable, Published>).flatMap(([of, { parts }]) =>
    (parts?.tables ?? []).map((table) => [table, { of: of as PublishedTable, column: parts?.column ?? '' }]),
  ),
)

export const publishedNames = Object.keys(publishedTables) as PublishedTable[]
