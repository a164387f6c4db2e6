import { type RawBuilder, sql } from 'kysely'
import type { ActivityKind } from '../../contract/endpoint.ts'
import type { Db } from '../db/database.ts'
import { isOut } from './out.ts'
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
 * locked. Nobody hears a second time of a thing that was published before; one that was published together with others
 * has an activity that nobody reads, so that it counts as published. Returns what it published.
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
      select due.id, due.actor_id, heard.params, first_value(due.id) over alike as first, count(*) over (partition by ${together.by}) as count
      from due join ${sql.table(table)} a on a.course_id = ${courseId} and a.id = due.id
      cross join lateral (${heardOf(kind)}) heard
      where ${isNews} and not heard.by_all
      window alike as (partition by ${together.by} order by ${together.order})),
    recorded as (
      insert into activity (course_id, id, kind, subject_id, actor_id, created_at, params)
      select ${courseId}, gen_random_uuid(), ${kind}, id, actor_id, ${now},
        params || case when id <> first then jsonb_build_object('with', first)
          when count > 1 then jsonb_build_object('count', count) else '{}' end
      from news)
    delete from publications p using due where p.course_id = ${courseId} and p.subject_id = due.id
    returning p.subject_id as id, due.narrow`.execute(trx)
  return rows
}

/**
 * Who has heard of thing `a`, by its activities. `by_all`: everyone whom it is for, so that nobody needs another one.
 * `params`: of the next activity, the section whose students get it (`told`), and the sections that had one before.
 */
const heardOf = (kind: ActivityKind) => sql`
  select coalesce(bool_or(e.params->>'told' is null or e.params->>'told' = to_jsonb(a)->>'section'), false) as by_all,
    jsonb_strip_nulls(jsonb_build_object('told', to_jsonb(a)->>'section', 'before', jsonb_agg(e.params->>'told')
      filter (where e.id is not null))) as params
  from activity e where e.course_id = a.course_id and e.subject_id = a.id and e.kind = ${kind}`

/**
 * Follows a change that addressed published things to another section: its students get them as new, once. A change that
 * writes the roster as well gave the section another name (`rename` in `roster/renamed.ts`, or an undo of that): its
 * students have heard of the things, so their activities are of the new name.
 */
export async function followSections(
  trx: Db,
  { courseId, changeId, table, now }: { courseId: string; changeId: string; table: PublishedTable; now: Date },
): Promise<void> {
  const { kind } = publishedTables[table]
  const addressed = sql`
    select (r.key->>'id')::uuid as id, r.before->>'section' as before, r.after->>'section' as after
    from change_rows r
    where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = ${table}
      and r.before->>'section' is distinct from r.after->>'section'`
  const { rows } = await sql<{ renamed: boolean }>`
    select exists (select from change_rows r where r.course_id = ${courseId} and r.change_id = ${changeId}
      and r.table_name in ('roster', 'roster_pending')) as renamed
    from (${addressed}) m limit 1`.execute(trx)
  if (!rows[0]) return
  if (rows[0].renamed)
    await sql`
      update activity e set params = e.params || jsonb_build_object('told', m.after) from (${addressed}) m
      where e.course_id = ${courseId} and e.subject_id = m.id and e.kind = ${kind}
        and e.params->>'told' = m.before`.execute(trx)
  else
    await sql`
      insert into activity (course_id, id, kind, subject_id, actor_id, created_at, params)
      select ${courseId}, gen_random_uuid(), ${kind}, a.id, c.actor_id, ${now}, heard.params
      from (${addressed}) m join ${sql.table(table)} a on a.course_id = ${courseId} and a.id = m.id and ${isOut('a')}
      join changes c on c.course_id = ${courseId} and c.id = ${changeId}
      cross join lateral (${heardOf(kind)}) heard
      where not heard.by_all`.execute(trx)
}
