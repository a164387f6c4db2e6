import { sql } from 'kysely'
import { isOut } from '../publishing/out.ts'

/**
 * Whether students see grouping `k`: once it is published, or once an assignment is that its groups hand in, because
 * that shows the names of the groups. Scalar queries, because PostgreSQL would read whole tables for an `or` of
 * `exists`.
 */
export const isShown = sql<boolean>`(k.deleted_at is null and coalesce(
  (select true from groupings o where o.course_id = k.course_id and o.id = k.id and ${isOut('o')}),
  (select true from assignments w
    where w.course_id = k.course_id and w.grouping_id = k.id and ${isOut('w')} limit 1), false))`
