import { sql } from 'kysely'
import type { AttendanceRow } from '../../contract/attendance.ts'
import { mostRoster } from '../../contract/courses.ts'
import { mostSchedules } from '../../contract/schedules.ts'
import type { Db } from '../db/database.ts'
import { inOrder } from '../users/name.ts'
import { shownPerson } from '../users/person.ts'

/*
 * A mark of staff counts before a student's own: `attendance` before `attendance_marks`. Where staff wrote only a note, or
 * removed a mark, the student's own counts if it came after that. In SQL of migrations: `keep_attendance`.
 */

/** Whether row `a` of staff counts before the mark `m` of the student. */
const staffCount = sql`(a.code is not null or a.recorded_at >= m.marked_at)`

/** What counts of a row of staff and the mark of the student, of which either may be missing. */
export const countingCode = sql`case when a.person_id is null or not ${staffCount} then m.code else a.code end`

/** The marks that count of the person of roster row `r`, as a table of `schedule_id`, `code` and `excused`. */
export const attendanceOfPerson = sql`(
  select schedule_id, code, excused from attendance
  where course_id = r.course_id and person_id = r.person_id and code is not null
  union all
  select m.schedule_id, m.code, false from attendance_marks m
  where m.course_id = r.course_id and m.person_id = r.person_id and not exists (
    select from attendance a
    where a.course_id = m.course_id and a.person_id = m.person_id and a.schedule_id = m.schedule_id and ${staffCount}))`

/** The marks that count at all classes of a course, as a table of `schedule_id`, `person_id`, `code` and `excused`. */
export const attendanceOfCourse = (courseId: string) => sql`(
  select schedule_id, person_id, code, excused from attendance where course_id = ${courseId}::uuid and code is not null
  union all
  select m.schedule_id, m.person_id, m.code, false from attendance_marks m
  where m.course_id = ${courseId}::uuid and not exists (
    select from attendance a
    where a.course_id = ${courseId}::uuid and a.person_id = m.person_id and a.schedule_id = m.schedule_id
      and ${staffCount}))`

/** The row of student `r` at a class. The offset keeps it a look-up: PostgreSQL would rather compare all rows. */
const ofStudent = (table: string, scheduleId: string) => sql`lateral (
  select t.* from ${sql.table(table)} t
  where t.course_id = r.course_id and t.person_id = r.person_id and t.schedule_id = ${scheduleId}::uuid offset 0)`

/** Students `r` of a course, each with the mark of staff (`a`), their own mark (`m`), and the `code` that counts. */
export const students = (courseId: string, scheduleId: string) => sql`
  from roster r
  join people p on p.id = r.person_id and p.removed_at is null
  left join ${ofStudent('attendance', scheduleId)} a on true
  left join ${ofStudent('attendance_marks', scheduleId)} m on true
  cross join lateral (select ${countingCode} as code) stands
  where r.course_id = ${courseId}::uuid and r.role = 'student'`

type SheetRow = Parameters<typeof shownPerson>[0] & {
  section: string
  code: 1 | 2 | 3 | null
  excused: boolean
  note: string
  revision: number
  marked: AttendanceRow['marked'] | null
  shared_device: number | null
}

/** The students at a class, by name, or some of them; each with the students on the same device. */
export async function findSheet(
  db: Db,
  { courseId, scheduleId }: { courseId: string; scheduleId: string },
  people?: string[],
): Promise<AttendanceRow[]> {
  const { rows } = await sql<SheetRow>`
    select * from (
      select p.id as _id, p.first, p.last, p.email, p.img, r.section, stands.code,
        coalesce(a.excused, false) as excused, coalesce(a.note, '') as note, coalesce(a.revision, 0) as revision,
        case when m.code is not null then json_build_object('attendance', m.code, 'at', m.marked_at) end as marked,
        case when m.device is not null and count(*) over (partition by m.device) > 1
          then dense_rank() over (order by m.device)::int end as shared_device
      ${students(courseId, scheduleId)}
    ) sheet
    ${people ? sql`where _id = any(${people}::uuid[])` : sql``}
    order by ${inOrder(sql`first || ' ' || last`)}, _id limit ${mostRoster}`.execute(db)
  return rows.map(({ code, section, excused, note, revision, marked, shared_device, ...person }) => ({
    ...shownPerson(person),
    ...{ section, attendance: code, excused, note, revision },
    ...(marked && { marked }),
    ...(shared_device !== null && { shared_device }),
  }))
}

/** How many students have which attendance at a class. */
export async function countStudents(db: Db, { courseId, scheduleId }: { courseId: string; scheduleId: string }) {
  const { rows } = await sql<{ present: number; late: number; absent: number; students: number }>`
    select count(*) filter (where stands.code = 3)::int as present, count(*) filter (where stands.code = 2)::int as late,
      count(*) filter (where stands.code = 1)::int as absent, count(*)::int as students
    ${students(courseId, scheduleId)}`.execute(db)
  return rows[0] ?? { present: 0, late: 0, absent: 0, students: 0 }
}

/** The same numbers for each class with any mark. */
export async function countClasses(db: Db, courseId: string) {
  const { rows } = await sql<{ _id: string; present: number; late: number; absent: number }>`
    select t.* from (
      select taken.schedule_id as _id, count(*) filter (where taken.code = 3)::int as present,
        count(*) filter (where taken.code = 2)::int as late, count(*) filter (where taken.code = 1)::int as absent
      from ${attendanceOfCourse(courseId)} taken
      join roster r on r.course_id = ${courseId}::uuid and r.person_id = taken.person_id and r.role = 'student'
      where taken.code is not null
      group by taken.schedule_id) t
    join schedules s on s.course_id = ${courseId}::uuid and s.id = t._id and s.deleted_at is null
    limit ${mostSchedules}`.execute(db)
  return rows
}
