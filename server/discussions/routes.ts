import { contract } from '../../contract/index.ts'
import { takeTry } from '../access/rateLimit.ts'
import type { MemberGrant } from '../access/rules.ts'
import { createCache } from '../cache.ts'
import type { Deps } from '../deps.ts'
import { found, notFound } from '../errors.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import type { Picture } from '../uploads/pictures.ts'
import { shownParticipant } from '../users/person.ts'
import { authoringRoutes } from './authoring.ts'
import { discussionEvents } from './follow.ts'
import { editOwn, withdrawOwn } from './ownTexts.ts'
import { findTopics, getTopic, type Standing, standingColumns } from './queries.ts'
import { neverNewUntil, noteSeen } from './seen.ts'
import { aboutOf } from './shown.ts'
import { removed, threadOf } from './thread.ts'
import { addComment, addPost, addReply, type KeptText, type NewText, type Place } from './writes.ts'

/** How many texts one person may write within a minute: more come from a machine. */
const limit = { most: 60, windowMs: 60_000 }

interface Writing extends MemberGrant {
  params: { discussion_id: string }
  body: { content: string }
  newId: () => string
}

/**
 * In bytes, the size of the cache of topics: some dozens of busy ones. Separate from the courses' cache, because each
 * post would take some of its room.
 */
const MOST = 12_000_000
/**
 * In ms, how often the cache renews a topic's answer. The topic's version counts what people write in it, and the
 * course's the names of its members: neither counts what an operator changes, nor the new name of a person who left.
 */
const RENEW_MS = 15_000

export function discussionRoutes(deps: Deps): Handlers<typeof contract.discussions> {
  const { db, now, live, fileKey } = deps
  const sign = (picture: Picture) => signedAddress(fileKey, picture, now())

  /** Keeps a text, tells open screens, and returns the fields that all three kinds of text have. */
  async function write(input: Writing, keep: (text: NewText) => Promise<KeptText>) {
    const { viewer, role, courseId, params, body, newId } = input
    await takeTry(db, { key: `discussion/${viewer._id}`, ...limit }, now())
    const place: Place = { course_id: courseId, topic_id: params.discussion_id }
    const kept = await keep({ ...place, id: newId(), reader: input, content: body.content, created_at: now() })
    if (kept.is_open) live.tell({ kind: 'discussion_changed', ...place })
    else live.tell(...(await discussionEvents(db, courseId, [place.topic_id])))
    return { _id: kept.id, content: kept.content, datetime: kept.created_at, user: shownParticipant(viewer, role) }
  }

  /** Changes a text and tells open screens. */
  async function change(
    input: MemberGrant & { params: { discussion_id: string; text_id: string } },
    keep: (text: Parameters<typeof withdrawOwn>[1]) => Promise<void>,
  ) {
    const { viewer, courseId, params } = input
    await takeTry(db, { key: `discussion/${viewer._id}`, ...limit }, now())
    const text = { course_id: courseId, topic_id: params.discussion_id, id: params.text_id, reader: input, now: now() }
    await keep(text)
    live.tell(...(await discussionEvents(db, courseId, [params.discussion_id])))
    return { id: text.id, edited: text.now }
  }

  const topics = createCache(MOST)
  live.subscribe(() => {}, topics.forgetAll)

  return {
    async list(grant) {
      const rows = await findTopics(db, { ...grant, now: now() })
      return rows.map((row) => ({
        ...aboutOf(row, grant.audience, sign),
        ...(row.must_post && { must_post: true }),
        posts: row.posts,
        last: row.last_at && { user: row.last_user ?? removed, datetime: row.last_at },
        unseen: row.unseen,
      }))
    },
    async seen({ params, body, ...reader }) {
      const place = { course_id: reader.courseId, topic_id: params.discussion_id }
      const { before, noted } = await noteSeen(db, { ...place, reader, until: new Date(body.until), now: now() })
      if (noted) live.tell({ kind: 'topic_seen', ...place, person_id: reader.viewer._id })
      const never = neverNewUntil(now())
      return { since: before && before > never ? before : never }
    },
    one: withOwn<typeof contract.discussions.one, { topic: Standing | null }>(
      ({ params }) => standingColumns(params.discussion_id),
      ({ own, params: { discussion_id: id }, query: { before }, ...view }) => {
        const standing = found(own.topic ?? undefined)
        const isStudent = view.audience === 'student'
        if (isStudent && !standing.is_out) throw notFound()
        const mustPost = isStudent && standing.post_first && !standing.has_posted
        // The author of a hidden text sees what no other student does.
        const person = standing.has_hidden ? view.viewer._id : ''
        const reader = isStudent ? { person } : undefined
        return topics.answer(
          contract.discussions.one,
          view,
          async () => {
            const asked = { courseId: view.courseId, id, before, reader, withoutPosts: mustPost }
            const { more, ...topic } = await getTopic(db, asked)
            return {
              ...aboutOf(topic, view.audience, sign),
              ...(mustPost && { must_post: true }),
              posts: threadOf(topic, reader),
              more,
            }
          },
          {
            // A topic is out for the reader's section or not there; what is in it is the same for all.
            section: null,
            of: JSON.stringify([id, before, reader, mustPost]),
            version: `${standing.version} ${Math.floor(now().getTime() / RENEW_MS)}`,
          },
        )
      },
    ),
    async post(input) {
      return { ...(await write(input, (text) => addPost(db, text))), comments: [] }
    },
    async comment(input) {
      const { post_id } = input.params
      const kept = await write(input, (text) => addComment(db, { ...text, post_id }))
      return { ...kept, noreply: false, replies: [] }
    },
    async reply(input) {
      const { post_id, comment_id: parent_id } = input.params
      const kept = await write(input, (text) => addReply(db, { ...text, post_id, parent_id }))
      return { ...kept, noreply: true as const, replies: [] as [] }
    },
    async editText(input) {
      const { content } = input.body
      const { id, edited } = await change(input, (text) => editOwn(db, { ...text, content }))
      return { _id: id, content, edited }
    },
    async deleteText(input) {
      const { id } = await change(input, (text) => withdrawOwn(db, text))
      return { _id: id }
    },
    ...authoringRoutes(deps),
  }
}
