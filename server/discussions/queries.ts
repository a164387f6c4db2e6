import { type Kysely, sql } from 'kysely'
import { postsPage } from '../../contract/discussions.ts'
import type { Participant } from '../../contract/users.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, notFound, Refusal } from '../errors.ts'
import { personJson, staffRole } from '../users/person.ts'
import { neverNewUntil } from './seen.ts'
import type { CommentRow, PostRow } from './thread.ts'

type Fragment = ReturnType<typeof sql>

const MOST_TOPICS = 500
/** The most comments and replies of one post, the newest ones. */
const MOST_COMMENTS = 1_000
/**
 * In bytes, of what is written: of the comments of one post, and of the posts of one answer with theirs. Who writes all
 * day must not make an answer that no process has the memory for.
 */
const MOST_OF_POST = 1_000_000
const MOST_OF_ANSWER = 4_000_000
/** What a text takes besides, with its author. */
const AROUND = 500

interface TopicSummaryRow {
  id: string
  title: string
  description: string
  created_at: Date
  posts: number
  last_at: Date | null
  /** Who wrote that, if their account is there. */
  last_user: Participant | null
  unseen: boolean
}

/** Of comments row `c`: it is there, and so is what it answers. */
const isShown = sql`c.deleted_at is null
  and exists (select from posts p
    where p.course_id = c.course_id and p.topic_id = c.topic_id and p.id = c.post_id and p.deleted_at is null)
  and (c.parent_id is null or exists (select from comments a
    where a.course_id = c.course_id and a.post_id = c.post_id and a.id = c.parent_id and a.deleted_at is null))`

/** The topics with who answered last in each, and whether there is something of others that the person has not seen. */
export const findTopics = async (
  db: Kysely<DB>,
  { courseId, personId, now }: { courseId: string; personId: string; now: Date },
): Promise<TopicSummaryRow[]> => {
  const byOthers = (row: Fragment) =>
    sql`${row}.created_at >= seen.since and ${row}.author_id is distinct from ${personId}::uuid`
  const { rows } = await sql<TopicSummaryRow>`
    select t.id, t.title, t.description, t.created_at,
      (select count(*)::int from posts p
        where p.course_id = t.course_id and p.topic_id = t.id and p.deleted_at is null) as posts,
      last.created_at as last_at,
      (select ${personJson(sql`'role', ${staffRole}`)}
        from people u left join roster r on r.course_id = ${courseId} and r.person_id = u.id
        where u.id = last.author_id and u.removed_at is null) as last_user,
      coalesce(${byOthers(sql`last`)} or (last.created_at >= seen.since and (
        exists (select from posts p
          where p.course_id = t.course_id and p.topic_id = t.id and p.deleted_at is null and ${byOthers(sql`p`)})
        or exists (select from comments c
          where c.course_id = t.course_id and c.topic_id = t.id and ${isShown} and ${byOthers(sql`c`)}))), false) as unseen
    from topics t
    left join topic_seen s on s.course_id = t.course_id and s.person_id = ${personId} and s.topic_id = t.id
    -- What a browser has seen it knows to the millisecond.
    cross join lateral (
      select greatest(s.seen_at + interval '1 millisecond', ${neverNewUntil(now)}::timestamptz) as since) seen
    left join lateral (
      select author_id, created_at from (
        (select p.author_id, p.created_at, p.id from posts p
          where p.course_id = t.course_id and p.topic_id = t.id and p.deleted_at is null
          order by p.created_at desc, p.id desc limit 1)
        union all
        (select c.author_id, c.created_at, c.id from comments c
          where c.course_id = t.course_id and c.topic_id = t.id and ${isShown}
          order by c.created_at desc, c.id desc limit 1)) newest
      order by created_at desc, id desc limit 1) last on true
    where t.course_id = ${courseId} and t.deleted_at is null
    order by t.created_at desc, t.id desc limit ${MOST_TOPICS}`.execute(db)
  return rows
}

interface TopicRow extends Pick<TopicSummaryRow, 'id' | 'title' | 'description' | 'created_at'> {
  posts: PostRow[]
  /** Whether there are older posts. */
  more: boolean
  comments: CommentRow[]
  /** Who wrote any of it and whose account is there. */
  people: Participant[]
}

/** The version of a topic that is there: it changes with what is written in it. */
export const topicColumns = (id: string) => sql`
  (select t.version from topics t
    where t.course_id = r.course_id and t.id = ${id}::uuid and t.deleted_at is null) as topic`

/**
 * A topic with its newest posts, or with those that came before the post `before`, as many as may be in one answer and one
 * at least, and of each post the newest comments; posts newest first, comments oldest first. Each person is told once: a
 * busy topic has thousands of comments.
 */
export const getTopic = async (db: Kysely<DB>, courseId: string, id: string, before?: string): Promise<TopicRow> => {
  const older = before
    ? sql`and (p.created_at, p.id) < (
        select b.created_at, b.id from posts b where b.course_id = ${courseId} and b.topic_id = ${id} and b.id = ${before})`
    : sql``
  const { rows } = await sql<TopicRow>`
    with t as (
      select id, title, description, created_at from topics
      where course_id = ${courseId} and id = ${id} and deleted_at is null
    ), near as (
      select p.id, p.author_id, p.content, p.created_at from posts p
      where p.course_id = ${courseId} and p.topic_id = ${id} and p.deleted_at is null ${older}
      order by p.created_at desc, p.id desc limit ${postsPage + 1}
    ), said as (
      select c.* from near p cross join lateral (
        select c.*, sum(${bytesOf(sql`c`)}) over (order by c.created_at desc, c.id desc) as so_far from (
          select c.id, c.post_id, c.parent_id, c.author_id, c.content, c.noreply, c.created_at from comments c
          where c.course_id = ${courseId} and c.topic_id = ${id} and c.post_id = p.id and c.deleted_at is null
          order by c.created_at desc, c.id desc limit ${MOST_COMMENTS}) c) c
      where c.so_far <= ${MOST_OF_POST}
    ), p as (
      select id, author_id, content, created_at from (
        select p.*, row_number() over newest as place, sum(${bytesOf(sql`p`)} + coalesce(s.bytes, 0)) over newest as so_far
        from near p left join (select post_id, max(so_far) as bytes from said group by post_id) s on s.post_id = p.id
        window newest as (order by p.created_at desc, p.id desc)) p
      where p.place = 1 or (p.place <= ${postsPage} and p.so_far <= ${MOST_OF_ANSWER})
    ), c as (
      select id, post_id, parent_id, author_id, content, noreply, created_at from said
      where post_id in (select id from p)
    )
    select t.*, (select count(*) from near) > (select count(*) from p) as more,
      (select coalesce(json_agg(p order by p.created_at desc, p.id desc), '[]') from p) as posts,
      (select coalesce(json_agg(c order by c.created_at, c.id), '[]') from c) as comments,
      (select coalesce(json_agg(${personJson(sql`'role', ${staffRole}`)}), '[]')
        from people u left join roster r on r.course_id = ${courseId} and r.person_id = u.id
        where u.removed_at is null
          and u.id in (select author_id from p union select author_id from c)) as people
    from t`.execute(db)
  return found(rows[0])
}

const bytesOf = (text: Fragment) => sql`octet_length(${text}.content) + ${sql.lit(AROUND)}`

export interface Place {
  course_id: string
  topic_id: string
}

interface NewText extends Place {
  id: string
  author_id: string
  content: string
  created_at: Date
}

interface KeptText {
  id: string
  content: string
  created_at: Date
}

/** Posts in a topic, once: again with the same id gives what was posted the first time. */
export const addPost = (db: Db, post: NewText): Promise<KeptText> =>
  insertOnce(
    db,
    post,
    sql`
      insert into posts (course_id, topic_id, id, author_id, content, created_at)
      select course_id, id, ${post.id}, ${post.author_id}, ${post.content}, ${post.created_at}
      from topics where course_id = ${post.course_id} and id = ${post.topic_id} and deleted_at is null`,
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
      select p.course_id, p.topic_id, p.id, ${comment.id}, ${comment.author_id}, ${comment.content}, ${comment.created_at}
      from posts p ${inTopic}
      where p.course_id = ${comment.course_id} and p.topic_id = ${comment.topic_id} and p.id = ${comment.post_id}
        and p.deleted_at is null`,
    keptComment(comment),
  )

interface NewReply extends NewComment {
  parent_id: string
}

/** Replies to a comment, once. Throws not_allowed for what nobody may reply to: a reply, and a comment that says so. */
export async function addReply(db: Db, reply: NewReply): Promise<KeptText> {
  const { rows } = await sql<{ open: boolean }>`
    select not c.noreply and c.parent_id is null as open
    from comments c
    join posts p on p.course_id = c.course_id and p.topic_id = c.topic_id and p.id = c.post_id and p.deleted_at is null
    ${inTopic}
    where c.course_id = ${reply.course_id} and c.topic_id = ${reply.topic_id} and c.post_id = ${reply.post_id}
      and c.id = ${reply.parent_id} and c.deleted_at is null`.execute(db)
  if (!found(rows[0]).open) throw new Refusal('not_allowed')
  return insertOnce(
    db,
    reply,
    sql`
      insert into comments (course_id, topic_id, post_id, parent_id, id, author_id, content, created_at)
      values (${reply.course_id}, ${reply.topic_id}, ${reply.post_id}, ${reply.parent_id}, ${reply.id},
        ${reply.author_id}, ${reply.content}, ${reply.created_at})`,
    keptComment(reply),
  )
}

/** The topic of post `p`, which is there. */
const inTopic = sql`join topics t on t.course_id = p.course_id and t.id = p.topic_id and t.deleted_at is null`

const keptComment = ({ course_id, id }: NewComment) =>
  sql`select id, content, created_at from comments where course_id = ${course_id} and id = ${id}`

/**
 * Inserts one row unless it is there, with a new version of its topic, and reads it. Throws not_found when there was
 * nothing to insert.
 */
async function insertOnce(db: Db, place: Place, insert: Fragment, kept: Fragment): Promise<KeptText> {
  const { rows: made } = await sql<KeptText>`
    with made as (${insert} on conflict (course_id, id) do nothing returning id, content, created_at), noted as (
      update topics set version = version + 1
      where course_id = ${place.course_id} and id = ${place.topic_id} and exists (select from made)
    )
    select * from made`.execute(db)
  if (made[0]) return made[0]
  const { rows } = await sql<KeptText>`${kept}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
