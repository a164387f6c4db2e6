import { sql } from 'kysely'
import { versionsMost } from '../../contract/staff/discussions.ts'
import type { Db } from '../db/database.ts'
import { isNotHidden, type Reader } from './reader.ts'
import { mayPost, type Place, whyNot } from './writes.ts'

/* Members edit and delete their own texts. Triggers keep the earlier versions (migration 093). */

interface OwnText extends Place {
  id: string
  reader: Reader
  now: Date
}

/**
 * Changes a text of the person's own, and counts a new version of its topic. Throws discussion_locked, and not_found.
 */
async function changeOwn(
  db: Db,
  { course_id, topic_id, id, reader }: OwnText,
  set: ReturnType<typeof sql>,
): Promise<void> {
  const own = (table: string) => sql`
    update ${sql.table(table)} s set ${set} from topics t
    where s.course_id = ${course_id} and s.id = ${id} and s.topic_id = ${topic_id} and s.author_id = ${reader.viewer._id}
      and s.deleted_at is null and ${isNotHidden(sql`s`)}
      and t.course_id = s.course_id and t.id = s.topic_id and ${mayPost(reader)}
    returning s.id`
  const { rows } = await sql`
    with p as (${own('posts')}), c as (${own('comments')}),
    noted as (
      insert into topic_versions (course_id, topic_id)
      select ${course_id}, ${topic_id} where exists (select from p) or exists (select from c)
      on conflict (course_id, topic_id) do update set version = topic_versions.version + 1)
    select id from p union all select id from c`.execute(db)
  if (rows.length === 0) throw await whyNot(db, { course_id, topic_id, reader })
}

/** An edit also restores a deleted text. */
export const editOwn = (db: Db, text: OwnText & { content: string }): Promise<void> =>
  changeOwn(db, text, sql`content = ${text.content}, edited_at = ${text.now}, withdrawn_at = null`)

export const withdrawOwn = (db: Db, text: OwnText): Promise<void> =>
  changeOwn(db, text, sql`withdrawn_at = coalesce(s.withdrawn_at, ${text.now})`)

/** The earlier versions of a text, the latest first. */
export async function findVersions(
  db: Db,
  { courseId, topicId, id }: { courseId: string; topicId: string; id: string },
): Promise<{ content: string; until: Date }[]> {
  const { rows } = await sql<{ content: string; until: Date }>`
    select content, until from text_versions
    where course_id = ${courseId} and topic_id = ${topicId} and id = ${id} order by n desc limit ${versionsMost}`.execute(
    db,
  )
  return rows
}
