import * as z from 'zod/mini'
import { ContentItem } from '../contents.ts'
import { AskedId, AskedTime, endpoint, Id, Time } from '../endpoint.ts'
import { bulkQuery } from './bulk.ts'

/**
 * The most files and folders of a course: some hundreds are usual. One call may change, remove or order all of them.
 */
export const contentsMost = 5_000
/** How many one call adds at most. */
export const addedMost = 200

/** In UTF-16 code units, as the fields of a browser count. */
export const contentNameMost = 200
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(contentNameMost))
const description = z.string().check(z.maxLength(10_000))
/** Null: a draft. A past time means now; a published thing keeps its time. */
const publishAt = z.nullable(AskedTime)
/** The address of an upload of the caller's own. */
const location = z.string().check(z.maxLength(2_000))

/** In UTF-16 code units. */
export const pageMost = 200_000
const page = z.string().check(z.maxLength(pageMost))

const NewContent = z
  .object({
    /** A file without a name gets that of its upload. */
    file_name: z.optional(name),
    file_description: z._default(description, ''),
    /** Its folder; null: it is in none. */
    parent_id: z._default(z.nullable(AskedId), null),
    /** Absent: it is a folder. */
    location: z.optional(location),
    /** For a page: its Markdown, of which `location` is the file. */
    file_page: z.optional(page),
    publish_at: z._default(publishAt, null),
  })
  .check(
    z.refine(({ file_name, location }) => file_name !== undefined || location !== undefined, {
      path: ['file_name'],
      error: 'A folder needs a name.',
    }),
    z.refine(({ file_page, location }) => file_page === undefined || location !== undefined, {
      path: ['location'],
      error: 'A page needs its file.',
    }),
  )
export type NewContent = z.output<typeof NewContent>

/** A list without repeated things. */
const once = <T extends z.ZodMiniType<string | { _id: string }>>(item: T, most: number) =>
  z.array(item).check(
    z.minLength(1),
    z.maxLength(most),
    z.refine((items) => new Set(items.map((one) => (typeof one === 'string' ? one : one._id))).size === items.length, {
      error: 'Something is named twice.',
    }),
  )

const revision = z.int().check(z.nonnegative())
const Items = z.object({ items: z.array(ContentItem) })
const words = { file_name: z.optional(name), file_description: z.optional(description) }

const Version = z.object({
  /** The upload's. */
  _id: Id,
  filename: z.string(),
  file_path: z.string(),
  file_bytes: z.number(),
  replaced_at: Time,
  /** Null: their account was removed. */
  replaced_by: z.nullable(z.object({ _id: Id, first: z.string(), last: z.string() })),
})

const path = '/api/courses/:course_id/contents'

/** Staff's calls on contents. */
export const contentWrites = {
  create: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary:
      'New files and folders, which stand first in their folder: one, or `items` of several in the order in which they will stand. Drafts unless `publish_at` is given',
    query: bulkQuery,
    body: z.union([z.object({ items: z.array(NewContent).check(z.minLength(1), z.maxLength(addedMost)) }), NewContent]),
    reply: z.union([ContentItem, Items]),
    errors: ['too_many'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:content_id`,
    access: 'author',
    summary: 'Changes the given fields; `location` replaces the file, `version` brings back what it was before',
    revision: true,
    body: z.object({
      ...words,
      /** Its folder, where it stands first then; null: it is in none. */
      parent_id: z.optional(z.nullable(AskedId)),
      publish_at: z.optional(publishAt),
      location: z.optional(location),
      file_page: z.optional(page),
      version: z.optional(AskedId),
    }),
    reply: ContentItem,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:content_id`,
    access: 'author',
    summary: 'Removes a file, or a folder with all that is in it',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
  versions: endpoint({
    method: 'GET',
    path: `${path}/:content_id/versions`,
    access: 'author',
    summary: 'What a file was before it was replaced, the latest first',
    reply: z.array(Version),
  }),
  openers: endpoint({
    method: 'GET',
    path: `${path}/:content_id/opened`,
    access: 'author',
    summary: 'Which students have opened a file, the first and the last time',
    reply: z.array(z.object({ _id: Id, first_at: Time, last_at: Time })),
  }),
  editMany: endpoint({
    method: 'PATCH',
    path,
    access: 'author',
    summary: 'Changes several, all of them or none: 409 `conflict` names those that are newer',
    query: bulkQuery,
    body: z.object({
      items: once(z.object({ _id: AskedId, revision, ...words, publish_at: z.optional(publishAt) }), contentsMost),
    }),
    reply: Items,
    errors: ['conflict'],
  }),
  removeMany: endpoint({
    method: 'POST',
    path: `${path}/remove`,
    access: 'author',
    summary: 'Removes several, all of them or none: 409 `conflict` names those that are newer',
    query: bulkQuery,
    body: z.object({ items: once(z.object({ _id: AskedId, revision }), contentsMost) }),
    reply: z.object({ items: z.array(z.object({ _id: Id })) }),
    errors: ['conflict'],
  }),
  order: endpoint({
    method: 'PUT',
    path: `${path}/order`,
    access: 'author',
    summary: 'Makes `items`, wherever they lie, the first in a folder, in this order; the others follow as they stood',
    query: bulkQuery,
    body: z.object({ parent_id: z.nullable(AskedId), items: once(AskedId, contentsMost) }),
    reply: Items,
  }),
}
