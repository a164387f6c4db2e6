import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found, notFound, Refusal } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { hasPosted, isReadable, isThere, type Reader } from './reader.ts'

/* What members write in a topic: posts, comments and replies. */

type Fragment = ReturnType<typeof sql>

export interface Place {
  course_id: string
  topic_id: string
}

export interface NewText extends Place {
  id: string
  content: string
  created_at: Date
  /** The author. */
  reader: Reader
}

export interface KeptText {
  id: string
  content: string
  created_at: Date
  /** Whether everyone on the course may read it and gets the event. */
  is_open: boolean
}

/** Posts in a topic, once: a repeat with the same id returns the first post. */
export const addPost = (db: Db, post: NewText): Promise<KeptText> =>
  insertOnce(
    db,
    post,
    sql`
      insert into posts (course_id, topic_id, id, author_id, content, created_at)
      select t.course_id, t.id, ${post.id}, ${post.reader.viewer._id}, ${post.content}, ${post.created_at}
      from topics t where t.course_id = ${post.course_id} and t.id = ${post.topic_id} and ${mayPost(post.reader)}`,
    sql`select id, content, created_at from posts where course_id = ${post.course_id} and id = ${post.id}`,
  )

interface NewComment extends NewText {
  post_id: string
}

/** Comments on a post, once. */
export const addComment = (db: Db, comment: NewComment): Promise<KeptText> =>
  insertOnce(
    db,
    comment,
    sql`
      insert into comments (course_id, topic_id, post_id, id, author_id, content, created_at)
      select p.course_id, p.topic_id, p.id, ${comment.id}, ${comment.reader.viewer._id}, ${comment.content},
        ${comment.created_at}
      from posts p ${inTopic}
      where p.course_id = ${comment.course_id} and p.topic_id = ${comment.topic_id} and p.id = ${comment.post_id}
        and ${isOpen(sql`p`)} and ${mayAnswer(comment.reader)}`,
    keptComment(comment),
  )

interface NewReply extends NewComment {
  parent_id: string
}

/** Replies to a comment, once. Throws not_allowed for a reply to a reply, and for a comment that allows none. */
export async function addReply(db: Db, reply: NewReply): Promise<KeptText> {
  const { rows } = await sql<{ open: boolean; may: boolean }>`
    select not c.noreply and c.parent_id is null as open, ${mayAnswer(reply.reader)} as may
    from comments c
    join posts p on p.course_id = c.course_id and p.topic_id = c.topic_id and p.id = c.post_id and p.deleted_at is null
    ${inTopic}
    where c.course_id = ${reply.course_id} and c.topic_id = ${reply.topic_id} and c.post_id = ${reply.post_id}
      and c.id = ${reply.parent_id} and ${isOpen(sql`c`)}`.execute(db)
  const { open, may } = found(rows[0])
  if (may && !open) throw new Refusal('not_allowed')
  return insertOnce(
    db,
    reply,
    sql`
      insert into comments (course_id, topic_id, post_id, parent_id, id, author_id, content, created_at)
      select ${reply.course_id}, ${reply.topic_id}, ${reply.post_id}, ${reply.parent_id}, ${reply.id},
        ${reply.reader.viewer._id}, ${reply.content}, ${reply.created_at} where ${may}`,
    keptComment(reply),
  )
}

/** The topic of post `p`. */
const inTopic = sql`join topics t on t.course_id = p.course_id and t.id = p.topic_id`

/** A post or a comment may be answered. */
const isOpen = (text: Fragment) => sql`${text}.deleted_at is null and ${isReadable(text)}`

/** In topic `t`: students write while it is published and not locked. */
export const mayPost = (reader: Reader) =>
  reader.audience === 'student' ? sql`${isThere(reader)} and not t.locked` : isThere(reader)

/** In topic `t`: members answer what they see. */
const mayAnswer = (reader: Reader) =>
  reader.audience === 'student'
    ? sql`${mayPost(reader)} and (not t.post_first or ${hasPosted(sql`${reader.viewer._id}::uuid`)})`
    : mayPost(reader)

const keptComment = ({ course_id, id }: NewComment) =>
  sql`select id, content, created_at from comments where course_id = ${course_id} and id = ${id}`

/**
 * Inserts a row unless it exists, counts a new version of its topic, and reads it. When there was nothing to insert,
 * throws discussion_locked if that is why, else not_found.
 */
async function insertOnce(db: Db, { reader, ...place }: NewText, insert: Fragment, kept: Fragment): Promise<KeptText> {
  const { rows: made } = await sql<KeptText>`
    with made as (
      ${insert} on conflict do nothing returning course_id, topic_id, id, content, created_at
    ), noted as (
      insert into topic_versions (course_id, topic_id)
      select ${place.course_id}, ${place.topic_id} where exists (select from made)
      on conflict (course_id, topic_id) do update set version = topic_versions.version + 1
    )
    select m.id, m.content, m.created_at, ${isOut('t')} and not t.post_first and t.section is null as is_open
    from made m join topics t on t.course_id = m.course_id and t.id = m.topic_id`.execute(db)
  if (made[0]) return made[0]
  const { rows } = await sql<Omit<KeptText, 'is_open'>>`${kept}`.execute(db)
  if (rows[0]) return { ...rows[0], is_open: false }
  throw await whyNot(db, { ...place, reader })
}

/** Why a student could not write in a topic: discussion_locked, or not_found. */
export async function whyNot(
  db: Db,
  { course_id, topic_id, reader }: Pick<NewText, 'course_id' | 'topic_id' | 'reader'>,
): Promise<Refusal> {
  const { rows } = await sql`
    select from topics t
    where t.course_id = ${course_id} and t.id = ${topic_id} and t.locked and ${isThere(reader)}`.execute(db)
  return rows.length > 0 && reader.audience === 'student' ? new Refusal('discussion_locked') : notFound()
}
