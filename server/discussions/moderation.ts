import { sql } from 'kysely'
import type { Participant } from '../../contract/users.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { personJson, staffRole } from '../users/person.ts'
import { removed } from './thread.ts'

/*
 * Staff's moderation of a post, a comment or a reply. It has tables of its own, because the texts are their members'
 * and no change of staff touches them. See docs/decisions/045-topics-and-moderation.md.
 */

interface Text {
  courseId: string
  topicId: string
  id: string
}

/** An existing text of any kind. Throws not_found. */
export async function getModerated(db: Db, { courseId, topicId, id }: Text) {
  const { rows } = await sql<{ reason: string | null; at: Date | null; user: Participant | null }>`
    select h.reason, e.endorsed_at as at,
      (select ${personJson(sql`'role', ${staffRole}`)}
        from people u left join roster r on r.course_id = ${courseId} and r.person_id = u.id
        where u.id = e.endorsed_by and u.removed_at is null) as user
    from (
      select p.id, p.edited_at from posts p
      where p.course_id = ${courseId} and p.id = ${id} and p.topic_id = ${topicId} and p.deleted_at is null
      union all
      select c.id, c.edited_at from comments c
      where c.course_id = ${courseId} and c.id = ${id} and c.topic_id = ${topicId} and c.deleted_at is null) s
    left join hidden_texts h on h.course_id = ${courseId} and h.id = s.id
    left join endorsed_texts e on e.course_id = ${courseId} and e.id = s.id and e.edited_at is not distinct from s.edited_at`.execute(
    db,
  )
  const { reason, at, user } = found(rows[0])
  return {
    _id: id,
    hidden: reason === null ? null : { reason },
    endorsed: at && { user: user ?? removed, datetime: at },
  }
}

export const hideText = (trx: Db, { courseId, topicId, id }: Text, reason: string) =>
  sql`insert into hidden_texts (course_id, topic_id, id, reason) values (${courseId}, ${topicId}, ${id}, ${reason})
    on conflict (course_id, id) do update set reason = excluded.reason`.execute(trx)

export const restoreText = (trx: Db, { courseId, id }: Text) =>
  sql`delete from hidden_texts where course_id = ${courseId} and id = ${id}`.execute(trx)

/** Whether the author last changed the text then; null: never. Until the end of the transaction they cannot again. */
export async function isLastEdited(trx: Db, { courseId, id }: Text, edited: Date | null): Promise<boolean> {
  const { rows } = await sql<{ edited_at: Date | null }>`
    with p as (select edited_at from posts where course_id = ${courseId} and id = ${id} for share),
    c as (select edited_at from comments where course_id = ${courseId} and id = ${id} for share)
    select edited_at from p union all select edited_at from c`.execute(trx)
  return rows[0]?.edited_at?.getTime() === edited?.getTime()
}

/** Endorses the present words. The first endorsement stays, unless it is of other words. */
export const endorseText = (trx: Db, { courseId, topicId, id }: Text, { by, at }: { by: string; at: Date }) =>
  sql`insert into endorsed_texts (course_id, topic_id, id, endorsed_by, endorsed_at, edited_at)
    select ${courseId}::uuid, ${topicId}::uuid, ${id}::uuid, ${by}::uuid, ${at}::timestamptz, coalesce(
      (select edited_at from posts p where p.course_id = ${courseId} and p.id = ${id}),
      (select edited_at from comments c where c.course_id = ${courseId} and c.id = ${id}))
    on conflict (course_id, id) do update
      set endorsed_by = excluded.endorsed_by, endorsed_at = excluded.endorsed_at, edited_at = excluded.edited_at
      where endorsed_texts.edited_at is distinct from excluded.edited_at`.execute(trx)

export const unendorseText = (trx: Db, { courseId, id }: Text) =>
  sql`delete from endorsed_texts where course_id = ${courseId} and id = ${id}`.execute(trx)
