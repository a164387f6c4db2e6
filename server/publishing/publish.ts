import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Published, type PublishedTable, publishedTables } from './tables.ts'

/* Publishes things of staff, at once or at a set time. See docs/decisions/025-publishing.md. */

/** The most things of one course in one transaction. */
const MOST = 500

/** A thing that this transaction published. */
interface Out {
  id: string
  /** The thing is for one section, or lies in a folder, which may be a draft: some students must not learn its id. */
  narrow: boolean
}

/**
 * Publishes things of a course in the caller's transaction: with its commit students see them and have the notification.
 * It locks each thing, so that an edit at the same moment comes before or after, and skips what another transaction has
 * locked. A thing that was published before gets no second notification; one that was published together with others has
 * an activity that nobody reads, so that it counts as published. Returns what it published.
 */
export async function publish(
  trx: Db,
  { courseId, table }: { courseId: string; table: PublishedTable },
  { isDue, now }: { isDue: RawBuilder<unknown>; now: RawBuilder<unknown> },
): Promise<Out[]> {
  const { kind, isNews = sql`true`, together = { by: sql`a.id`, order: sql`a.id` } }: Published = publishedTables[table]
  const { rows } = await sql<Out>`
    with due as (
      select a.id, p.actor_id, coalesce(to_jsonb(a)->>'section', to_jsonb(a)->>'parent_id') is not null as narrow
      from publications p join ${sql.table(table)} a on a.course_id = p.course_id and a.id = p.subject_id
      where p.course_id = ${courseId} and p.subject_table = ${table} and ${isDue}
      order by p.publish_at, a.id limit ${sql.lit(MOST)} for no key update of p, a skip locked),
    news as (
      select due.id, due.actor_id, first_value(due.id) over alike as first, count(*) over (partition by ${together.by}) as count
      from due join ${sql.table(table)} a on a.course_id = ${courseId} and a.id = due.id
      where ${isNews} and not exists (
        select from activity e where e.course_id = ${courseId} and e.subject_id = due.id and e.kind = ${kind})
      window alike as (partition by ${together.by} order by ${together.order})),
    recorded as (
      insert into activity (course_id, id, kind, subject_id, actor_id, created_at, params)
      select ${courseId}, gen_random_uuid(), ${kind}, id, actor_id, ${now},
        case when id <> first then jsonb_build_object('with', first)
          when count > 1 then jsonb_build_object('count', count) else '{}' end
      from news)
    delete from publications p using due where p.course_id = ${courseId} and p.subject_id = due.id
    returning p.subject_id as id, due.narrow`.execute(trx)
  return rows
}
