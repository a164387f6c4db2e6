import { type Kysely, sql } from 'kysely'
import { postsPage } from '../../contract/discussions.ts'
import { topicsMost } from '../../contract/staff/discussions.ts'
import type { Participant } from '../../contract/users.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, Refusal } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { type Picture, picturesOf } from '../uploads/pictures.ts'
import { personJson, staffRole } from '../users/person.ts'
import { hasPosted, isForSection, isReadable, isThere, type Reader } from './reader.ts'
import { neverNewUntil } from './seen.ts'
import type { CommentRow, Endorsement, PostRow } from './thread.ts'

type Fragment = ReturnType<typeof sql>

/** The most comments and replies of one post; the newest ones. */
const MOST_COMMENTS = 1_000
/**
 * In bytes, the most text of the comments of one post, and of all posts of one answer with their comments. Nobody who
 * writes all day may make an answer too large for the memory of a process.
 */
const MOST_OF_POST = 1_000_000
const MOST_OF_ANSWER = 4_000_000
/** In bytes, the size of a text besides its content, with its author. */
const AROUND = 500

/** The columns of a topic `t` itself. */
const aboutColumns = sql`
  t.id, t.title, t.description, t.created_at, t.publish_at, t.pinned, t.locked, t.post_first, t.score::float8 as score,
  t.section, t.revision, ${picturesOf('topic_pictures', 't')} as pictures`

export interface AboutRow {
  id: string
  title: string
  description: string
  created_at: Date
  publish_at: Date | null
  pinned: boolean
  locked: boolean
  post_first: boolean
  score: number | null
  /** Null: it is for everyone. */
  section: string | null
  revision: number
  pictures: Picture[]
}

interface TopicSummaryRow extends AboutRow {
  /** The reader is a student who must post first and has not yet. */
  must_post: boolean
  posts: number
  last_at: Date | null
  /** The author; null: the account was removed. */
  last_user: Participant | null
  unseen: boolean
}

/** Whether comments row `c` and the text that it answers are readable. */
const isShown = sql`c.deleted_at is null and ${isReadable(sql`c`)}
  and exists (select from posts p
    where p.course_id = c.course_id and p.topic_id = c.topic_id and p.id = c.post_id and p.deleted_at is null)
  and (c.parent_id is null or exists (select from comments a
    where a.course_id = c.course_id and a.post_id = c.post_id and a.id = c.parent_id and a.deleted_at is null))`

/**
 * The topics, each with its last author and whether other people's posts are unread. Before a student's own post in a
 * post-first topic, they get neither.
 */
export const findTopics = async (
  db: Kysely<DB>,
  { now, ...reader }: Reader & { now: Date },
): Promise<TopicSummaryRow[]> => {
  const me = sql`${reader.viewer._id}::uuid`
  const byOthers = (row: Fragment) => sql`${row}.created_at >= seen.since and ${row}.author_id is distinct from ${me}`
  const mustPost = reader.audience === 'student' ? sql`t.post_first and not ${hasPosted(me)}` : sql`false`
  const { rows } = await sql<TopicSummaryRow>`
    select ${aboutColumns}, gate.must_post,
      case when gate.must_post then 0 else (select count(*)::int from posts p
        where p.course_id = t.course_id and p.topic_id = t.id and p.deleted_at is null
          and ${isReadable(sql`p`)}) end as posts,
      last.created_at as last_at,
      (select ${personJson(sql`'role', ${staffRole}`)}
        from people u left join roster r on r.course_id = ${reader.courseId} and r.person_id = u.id
        where u.id = last.author_id and u.removed_at is null) as last_user,
      coalesce(${byOthers(sql`last`)} or (last.created_at >= seen.since and (
        exists (select from posts p
          where p.course_id = t.course_id and p.topic_id = t.id and p.deleted_at is null and ${isReadable(sql`p`)}
            and ${byOthers(sql`p`)})
        or exists (select from comments c
          where c.course_id = t.course_id and c.topic_id = t.id and ${isShown} and ${byOthers(sql`c`)}))), false) as unseen
    from topics t
    cross join lateral (select ${mustPost} as must_post) gate
    left join topic_seen s on s.course_id = t.course_id and s.person_id = ${me} and s.topic_id = t.id
    -- What a browser has seen it knows to the millisecond.
    cross join lateral (
      select greatest(s.seen_at + interval '1 millisecond', ${neverNewUntil(now)}::timestamptz) as since) seen
    left join lateral (
      select author_id, created_at from (
        (select p.author_id, p.created_at, p.id from posts p
          where p.course_id = t.course_id and p.topic_id = t.id and p.deleted_at is null and ${isReadable(sql`p`)}
          order by p.created_at desc, p.id desc limit 1)
        union all
        (select c.author_id, c.created_at, c.id from comments c
          where c.course_id = t.course_id and c.topic_id = t.id and ${isShown}
          order by c.created_at desc, c.id desc limit 1)) newest
      order by created_at desc, id desc limit 1) last on not gate.must_post
    where t.course_id = ${reader.courseId} and ${isThere(reader)}
    -- Drafts have no time, and no time comes first.
    order by t.pinned desc, t.publish_at desc, t.created_at desc, t.id desc limit ${topicsMost}`.execute(db)
  return rows
}

/** A topic without its posts. Throws not_found. */
export const getAbout = async (db: Db, reader: Reader, id: string): Promise<AboutRow> => {
  const { rows } = await sql<AboutRow>`
    select ${aboutColumns} from topics t
    where t.course_id = ${reader.courseId} and t.id = ${id} and ${isThere(reader)}`.execute(db)
  return found(rows[0])
}

interface TopicRow extends AboutRow {
  posts: PostRow[]
  /** Whether there are older posts. */
  more: boolean
  comments: CommentRow[]
  endorsements: Endorsement[]
  /** All authors and endorsers with an account. */
  people: Participant[]
}

/** @throws too_many, when a course can have no further topic */
export async function refuseTooMany(trx: Db, courseId: string): Promise<void> {
  const { rows } = await sql`
    select from topics where course_id = ${courseId} and deleted_at is null offset ${topicsMost} limit 1`.execute(trx)
  if (rows.length > 0) throw new Refusal('too_many', { message: `A course has at most ${topicsMost} topics.` })
}

/** A person's standing in an existing topic, read with their place in the course. */
export interface Standing {
  /** Changes with the topic and with the texts in it. */
  version: string
  is_out: boolean
  has_posted: boolean
  post_first: boolean
  /** Staff have hidden a text of the person, which only they still read. */
  has_hidden: boolean
}

// Counted, because PostgreSQL may answer `exists` by reading all of a table that is nearly empty.
export const standingColumns = (id: string) => sql`(
  select json_build_object(
    'version', concat(t.revision, ' ', (
      select v.version from topic_versions v where v.course_id = t.course_id and v.topic_id = t.id)),
    'is_out', ${isOut('t')} and ${isForSection(sql`r.section`)}, 'post_first', t.post_first,
    'has_posted', t.post_first and ${hasPosted(sql`r.person_id`)},
    'has_hidden', (
      select count(*) > 0 from hidden_texts h where h.course_id = t.course_id and h.topic_id = t.id and (
        exists (select from posts p
          where p.course_id = h.course_id and p.id = h.id and p.author_id = r.person_id)
        or exists (select from comments c
          where c.course_id = h.course_id and c.id = h.id and c.author_id = r.person_id))))
  from topics t
  where t.course_id = r.course_id and t.id = ${id}::uuid and t.deleted_at is null) as topic`

interface Asked {
  courseId: string
  id: string
  before?: string | undefined
  /**
   * Hidden and deleted posts without an answer are left out, except the person's own hidden ones; '': nobody's are
   * kept. Undefined: none is left out.
   */
  reader?: { person: string } | undefined
  /** The reader must post first. */
  withoutPosts?: boolean
}

/**
 * A topic with its newest posts, or the posts before the post `before`: as many as fit in one answer, at least one.
 * Each post has its newest comments; posts newest first, comments oldest first. Each person appears once: a busy topic
 * has thousands of comments.
 */
export const getTopic = async (
  db: Kysely<DB>,
  { courseId, id, before, reader, withoutPosts = false }: Asked,
): Promise<TopicRow> => {
  const older = before
    ? sql`and (p.created_at, p.id) < (
        select b.created_at, b.id from posts b where b.course_id = ${courseId} and b.topic_id = ${id} and b.id = ${before})`
    : sql``
  const readable = reader
    ? sql`and ((h.id is null and p.withdrawn_at is null) or (h.id is not null and p.author_id::text = ${reader.person})
      or exists (select from comments c
        where c.course_id = p.course_id and c.topic_id = p.topic_id and c.post_id = p.id and ${isShown}))`
    : sql``
  const { rows } = await sql<TopicRow>`
    with t as (
      select ${aboutColumns} from topics t
      where t.course_id = ${courseId} and t.id = ${id} and t.deleted_at is null
    ), near as (
      select p.id, p.author_id, p.content, p.created_at, p.edited_at, p.withdrawn_at, h.reason as hidden from posts p
      left join hidden_texts h on h.course_id = p.course_id and h.id = p.id
      where p.course_id = ${courseId} and p.topic_id = ${id} and p.deleted_at is null ${older} ${readable}
        and ${withoutPosts ? sql`false` : sql`true`}
      order by p.created_at desc, p.id desc limit ${postsPage + 1}
    ), said as (
      select c.* from near p cross join lateral (
        select c.*, sum(${bytesOf(sql`c`)}) over (order by c.created_at desc, c.id desc) as so_far from (
          select c.id, c.post_id, c.parent_id, c.author_id, c.content, c.noreply, c.created_at, c.edited_at, c.withdrawn_at
          from comments c
          where c.course_id = ${courseId} and c.topic_id = ${id} and c.post_id = p.id and c.deleted_at is null
          order by c.created_at desc, c.id desc limit ${MOST_COMMENTS}) c) c
      where c.so_far <= ${MOST_OF_POST}
    ), p as (
      select id, author_id, content, created_at, edited_at, withdrawn_at, hidden from (
        select p.*, row_number() over newest as place, sum(${bytesOf(sql`p`)} + coalesce(s.bytes, 0)) over newest as so_far
        from near p left join (select post_id, max(so_far) as bytes from said group by post_id) s on s.post_id = p.id
        window newest as (order by p.created_at desc, p.id desc)) p
      where p.place = 1 or (p.place <= ${postsPage} and p.so_far <= ${MOST_OF_ANSWER})
    ), c as (
      select s.id, s.post_id, s.parent_id, s.author_id, s.content, s.noreply, s.created_at, s.edited_at, s.withdrawn_at,
        h.reason as hidden
      from said s
      left join hidden_texts h on h.course_id = ${courseId} and h.id = s.id
      where s.post_id in (select id from p)
    ), e as (
      select id, endorsed_by as by, endorsed_at as at, edited_at from endorsed_texts
      where course_id = ${courseId} and topic_id = ${id}
        and (id in (select id from p) or id in (select id from c))
    )
    select t.*, (select count(*) from near) > (select count(*) from p) as more,
      (select coalesce(json_agg(p order by p.created_at desc, p.id desc), '[]') from p) as posts,
      (select coalesce(json_agg(c order by c.created_at, c.id), '[]') from c) as comments,
      (select coalesce(json_agg(e), '[]') from e) as endorsements,
      (select coalesce(json_agg(${personJson(sql`'role', ${staffRole}`)}), '[]')
        from people u left join roster r on r.course_id = ${courseId} and r.person_id = u.id
        where u.removed_at is null
          and u.id in (select author_id from p union select author_id from c union select by from e)) as people
    from t`.execute(db)
  return found(rows[0])
}

const bytesOf = (text: Fragment) => sql`octet_length(${text}.content) + ${sql.lit(AROUND)}`
