import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'
import { isOut } from '../publishing/out.ts'
import { isForSection } from './reader.ts'

/** How many people one live event names: `NOTIFY` takes 8,000 bytes. */
const MOST_NAMED = 150

/**
 * The live events of new posts in topics, for the people who may read them: for a draft staff alone, for a topic of a
 * section staff and that section, and for a post-first topic staff and everyone who has posted, so that nobody else
 * learns that others did.
 */
export async function discussionEvents(db: Db, courseId: string, topicIds: string[]): Promise<LiveEvent[]> {
  const { rows } = await sql<{ id: string; everyone: boolean; people: string[] }>`
    select t.id, ${isOut('t')} and not t.post_first and t.section is null as everyone,
      array(select r.person_id from roster r
        where r.course_id = t.course_id and r.role = 'student' and (t.post_first or t.section is not null) and ${isOut('t')}
          and ${isForSection(sql`r.section`)} and (not t.post_first or exists (select from posts p
            where p.course_id = t.course_id and p.topic_id = t.id and p.author_id = r.person_id
              and p.deleted_at is null))) as people
    from topics t where t.course_id = ${courseId} and t.id = any(${topicIds}::uuid[])`.execute(db)
  return rows.flatMap(({ id, everyone, people }): LiveEvent[] => {
    const event = { kind: 'discussion_changed', course_id: courseId, topic_id: id } as const
    if (everyone) return [event]
    const parts = Array.from({ length: Math.ceil(people.length / MOST_NAMED) }, (_, i) =>
      people.slice(i * MOST_NAMED, (i + 1) * MOST_NAMED),
    )
    return [{ ...event, to: 'staff' }, ...parts.map((part) => ({ ...event, to: part }))]
  })
}

/** The tables of moderation. */
export const moderationTables = ['hidden_texts', 'endorsed_texts']

/** Follows a change of topics: the people who may read a changed topic read it again. */
export async function followModeration(
  trx: Db,
  { courseId, changeId }: { courseId: string; changeId: string },
): Promise<LiveEvent[]> {
  const { rows } = await sql<{ topic_id: string }>`
    select distinct coalesce(after, before)->>'topic_id' as topic_id from change_rows
    where course_id = ${courseId} and change_id = ${changeId}
      and table_name in ('hidden_texts', 'endorsed_texts')`.execute(trx)
  return discussionEvents(
    trx,
    courseId,
    rows.map(({ topic_id }) => topic_id),
  )
}
