import * as z from 'zod/mini'
import { AskedId, endpoint, Id, Time } from './endpoint.ts'
import { Role } from './users.ts'

/** A section of the course. */
export const Audience = z.object({ section: z.string().check(z.trim(), z.minLength(1), z.maxLength(50)) })

export const Announcement = z.object({
  _id: Id,
  announcement_title: z.string(),
  /** Markdown */
  announcement_content: z.string(),
  announcement_datetime: Time,
  /** The author, with a role while they are on the course; null when unknown, or their account was removed. */
  announcement_author: z.nullable(
    z.object({ _id: Id, first: z.string(), last: z.string(), img: z.optional(z.string()), role: z.optional(Role) }),
  ),
  // For staff alone.
  /** The revision, for If-Match. */
  revision: z.optional(z.int()),
  /** When students first see it; null: it is a draft. */
  publish_at: z.optional(z.nullable(Time)),
  /** Null: everyone on the course. */
  audience: z.optional(z.nullable(Audience)),
  /** Students get it only when it is true. */
  pinned: z.optional(z.boolean()),
})
export type Announcement = z.output<typeof Announcement>

/** How many announcements one answer has at most. */
export const announcementsPage = 50
/** How many titles one answer has at most. */
export const mostTitles = 500

export const announcements = {
  list: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/announcements',
    access: 'member',
    summary:
      'The announcements of the course: those that are pinned, then the newest; older ones follow with `before` the last one’s _id',
    query: z.object({ before: z.optional(AskedId) }),
    reply: z.array(Announcement),
  }),
  titles: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/announcements/titles',
    access: 'member',
    summary: `The titles of the announcements that the person may read, the newest first; at most ${mostTitles}`,
    reply: z.array(z.pick(Announcement, { _id: true, announcement_title: true })),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/announcements/:announcement_id',
    access: 'member',
    summary: 'One announcement',
    reply: Announcement,
  }),
}
