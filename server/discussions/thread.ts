import type { Comment } from '../../contract/discussions.ts'
import type { Participant } from '../../contract/users.ts'

/* What a topic has, as it comes out of the database: flat, and who wrote it told once. */

export interface PostRow {
  id: string
  author_id: string | null
  content: string
  created_at: string
}

export interface CommentRow extends PostRow {
  post_id: string
  /** Null: of the post; otherwise a reply to that comment. */
  parent_id: string | null
  noreply: boolean
}

/** Of whose account is not there any more. */
export const removed: Participant = { _id: '', first: 'Removed', last: 'account', email: '' }

/** The posts in their order with their comments and replies in theirs. A reply whose comment is not among them is left out. */
export function threadOf(posts: PostRow[], comments: CommentRow[], people: Participant[]) {
  const authors = new Map(people.map((person) => [person._id, person]))
  const written = ({ id, author_id, content, created_at }: PostRow) => ({
    _id: id,
    content,
    datetime: created_at,
    user: authors.get(author_id ?? '') ?? removed,
  })
  const ofPost = new Map(posts.map((post) => [post.id, [] as Comment[]]))
  const byId = new Map<string, Comment>()
  for (const row of comments) {
    if (row.parent_id !== null) continue
    const comment = { ...written(row), noreply: row.noreply, replies: [] }
    byId.set(row.id, comment)
    ofPost.get(row.post_id)?.push(comment)
  }
  for (const row of comments) if (row.parent_id !== null) byId.get(row.parent_id)?.replies.push(written(row))
  return posts.map((post) => ({ ...written(post), comments: ofPost.get(post.id) ?? [] }))
}
