import * as z from 'zod/mini'
import { Audience } from '../announcements.ts'
import { Post, TopicAbout } from '../discussions.ts'
import { AskedTime, endpoint, Id, Time } from '../endpoint.ts'

/** The most topics of a course. */
export const topicsMost = 500
/** In UTF-16 code units, as the fields of a browser count. */
export const discussionTitleMost = 200
export const discussionDescriptionMost = 50_000
/** The most earlier versions of a text that stay. */
export const versionsMost = 50
/** Why staff hid a text. */
export const reasonMost = 500
/** The most points of a topic, in steps of a hundredth. */
export const discussionScoreMost = 10_000

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(discussionTitleMost))
/** Markdown */
const description = z.string().check(z.maxLength(discussionDescriptionMost))
/** Null: a draft. A past time means now; a published thing keeps its time. */
const publishAt = z.nullable(AskedTime)
/** Null: it is not graded. */
const score = z.nullable(z.number().check(z.minimum(0), z.maximum(discussionScoreMost), z.multipleOf(0.01)))

const path = '/api/courses/:course_id/discussions'
const text = `${path}/:discussion_id/:text_id` as const

/** The moderation of a post, a comment or a reply. */
const Moderated = z.object({
  _id: Id,
  hidden: z.nullable(z.object({ reason: z.string() })),
  endorsed: z.nullable(z.nonoptional(Post.shape.endorsed)),
})

/** Staff's calls on topics. */
export const discussionWrites = {
  create: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary: 'A new topic: a draft unless `publish_at` is given',
    body: z.object({
      discussion_title: title,
      discussion_description: z._default(description, ''),
      publish_at: z._default(publishAt, null),
      pinned: z._default(z.boolean(), false),
      locked: z._default(z.boolean(), false),
      post_first: z._default(z.boolean(), false),
      discussion_score: z._default(score, null),
      audience: z._default(z.nullable(Audience), null),
    }),
    reply: TopicAbout,
    errors: ['too_many'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:discussion_id`,
    access: 'author',
    summary: 'Changes the given fields; publishes with a `publish_at`, takes it in again with null',
    revision: true,
    body: z.object({
      discussion_title: z.optional(title),
      discussion_description: z.optional(description),
      publish_at: z.optional(publishAt),
      pinned: z.optional(z.boolean()),
      locked: z.optional(z.boolean()),
      post_first: z.optional(z.boolean()),
      discussion_score: z.optional(score),
      audience: z.optional(z.nullable(Audience)),
    }),
    reply: TopicAbout,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:discussion_id`,
    access: 'author',
    summary: 'Removes a topic with all that was written in it',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
  versions: endpoint({
    method: 'GET',
    path: `${text}/versions`,
    access: 'staff',
    summary: 'What a post, a comment or a reply said before its author changed or deleted it, the latest first',
    reply: z.array(z.object({ content: z.string(), until: Time })),
  }),
  hide: endpoint({
    method: 'PUT',
    path: `${text}/hidden`,
    access: 'author',
    summary: 'Hides a post, a comment or a reply from students; its author reads the reason',
    body: z.object({ reason: z._default(z.string().check(z.trim(), z.maxLength(reasonMost)), '') }),
    reply: Moderated,
  }),
  restore: endpoint({
    method: 'DELETE',
    path: `${text}/hidden`,
    access: 'author',
    summary: 'Shows a hidden text again',
    reply: Moderated,
  }),
  endorse: endpoint({
    method: 'PUT',
    path: `${text}/endorsed`,
    access: 'author',
    summary:
      'Endorses a post, a comment or a reply: students see who of the staff stands by it. With `edited`, as they saw it ' +
      '(empty: it had none), a text that its author changed since is a conflict',
    query: z.object({ edited: z.optional(z.union([AskedTime, z.literal('')])) }),
    reply: Moderated,
    errors: ['conflict'],
  }),
  unendorse: endpoint({
    method: 'DELETE',
    path: `${text}/endorsed`,
    access: 'author',
    summary: 'Takes the endorsement of a text back',
    reply: Moderated,
  }),
}
