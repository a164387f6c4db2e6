import { sql } from 'kysely'
import { mostRoster } from '../../contract/courses.ts'
import type { Cell, CellValue } from '../../contract/staff/gradebook.ts'
import type { Db } from '../db/database.ts'

/** The value of an open cell, whether or not the student sees it. */
export const valueIn = (cell: Exclude<Cell, 'closed'>): CellValue =>
  typeof cell === 'object' && cell !== null ? cell.hidden : cell

/** The addresses of the students of a course, by the person. */
export async function findEmails(db: Db, courseId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string | null }>`
    select p.id, p.email from roster r join people p on p.id = r.person_id and p.removed_at is null
    where r.course_id = ${courseId} and r.role = 'student' limit ${mostRoster}`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email?.toLowerCase() ?? '']))
}

/** Names a cell. */
export const keyOf = (person_id: string, gradable_id: string) => `${person_id} ${gradable_id}`

/**
 * The cells that somebody has changed since that time, by the history of the last 30 days, and before these by the time of
 * the score. Also those that nobody changed: whose work has a score by itself since or another one by a corrected key, of
 * whom another attempt or the work of another group counts since, and whose attendance has changed or is counted otherwise.
 * Only what this person imported is no such change, so that they may correct a file and import it again: what they did
 * elsewhere, such as a curve, the file does not know either.
 */
export async function findNewer(
  db: Db,
  { courseId, since, by }: { courseId: string; since: Date; by: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ person_id: string; gradable_id: string }>`
    with given as materialized (
      select c.key, c.before, c.after, h.actor_id is not distinct from ${by} and h.kind = 'grades_imported' as own
      from changes h
      join change_rows c on c.course_id = h.course_id and c.change_id = h.id and c.table_name in ('entries', 'feedback')
      where h.course_id = ${courseId} and h.created_at > ${since}),
    -- What changed how attendance is counted: in all columns, or in one.
    counted as materialized (
      select c.key->>'id' as id, c.table_name = 'schedules' as in_all, c.before->>'attendance_late' is not null as was_one
      from changes h
      join change_rows c on c.course_id = h.course_id and c.change_id = h.id and c.table_name in ('schedules', 'gradables')
      where h.course_id = ${courseId} and h.created_at > ${since}
        and (c.before->>'cancelled', c.before->>'deleted_at', c.before->>'score', c.before->>'attendance_late')
          is distinct from (c.after->>'cancelled', c.after->>'deleted_at', c.after->>'score', c.after->>'attendance_late')),
    -- The columns that are, or were, of attendance.
    of_attendance as materialized (
      select g.id, o.id is not null or exists (select from counted where in_all) as counts_otherwise from gradables g
      left join (select id, bool_or(was_one) as was_one from counted where not in_all group by id) o on o.id = g.id::text
      where g.course_id = ${courseId} and g.deleted_at is null and (g.attendance_late is not null or o.was_one))
    select coalesce(n.person_id, (c.key->>'person_id')::uuid) as person_id,
      coalesce(g.id, (c.key->>'gradable_id')::uuid) as gradable_id
    from given c
    left join submission_people n on n.course_id = ${courseId} and n.submission_id = (c.key->>'submission_id')::uuid
    left join gradables g on g.course_id = n.course_id and g.assignment_id = n.assignment_id and g.deleted_at is null
    -- Nobody gave a score that followed from another change: its revision stays.
    where (not c.own or c.before->>'revision' = c.after->>'revision')
      and (c.before->>'score', c.before->>'excused', c.before->'members'->>n.person_id::text)
        is distinct from (c.after->>'score', c.after->>'excused', c.after->'members'->>n.person_id::text)
    union
    select e.person_id, e.gradable_id from entries e
    where e.course_id = ${courseId} and e.entered_at > ${since} and not exists (
      select from given k
      where (k.key->>'person_id', k.key->>'gradable_id') = (e.person_id::text, e.gradable_id::text))
    union
    select n.person_id, g.id from feedback f
    join submission_people n on n.course_id = f.course_id and n.submission_id = f.submission_id
    join gradables g on g.course_id = n.course_id and g.assignment_id = n.assignment_id and g.deleted_at is null
    where f.course_id = ${courseId} and f.updated_at > ${since}
      and case when f.grader_id is null then f.score is not null
        else f.submission_id::text not in (select k.key->>'submission_id' from given k where k.key ? 'submission_id') end
    union
    select n.person_id, g.id from changes h
    join change_rows c on c.course_id = h.course_id and c.change_id = h.id and c.table_name = 'assignments'
      and (c.before->>'counts' <> c.after->>'counts' or c.before->>'grouping_id' is distinct from c.after->>'grouping_id')
    join gradables g on g.course_id = c.course_id and g.assignment_id::text = c.key->>'id' and g.deleted_at is null
    join submission_people n on n.course_id = g.course_id and n.assignment_id = g.assignment_id
    where h.course_id = ${courseId} and h.created_at > ${since}
    union
    -- Whom staff moved to another group, and who joined one, if they have work from before or of another group. An undo may
    -- have taken that away.
    select m.person_id, g.id from (
      select (c.key->>'person_id')::uuid as person_id, (c.key->>'grouping_id')::uuid as grouping_id,
        h.undoes is not null as is_undo
      from changes h
      join change_rows c on c.course_id = h.course_id and c.change_id = h.id and c.table_name = 'group_members'
      where h.course_id = ${courseId} and h.created_at > ${since}
      union
      select person_id, grouping_id, false from group_members where course_id = ${courseId} and joined_at > ${since}) m
    join assignments a on a.course_id = ${courseId} and a.grouping_id = m.grouping_id
    join gradables g on g.course_id = a.course_id and g.assignment_id = a.id and g.deleted_at is null
    left join group_members o
      on o.course_id = a.course_id and o.grouping_id = m.grouping_id and o.person_id = m.person_id
    where m.is_undo or exists (
      select from submission_people n join submissions s on s.course_id = n.course_id and s.id = n.submission_id
      where n.course_id = a.course_id and n.person_id = m.person_id and n.assignment_id = a.id
        and (n.came_later or s.owner_id is distinct from o.group_id))
    union
    select p.person_id, o.id from of_attendance o
    cross join (
      select (c.key->>'person_id')::uuid as person_id, true as is_marked from changes h
      join change_rows c on c.course_id = h.course_id and c.change_id = h.id and c.table_name = 'attendance'
      where h.course_id = ${courseId} and h.created_at > ${since}
      union
      select person_id, marked_at > ${since} from attendance_marks where course_id = ${courseId}
      -- Of attendance that is none any more no score is left to find, so everyone with a mark at any class is asked.
      union
      select person_id, false from attendance where course_id = ${courseId}) p
    where (p.is_marked or o.counts_otherwise) and not exists (
      select from entries e where (e.course_id, e.person_id, e.gradable_id) = (${courseId}, p.person_id, o.id))`.execute(
    db,
  )
  return new Set(rows.map(({ person_id, gradable_id }) => keyOf(person_id, gradable_id)))
}
