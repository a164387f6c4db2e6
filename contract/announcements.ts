import * as z from 'zod/mini'
import { AskedId, endpoint, Id, Time } from './endpoint.ts'
import { Role } from './users.ts'

export const Announcement = z.object({
  _id: Id,
  announcement_title: z.string(),
  /** Markdown */
  announcement_content: z.string(),
  announcement_datetime: Time,
  /** Who posted it, with a role while they are on the course; null when nobody knows, or their account was removed. */
  announcement_author: z.nullable(
    z.object({ _id: Id, first: z.string(), last: z.string(), img: z.optional(z.string()), role: z.optional(Role) }),
  ),
})
export type Announcement = z.output<typeof Announcement>

/** How many announcements one answer carries. */
export const announcementsPage = 50

export const announcements = {
  list: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/announcements',
    access: 'member',
    summary: 'The announcements of the course, newest first; older ones follow with `before` the last one’s _id',
    query: z.object({ before: z.optional(AskedId) }),
    reply: z.array(Announcement),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/announcements/:announcement_id',
    access: 'member',
    summary: 'One announcement',
    reply: Announcement,
  }),
}
