import * as z from 'zod/mini'
import { Audience } from './announcements.ts'
import { AskedId, endpoint, Id, Time } from './endpoint.ts'
import { Participant } from './users.ts'

/** The longest text of a post, a comment or a reply. */
export const postMost = 20_000
/** How many posts one answer has at most; older ones follow with `before`. */
export const postsPage = 200

/** The author; a placeholder for a removed account. */
const written = {
  _id: Id,
  content: z.string(),
  user: Participant,
  datetime: Time,
  /** When its author last changed it; absent: never. */
  edited: z.optional(Time),
  /**
   * The author deleted it, but it has an answer, or staff read it: it has no text. A student does not learn who wrote
   * it.
   */
  deleted: z.optional(z.literal(true)),
  /**
   * Staff have hidden it: they and its author read it with the reason. If it has an answer, others see a placeholder of
   * its author without a text; otherwise nothing.
   */
  hidden: z.optional(z.object({ reason: z.nullable(z.string()) })),
  /** A member of the staff endorses it. */
  endorsed: z.optional(z.object({ user: Participant, datetime: Time })),
}
/** A reply is a comment to which nobody may reply. */
export const Reply = z.object({ ...written, noreply: z.literal(true), replies: z.tuple([]) })
export type Reply = z.output<typeof Reply>
/** With `noreply`, nobody may reply to it. */
export const Comment = z.object({ ...written, noreply: z.boolean(), replies: z.array(Reply) })
export type Comment = z.output<typeof Comment>
export const Post = z.object({ ...written, comments: z.array(Comment) })
export type Post = z.output<typeof Post>

const about = {
  _id: Id,
  discussion_title: z.string(),
  /** Markdown */
  discussion_description: z.string(),
  discussion_datetime: Time,
  // Students get only the settings that are true.
  /** Whether it is first in the list. */
  pinned: z.optional(z.boolean()),
  /** Whether students can no longer write in it. */
  locked: z.optional(z.boolean()),
  /** Whether a student sees other people's posts only after their own. */
  post_first: z.optional(z.boolean()),
  /** The reader must post first, and gets neither the posts of others nor their number. */
  must_post: z.optional(z.boolean()),
  /** The most points of a graded topic; null for any other, for staff alone. */
  discussion_score: z.optional(z.nullable(z.number())),
  // For staff alone.
  /** The revision, for If-Match. */
  revision: z.optional(z.int()),
  /** When students first see it; null: it is a draft. */
  publish_at: z.optional(z.nullable(Time)),
  /** Null: everyone; otherwise the students of one section alone. */
  audience: z.optional(z.nullable(Audience)),
}
/** A topic without its posts. */
export const TopicAbout = z.object(about)
export type TopicAbout = z.output<typeof TopicAbout>
/** With the last author; `unseen` when others wrote something new to the reader. */
export const TopicSummary = z.object({
  ...about,
  posts: z.number(),
  last: z.nullable(z.object({ user: Participant, datetime: Time })),
  unseen: z.boolean(),
})
export type TopicSummary = z.output<typeof TopicSummary>
/** With `more`, there are older posts. An answer with long texts has fewer. */
export const Topic = z.object({ ...about, posts: z.array(Post), more: z.boolean() })
export type Topic = z.output<typeof Topic>

/** Neither white space nor invisible characters, such as a zero-width space. */
const visible = /[^\s\p{Cf}]/u
/** Whether a text has nothing visible: then the browser does not send it, and the server refuses it. */
export const isBlank = (text: string): boolean => !visible.test(text)

const NewText = z.object({
  content: z.string().check(z.trim(), z.regex(visible, 'must not be blank'), z.maxLength(postMost)),
})
const path = '/api/courses/:course_id/discussions'

export const discussions = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'member',
    summary: 'The topics of the course: those that are pinned, then the newest',
    reply: z.array(TopicSummary),
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:discussion_id`,
    access: 'member',
    summary: 'A topic with its posts, newest first; comments and replies oldest first',
    /** The last post of the previous answer: earlier posts follow. */
    query: z.object({ before: z.optional(AskedId) }),
    reply: Topic,
  }),
  seen: endpoint({
    method: 'PUT',
    path: `${path}/:discussion_id/seen`,
    access: 'member',
    summary:
      'Remembers that the person has seen what was written in a topic until then; answers since when it was new to them',
    body: z.object({ until: z.iso.datetime() }),
    reply: z.object({ since: Time }),
  }),
  post: endpoint({
    method: 'POST',
    path: `${path}/:discussion_id`,
    access: 'member',
    summary: 'Posts in a topic',
    body: NewText,
    reply: Post,
    errors: ['discussion_locked', 'too_many'],
  }),
  comment: endpoint({
    method: 'POST',
    path: `${path}/:discussion_id/:post_id`,
    access: 'member',
    summary: 'Comments on a post',
    body: NewText,
    reply: Comment,
    errors: ['discussion_locked', 'too_many'],
  }),
  reply: endpoint({
    method: 'POST',
    path: `${path}/:discussion_id/:post_id/:comment_id`,
    access: 'member',
    summary: 'Replies to a comment; a reply cannot be replied to',
    body: NewText,
    reply: Reply,
    errors: ['discussion_locked', 'not_allowed', 'too_many'],
  }),
  editText: endpoint({
    method: 'PATCH',
    path: `${path}/:discussion_id/:text_id`,
    access: 'member',
    summary:
      'Changes a post, a comment or a reply of one’s own, also one that one had deleted; staff read what it said before. ' +
      'What staff have hidden stays as it is',
    body: NewText,
    reply: z.object({ _id: Id, content: z.string(), edited: Time }),
    errors: ['discussion_locked', 'too_many'],
  }),
  deleteText: endpoint({
    method: 'DELETE',
    path: `${path}/:discussion_id/:text_id`,
    access: 'member',
    summary: 'Deletes a post, a comment or a reply of one’s own; what answers it stays',
    reply: z.object({ _id: Id }),
    errors: ['discussion_locked', 'too_many'],
  }),
}
