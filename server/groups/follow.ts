import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'
import { fullName } from '../users/name.ts'
import { isShown } from './queries.ts'

/** The tables of groups and their members. */
export const groupTables = ['groupings', 'groups', 'group_members']

interface Followed {
  courseId: string
  changeId: string
  now: Date
}

/**
 * What follows from a change of groups: each moved person gets one notification, and the screens of students who see
 * the grouping renew themselves. An undo notifies nobody and removes the change's notifications.
 */
export async function followGroups(trx: Db, { courseId, changeId, now }: Followed): Promise<LiveEvent[]> {
  const { rows } = await sql<{ shown: boolean }>`
    select coalesce(bool_or(${isShown}), false) as shown from groupings k
    where k.course_id = ${courseId} and k.id in (
      select coalesce(coalesce(r.after, r.before)->>'grouping_id', r.key->>'id')::uuid from change_rows r
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = any(${groupTables}))`.execute(
    trx,
  )
  const event = { kind: 'course_changed', course_id: courseId } as const
  if (!rows[0]?.shown) return [{ ...event, parts: ['work'], audience: 'staff' }]
  await sql`
    insert into activity (course_id, id, kind, subject_id, params, actor_id, created_at, person_id)
    select m.course_id, gen_random_uuid(), 'added_to_group', m.group_id,
      jsonb_build_object('person', ${fullName(sql`u`)}), c.actor_id, ${now}, m.person_id
    from (
      select distinct (r.after->>'grouping_id')::uuid as grouping_id, (r.after->>'person_id')::uuid as person_id
      from change_rows r
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'group_members'
        and r.after is not null and r.after->>'group_id' is distinct from r.before->>'group_id') put
    join changes c on c.course_id = ${courseId} and c.id = ${changeId} and c.undoes is null
    join people u on u.id = c.actor_id
    join group_members m on m.course_id = ${courseId} and m.grouping_id = put.grouping_id and m.person_id = put.person_id
    join groupings k on k.course_id = m.course_id and k.id = m.grouping_id and ${isShown}
    where not exists (
      select from activity e where e.course_id = m.course_id and e.subject_id = m.group_id
        and e.kind = 'added_to_group' and e.person_id = m.person_id)`.execute(trx)
  return [{ ...event, parts: ['work', 'activity'] }]
}

/**
 * By an undo, whoever is out of a group again loses the works that the group had handed in before they were put into it,
 * and their scores.
 */
export async function takeWorksBack(trx: Db, { courseId, changeId }: Omit<Followed, 'now'>): Promise<void> {
  const { rows } = await sql<{ assignment_id: string; person_id: string }>`
    delete from submission_people n using changes c
    where n.course_id = ${courseId} and n.change_id = c.undoes and c.course_id = ${courseId} and c.id = ${changeId}
      and n.person_id = any(array(
        select (r.key->>'person_id')::uuid from change_rows r
        where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'group_members'))
    returning n.assignment_id, n.person_id`.execute(trx)
  if (rows.length === 0) return
  await sql`
    select keep_graded(${courseId}, o.assignment_id, o.person_id), keep_score(${courseId}, o.assignment_id, o.person_id)
    from (
      select distinct * from unnest(${rows.map((one) => one.assignment_id)}::uuid[], ${rows.map((one) => one.person_id)}::uuid[])
        as n (assignment_id, person_id) order by 1, 2) o`.execute(trx)
}
