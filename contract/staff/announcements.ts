import * as z from 'zod/mini'
import { Announcement, Audience } from '../announcements.ts'
import { AskedTime, endpoint, Id } from '../endpoint.ts'

/** In UTF-16 code units, as the fields of a browser count. */
export const announcementTitleMost = 200
export const announcementContentMost = 50_000

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(announcementTitleMost))
/** Markdown */
const content = z.string().check(z.maxLength(announcementContentMost))
/** Null: a draft. A past time, such as now by a slow clock, means now; a published thing keeps its time. */
const publishAt = z.nullable(AskedTime)

const path = '/api/courses/:course_id/announcements'

/** Staff's calls on announcements. */
export const announcementWrites = {
  create: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary: 'A new announcement: a draft unless `publish_at` is given',
    body: z.object({
      announcement_title: title,
      announcement_content: z._default(content, ''),
      publish_at: z._default(publishAt, null),
      audience: z._default(z.nullable(Audience), null),
      pinned: z._default(z.boolean(), false),
    }),
    reply: Announcement,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:announcement_id`,
    access: 'author',
    summary: 'Changes the given fields; publishes with a `publish_at`, takes it in again with null',
    revision: true,
    body: z.object({
      announcement_title: z.optional(title),
      announcement_content: z.optional(content),
      publish_at: z.optional(publishAt),
      audience: z.optional(z.nullable(Audience)),
      pinned: z.optional(z.boolean()),
    }),
    reply: Announcement,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:announcement_id`,
    access: 'author',
    summary: 'Removes an announcement',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
}
