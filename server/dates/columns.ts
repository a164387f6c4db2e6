import type { Dated, DateField } from '../../contract/staff/dates.ts'
import { isPublished, publishedTables } from '../publishing/tables.ts'

/** A column of a table of a course that is one of its dates. */
export interface DateColumn {
  thing: Dated
  table: string
  field: DateField
  /** The columns that move with it by as much. */
  moves?: string[]
}

const thingOf: Record<string, Dated> = {
  ...{ announcements: 'announcement', assignments: 'assignment', contents: 'content', links: 'link' },
  ...{ groupings: 'grouping', meetings: 'meeting', playlists: 'playlist', topics: 'topic' },
}

/** Dates of what staff publish, besides that of its publication. */
const ofPublished: DateColumn[] = [
  { thing: 'assignment', table: 'assignments', field: 'due_at' },
  { thing: 'assignment', table: 'assignments', field: 'closes_at' },
  { thing: 'grouping', table: 'groupings', field: 'made_until' },
  { thing: 'meeting', table: 'meetings', field: 'start_at', moves: ['end_at'] },
]

/** Every date of a course; those of publication come from the tables that staff publish from. */
export const dateColumns: DateColumn[] = [
  { thing: 'class', table: 'schedules', field: 'start_at', moves: ['end_at'] },
  ...ofPublished.filter(({ table }) => isPublished(table)),
  ...Object.keys(publishedTables).flatMap((table): DateColumn[] => {
    const thing = thingOf[table]
    return thing ? [{ thing, table, field: 'publish_at' }] : []
  }),
]

/** Where a thing is in its course. */
export const placeOf: Record<Dated, (id: string) => string> = {
  announcement: (id) => `announcement/${id}/preview`,
  assignment: (id) => `assignments/${id}/preview`,
  class: () => 'schedule',
  content: (id) => `content/${id}/view`,
  grouping: (id) => `group?grouping=${id}`,
  link: () => 'content',
  meeting: (id) => `meeting/${id}/preview`,
  playlist: () => 'content',
  topic: (id) => `discussion/${id}`,
}
