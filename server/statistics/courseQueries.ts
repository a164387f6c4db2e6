import { sql } from 'kysely'
import { mostRoster } from '../../contract/courses.ts'
import { type AllowanceRow, allowancesOfOwner } from '../assignments/allowances.ts'
import { dates } from '../assignments/queries.ts'
import type { Dates } from '../assignments/terms.ts'
import { attendanceOfCourse } from '../attendance/queries.ts'
import type { Db } from '../db/database.ts'
import { DAYS_MOST, isOfSection } from './assignmentQueries.ts'
import type { DayCount } from './numbers.ts'

/** How many of the last assignments and classes count. */
const LAST = 5

/** The students `r` of a course, or of one section of it. */
const students = (courseId: string, section?: string) => sql`
  select r.course_id, r.person_id, r.section, r.joined_at
  from roster r join people p on p.id = r.person_id and p.removed_at is null
  where r.course_id = ${courseId} and r.role = 'student' and ${isOfSection(section)} order by r.person_id limit ${mostRoster}`

/** The number of submissions of students and their groups on each day, by the course's zone. */
export async function findDaysOfCourse(
  db: Db,
  { courseId, section }: { courseId: string; section: string | undefined },
  zone: string,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    with r as materialized (${students(courseId, section)}),
    owners as materialized (
      select person_id as id from r
      union select m.group_id from r join group_members m on m.course_id = r.course_id and m.person_id = r.person_id),
    -- First by the assignment, because there are few: the statement looks up each of them once, not once for each work.
    counted as materialized (
      select s.assignment_id, (s.submitted_at at time zone ${zone})::date as day,
        count(*) filter (where s.attempt = 1) as first, count(*) filter (where s.attempt > 1) as again
      from owners o join submissions s on s.course_id = ${courseId} and s.owner_id = o.id
      group by 1, 2)
    select n.day::text as day, sum(n.first)::int as first, sum(n.again)::int as again
    from counted n join assignments a on a.course_id = ${courseId} and a.id = n.assignment_id and a.deleted_at is null
    group by n.day order by n.day desc limit ${DAYS_MOST}`.execute(db)
  return rows
}

/** A past assignment, and the students who have not handed it in. */
export interface MissingRow extends Dates {
  /** Null: everybody has. */
  person_id: string | null
  assignment_id: string
  /** How many students the course had on its due date. */
  asked: number
  /** The allowances of the student, or of their group. */
  allowances: AllowanceRow[] | null
}

/**
 * The last assignments that are due for everybody: the students without work and without a score entered by hand, and
 * how many students the course had on each due date.
 */
export async function findMissing(db: Db, courseId: string, now: Date): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    with last as materialized (
      select a.* from assignments a
      where a.course_id = ${courseId} and a.deleted_at is null and a.publish_at <= ${now} and a.due_at <= ${now}
      order by a.due_at desc, a.id limit ${LAST}),
    -- What a student has handed in is looked up once, not once for each assignment.
    r as materialized (
      select r.*, array(
        select n.assignment_id from submission_people n
        where n.course_id = ${courseId} and n.person_id = r.person_id) as handed_in
      from (${students(courseId)}) r),
    pairs as materialized (
      select r.person_id, r.joined_at, a.id as assignment_id, a.grouping_id, a.due_at, a.id <> all (r.handed_in)
        and not exists (
          select from gradables g join entries e on e.course_id = g.course_id and e.gradable_id = g.id
          where g.course_id = ${courseId} and g.assignment_id = a.id and g.deleted_at is null
            and e.person_id = r.person_id and (e.excused or e.score is not null)) as is_missing
      from last a join r on r.joined_at < a.due_at),
    asked as (select assignment_id, count(*)::int as asked from pairs group by 1)
    select q.person_id, a.id as assignment_id, n.asked, ${dates},
      ${allowancesOfOwner(sql`a.course_id`, { ownerId: sql`coalesce(m.group_id, q.person_id)`, personId: sql`q.person_id` }, sql`a.id`)} as allowances
    from asked n join last a on a.id = n.assignment_id join courses c on c.id = a.course_id
    left join pairs q on q.assignment_id = a.id and q.is_missing
    left join group_members m on m.course_id = ${courseId} and m.grouping_id = a.grouping_id and m.person_id = q.person_id
    order by a.due_at desc, a.id, q.person_id`.execute(db)
  return rows
}

export interface TracesRow {
  person_id: string
  joined_at: Date
  /** The last trace of the student. */
  last: Date | null
  /** How many of the last classes with attendance they missed, and how many of those there were. */
  absent: number
  classes: number
}

/** The traces of every student: what they hand in, type, open and read, and the classes they attend. */
export async function findTraces(db: Db, courseId: string, now: Date): Promise<TracesRow[]> {
  const { rows } = await sql<TracesRow>`
    with r as materialized (${students(courseId)}),
    taken as materialized (${attendanceOfCourse(courseId)}),
    classes as materialized (
      select s.id from schedules s
      where s.course_id = ${courseId} and s.deleted_at is null and not s.cancelled and s.end_at <= ${now}
        and s.id in (select schedule_id from taken where code is not null)
      order by s.start_at desc, s.id limit ${LAST}),
    attended as materialized (
      select t.person_id, max(s.start_at) filter (where t.code in (2, 3)) as at, count(k.id)::int as classes,
        count(k.id) filter (where t.code = 1 and not t.excused)::int as absent
      from taken t join schedules s on s.course_id = ${courseId} and s.id = t.schedule_id
      left join classes k on k.id = s.id
      where t.code is not null
      group by 1),
    of_owners as (
      select owner_id, max(at) as at from (
        select owner_id, max(submitted_at) as at from submissions where course_id = ${courseId} group by 1
        union all
        select owner_id, max(updated_at) from drafts where course_id = ${courseId} group by 1) o
      group by 1),
    traces as (
      select owner_id as person_id, at from of_owners
      union all
      select m.person_id, o.at from of_owners o
      join group_members m on m.course_id = ${courseId} and m.group_id = o.owner_id
      union all
      select person_id, max(last_at) from content_opens where course_id = ${courseId} group by 1
      union all
      select person_id, max(seen_at) from topic_seen where course_id = ${courseId} group by 1
      union all
      select person_id, max(marked_at) from attendance_marks where course_id = ${courseId} group by 1
      union all
      select person_id, at from attended where at is not null),
    newest as (select person_id, max(at) as at from traces where at <= ${now} group by 1)
    select r.person_id, r.joined_at, n.at as last, coalesce(a.absent, 0) as absent, coalesce(a.classes, 0) as classes
    from r left join newest n on n.person_id = r.person_id
    left join attended a on a.person_id = r.person_id`.execute(db)
  return rows
}
