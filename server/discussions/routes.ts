import { LRUCache } from 'lru-cache'
import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { takeTry } from '../limits.ts'
import { type Handlers, type Written, write as writeOut } from '../serve.ts'
import type { Viewer } from '../session/sessions.ts'
import { addComment, addPost, addReply, findTopics, getTopic, type Place } from './queries.ts'
import { threadOf } from './thread.ts'

/** What one person may write within a minute: more is a machine. */
const limit = { most: 60, windowMs: 60_000 }

interface Writing {
  viewer: Viewer
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

/**
 * Topics as they were last told: a busy one is long, and read again by everyone who looks at it whenever somebody
 * writes. In characters; and for so long, because the name or picture of somebody in it may change.
 */
const keep = { maxSize: 8_000_000, ttl: 15_000 }

export function discussionRoutes({ db, now, live }: Deps): Handlers<typeof contract.discussions> {
  /** Keeps what the person wrote, tells those who are looking, and gives what all three kinds of text have. */
  async function write(
    { viewer, courseId, params, body, newId }: Writing,
    keep: (text: Place & { id: string; author_id: string; content: string; created_at: Date }) => Promise<Kept>,
  ) {
    await takeTry(db, { key: `discussion/${viewer._id}`, ...limit }, now())
    const place: Place = { course_id: courseId, topic_id: params.discussion_id }
    const { content } = body
    const kept = await keep({ ...place, id: newId(), author_id: viewer._id, content, created_at: now() })
    await live.publish({ kind: 'discussion_changed', ...place })
    const { _id, first, last, img, email } = viewer
    return { _id: kept.id, content: kept.content, datetime: kept.created_at, user: { _id, first, last, img, email } }
  }

  const told = new LRUCache<string, { version: number; answer: Written }>({
    ...keep,
    sizeCalculation: ({ answer }) => answer.bytes.length,
  })

  return {
    async list({ courseId }) {
      const rows = await findTopics(db, courseId)
      return rows.map(({ posts, ...topic }) => ({ ...about(topic), posts }))
    },
    async one({ courseId, params, query }) {
      const key = [courseId, params.discussion_id, query.before].join('/').toLowerCase()
      const last = told.get(key)
      const { posts, comments, people, version, ...topic } = await getTopic(db, courseId, params.discussion_id, {
        before: query.before,
        known: last?.version,
      })
      if (last?.version === version) return last.answer
      const answer = writeOut(contract.discussions.one, { ...about(topic), posts: threadOf(posts, comments, people) })
      told.set(key, { version, answer })
      return answer
    },
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
