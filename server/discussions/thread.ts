import type { Comment, Post } from '../../contract/discussions.ts'
import type { Participant } from '../../contract/users.ts'

/* A topic's posts as the database returns them: flat, with each author once. */

export interface PostRow {
  id: string
  author_id: string | null
  content: string
  created_at: string
  edited_at: string | null
  /** When its author deleted it. */
  withdrawn_at: string | null
  /** Why staff hid it; null: they did not. */
  hidden: string | null
}

export interface CommentRow extends PostRow {
  post_id: string
  /** Null: a comment on the post; otherwise a reply to that comment. */
  parent_id: string | null
  noreply: boolean
}

/** The member of staff who endorsed a text. */
export interface Endorsement {
  /** The text's. */
  id: string
  by: string | null
  at: string
  /** When the author had last edited the words that it is of; null: never. */
  edited_at: string | null
}

/** Stands for an author whose account was removed. */
export const removed: Participant = { _id: '', first: 'Removed', last: 'account', email: '' }

interface Rows {
  posts: PostRow[]
  comments: CommentRow[]
  endorsements: Endorsement[]
  people: Participant[]
}

/**
 * The posts in their order with their comments and replies. A reply whose comment is missing is left out. A hidden or
 * deleted text shows what this reader may see; without a reader, what staff see. An endorsement does not cover what the
 * author changed later.
 */
export function threadOf({ posts, comments, endorsements, people }: Rows, reader?: { person: string }): Post[] {
  const authors = new Map(people.map((person) => [person._id, person]))
  const nameOf = (id: string | null) => authors.get(id ?? '') ?? removed
  const endorsed = new Map(endorsements.map((one) => [one.id, one]))
  const isVeiled = ({ hidden, author_id }: PostRow) =>
    reader !== undefined && hidden !== null && author_id !== reader.person
  /** Other students learn that the text existed, because it has an answer. */
  const isGone = (row: PostRow) => isVeiled(row) || (reader !== undefined && row.withdrawn_at !== null)
  const written = (row: PostRow) => {
    const { id, author_id, content, created_at, edited_at, withdrawn_at, hidden } = row
    if (isVeiled(row)) return { _id: id, content: '', datetime: created_at, user: removed, hidden: { reason: null } }
    if (withdrawn_at !== null) {
      const user = reader ? removed : nameOf(author_id)
      return { _id: id, content: '', datetime: created_at, user, deleted: true as const }
    }
    const endorsement = endorsed.get(id)
    return {
      _id: id,
      content,
      datetime: created_at,
      user: nameOf(author_id),
      ...(hidden !== null && { hidden: { reason: hidden } }),
      ...(edited_at !== null && { edited: edited_at }),
      ...(endorsement?.edited_at === edited_at && {
        endorsed: { user: nameOf(endorsement.by), datetime: endorsement.at },
      }),
    }
  }
  const ofPost = new Map(posts.map((post) => [post.id, [] as Comment[]]))
  const byId = new Map<string, Comment>()
  const unanswered = new Set<Comment>()
  for (const row of comments) {
    if (row.parent_id !== null) continue
    const comment = { ...written(row), noreply: row.noreply, replies: [] }
    byId.set(row.id, comment)
    ofPost.get(row.post_id)?.push(comment)
    if (isGone(row)) unanswered.add(comment)
  }
  for (const row of comments) {
    const comment = row.parent_id !== null && byId.get(row.parent_id)
    if (!comment || isGone(row)) continue
    comment.replies.push({ ...written(row), noreply: true, replies: [] })
    unanswered.delete(comment)
  }
  const isShown = (comment: Comment) => !unanswered.has(comment)
  return posts.map((post) => ({ ...written(post), comments: (ofPost.get(post.id) ?? []).filter(isShown) }))
}
