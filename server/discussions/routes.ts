import { contract } from '../../contract/index.ts'
import { takeTry } from '../access/rateLimit.ts'
import type { Role } from '../access/rules.ts'
import { createCache } from '../cache.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import { type Handlers, withOwn } from '../serve.ts'
import type { Viewer } from '../session/sessions.ts'
import { shownParticipant } from '../users/person.ts'
import { addComment, addPost, addReply, findTopics, getTopic, type Place, topicColumns } from './queries.ts'
import { neverNewUntil, noteSeen } from './seen.ts'
import { removed, threadOf } from './thread.ts'

/** What one person may write within a minute: more is a machine. */
const limit = { most: 60, windowMs: 60_000 }

interface Writing {
  viewer: Viewer
  role: Role
  courseId: string
  params: { discussion_id: string }
  body: { content: string }
  newId: () => string
}

interface Kept {
  id: string
  content: string
  created_at: Date
}

/** In bytes: what some dozens of busy topics take. Apart from the courses, from whose room each post would take some. */
const MOST = 12_000_000
/**
 * What is told of a topic is made anew so often. Its version counts what is written in it here, and that of the course the
 * names of those who are on it: not what an operator changes, nor the name of who has left.
 */
const RENEW_MS = 15_000

export function discussionRoutes({ db, now, live }: Deps): Handlers<typeof contract.discussions> {
  /** Keeps what the person wrote, tells those who are looking, and gives what all three kinds of text have. */
  async function write(
    { viewer, role, courseId, params, body, newId }: Writing,
    keep: (text: Place & { id: string; author_id: string; content: string; created_at: Date }) => Promise<Kept>,
  ) {
    await takeTry(db, { key: `discussion/${viewer._id}`, ...limit }, now())
    const place: Place = { course_id: courseId, topic_id: params.discussion_id }
    const { content } = body
    const kept = await keep({ ...place, id: newId(), author_id: viewer._id, content, created_at: now() })
    live.tell({ kind: 'discussion_changed', ...place })
    return { _id: kept.id, content: kept.content, datetime: kept.created_at, user: shownParticipant(viewer, role) }
  }

  const topics = createCache(MOST)
  live.subscribe(() => {}, topics.forgetAll)

  return {
    async list({ viewer, courseId }) {
      const rows = await findTopics(db, { courseId, personId: viewer._id, now: now() })
      return rows.map(({ posts, last_at, last_user, unseen, ...topic }) => ({
        ...about(topic),
        posts,
        last: last_at && { user: last_user ?? removed, datetime: last_at },
        unseen,
      }))
    },
    async seen({ viewer, courseId, params, body }) {
      const seeing = { course_id: courseId, topic_id: params.discussion_id, person_id: viewer._id }
      const { before, noted } = await noteSeen(db, { ...seeing, until: new Date(body.until), now: now() })
      if (noted) live.tell({ kind: 'topic_seen', ...seeing })
      const never = neverNewUntil(now())
      return { since: before && before > never ? before : never }
    },
    one: withOwn<typeof contract.discussions.one, { topic: number | null }>(
      ({ params }) => topicColumns(params.discussion_id),
      ({ own, params: { discussion_id }, query: { before }, ...view }) => {
        const versions = [found(own.topic ?? undefined), Math.floor(now().getTime() / RENEW_MS)]
        return topics.answer(
          contract.discussions.one,
          view,
          async () => {
            const { posts, comments, people, more, ...topic } = await getTopic(db, view.courseId, discussion_id, before)
            return { ...about(topic), posts: threadOf(posts, comments, people), more }
          },
          { of: `${discussion_id} ${before ?? ''}`, version: versions.join() },
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
    reply(input) {
      const { post_id, comment_id: parent_id } = input.params
      return write(input, (text) => addReply(db, { ...text, post_id, parent_id }))
    },
  }
}

const about = (t: { id: string; title: string; description: string; created_at: Date }) => ({
  _id: t.id,
  discussion_title: t.title,
  discussion_description: t.description,
  discussion_datetime: t.created_at,
})
