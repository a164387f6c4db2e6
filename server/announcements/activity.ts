import { sql } from 'kysely'
import type { Follow } from '../changes/follow.ts'

/**
 * Brings what is told of announcements in line with what they are now. Each has one event, from its publication on, so
 * that nobody is notified of one twice; readers see it from its time on, and while the announcement is there for them
 * (server/activity/subjects.ts). Tells everyone on the course where students see a difference, else staff alone.
 */
export const followAnnouncements: Follow = async (trx, { courseId, changeId, ids, now }) => {
  await sql`
    update activity a set created_at = n.publish_at
    from announcements n
    where a.course_id = ${courseId} and a.subject_id = any(${ids}::uuid[]) and a.kind = 'announcement_posted'
      and n.course_id = a.course_id and n.id = a.subject_id and n.publish_at <> a.created_at`.execute(trx)
  await sql`
    insert into activity (course_id, id, kind, subject_id, actor_id, created_at)
    select n.course_id, gen_random_uuid(), 'announcement_posted', n.id, n.author_id, n.publish_at
    from announcements n
    where n.course_id = ${courseId} and n.id = any(${ids}::uuid[]) and n.publish_at is not null
      and not exists (select from activity a
        where a.course_id = n.course_id and a.subject_id = n.id and a.kind = 'announcement_posted')`.execute(trx)
  const { rows } = await sql`
    select from change_rows r cross join lateral (values (r.before), (r.after)) as was (row)
    where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'announcements'
      and (was.row->>'publish_at')::timestamptz <= ${now} and was.row->>'deleted_at' is null
    limit 1`.execute(trx)
  const about = { course_id: courseId, ...(ids.length === 1 && { thing: ids[0] }) }
  return rows.length > 0
    ? [{ kind: 'course_changed', ...about, parts: ['materials', 'activity'] }]
    : [{ kind: 'course_changed', ...about, parts: ['materials'], audience: 'staff' }]
}
