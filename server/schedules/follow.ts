import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

interface Followed {
  courseId: string
  changeId: string
  now: Date
}

/** Students get notifications of classes at most so many days ahead: later ones change while staff plan a term. */
const DAYS = 14

/**
 * Tells students once that classes are cancelled, moved, or take place after all: one notification for all classes of a
 * change, by the earliest. A second change notifies again. An undo removes the notification and sends none.
 */
export async function followSchedules(trx: Db, { courseId, changeId, now }: Followed): Promise<LiveEvent[]> {
  await sql`
    with touched as (
      select (key->>'id')::uuid as id, (array_agg(before order by n))[1] as before,
        (array_agg(after order by n desc))[1] as after
      from change_rows where course_id = ${courseId} and change_id = ${changeId} and table_name = 'schedules'
      group by key),
    changed as (
      select t.id, s.start_at, case
        when s.cancelled and not (t.before->>'cancelled')::boolean then 'class_cancelled'
        when not s.cancelled and (t.before->>'cancelled')::boolean then 'class_restored'
        when not s.cancelled and (t.before->>'start_at' <> t.after->>'start_at'
          or t.before->>'location' <> t.after->>'location') then 'class_moved' end as kind
      from touched t join schedules s on s.course_id = ${courseId} and s.id = t.id and s.deleted_at is null
      where t.before is not null and t.before->>'deleted_at' is null
        and greatest(s.start_at, (t.before->>'start_at')::timestamptz) > ${now}
        and least(s.start_at, (t.before->>'start_at')::timestamptz) < ${now}::timestamptz + ${DAYS} * interval '1 day'),
    happened as (
      select distinct on (kind) id, kind, count(*) over (partition by kind) as count
      from changed where kind is not null order by kind, start_at, id),
    gone as (
      delete from activity a using changed n
      where a.course_id = ${courseId} and a.subject_id = n.id
        and a.kind in ('class_cancelled', 'class_moved', 'class_restored'))
    insert into activity (course_id, id, kind, subject_id, params, actor_id, created_at)
    select ${courseId}, gen_random_uuid(), happened.kind, happened.id,
      case when happened.count > 1 then jsonb_build_object('count', happened.count) else '{}' end, c.actor_id, ${now}
    from happened join changes c on c.course_id = ${courseId} and c.id = ${changeId}
    left join changes u on u.course_id = c.course_id and u.id = c.undoes
    where c.undoes is null or u.undoes is not null`.execute(trx)
  return [{ kind: 'course_changed', course_id: courseId, parts: ['materials', 'activity'] }]
}
