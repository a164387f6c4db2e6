import type { Dated, DateField } from '../../contract/staff/dates.ts'
import { publishedTables } from '../publishing/tables.ts'

/** A column of a course's table that is one of its dates. */
export interface DateColumn {
  thing: Dated
  table: string
  /** The column with the thing's name. */
  title: 'name' | 'title'
  field: DateField
  /** The columns that move with this one by the same time. */
  moves?: string[]
}

const of = (thing: Dated, table: string, title: DateColumn['title']) => ({ thing, table, title })

const named: Pick<DateColumn, 'thing' | 'table' | 'title'>[] = [
  of('announcement', 'announcements', 'title'),
  of('assignment', 'assignments', 'name'),
  of('class', 'schedules', 'name'),
  of('content', 'contents', 'name'),
  of('grouping', 'groupings', 'name'),
  of('link', 'links', 'name'),
  of('meeting', 'meetings', 'title'),
  of('playlist', 'playlists', 'title'),
  of('topic', 'topics', 'title'),
]

const columns = (table: string, dates: Pick<DateColumn, 'field' | 'moves'>[]): DateColumn[] =>
  named.filter((one) => one.table === table).flatMap((one) => dates.map((date) => ({ ...one, ...date })))

/** Every date of a course; the dates of publication come from the published tables. */
export const dateColumns: DateColumn[] = [
  ...columns('schedules', [{ field: 'start_at', moves: ['end_at'] }]),
  ...columns('assignments', [{ field: 'due_at' }, { field: 'closes_at' }]),
  ...columns('groupings', [{ field: 'made_until' }]),
  ...columns('meetings', [{ field: 'start_at', moves: ['end_at'] }]),
  ...Object.keys(publishedTables).flatMap((table) => columns(table, [{ field: 'publish_at' }])),
]

/** The place of a thing in its course. */
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
