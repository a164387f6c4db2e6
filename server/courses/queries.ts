import { type Kysely, sql } from 'kysely'
import { mostActivity, mostRoster, mostUpcoming, type UpcomingEvent } from '../../contract/courses.ts'
import type { EventType } from '../../contract/endpoint.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { since } from '../notifications/queries.ts'

interface Name {
  first: string
  last: string
}

/** The instructors of `c`, in their order, as JSON of the given fields. */
const instructors = (fields: ReturnType<typeof sql>) => sql`
  (select coalesce(json_agg(json_build_object(${fields}) order by i.position, p.last, p.id), '[]')
   from roster i join people p on p.id = i.person_id
   where i.course_id = c.id and i.role = 'instructor')`

export interface CourseRow {
  id: string
  name: string
  code: string
  img: string | null
  mooc: boolean
  academic_year: number
  semester: number
  instructors: Name[]
}

/** The columns of a course card. */
export const cardColumns = sql`
  c.id, c.name, c.code, c.img, c.mooc, c.academic_year, c.semester,
  ${instructors(sql`'first', p.first, 'last', p.last`)} as instructors`

export const courseCard = (row: CourseRow) => ({
  course_id: row.id,
  course_name: row.name,
  course_code: row.code,
  course_image: row.img,
  course_instructors: row.instructors,
  course_mooc: row.mooc,
  course_academic_year: String(row.academic_year),
  course_semester: String(row.semester),
})

export const findMyCourses = async (db: Kysely<DB>, personId: string): Promise<CourseRow[]> => {
  const { rows } = await sql<CourseRow>`
    select ${cardColumns} from roster r join courses c on c.id = r.course_id
    where r.person_id = ${personId}
    order by c.academic_year desc, c.semester desc, c.code, c.id limit 500`.execute(db)
  return rows
}

/**
 * The soonest of what is ahead in a person's courses. An assignment counts until the person, or their group,
 * has submitted it; only for those who submit.
 */
export const findUpcoming = async (db: Kysely<DB>, personId: string, now: Date): Promise<UpcomingEvent[]> => {
  const { rows } = await sql<UpcomingEvent>`
    select e.type, e.title, e.datetime, e.location, c.id as course_id, c.code as course_code, c.name as course_name,
      c.img as course_image
    from roster r
    join courses c on c.id = r.course_id
    cross join lateral (
      (select 'assignment' as type, a.name as title, a.due_at as datetime,
          '/course/' || a.course_id || '/assignments/' || a.id || '/preview' as location
        from assignments a
        left join group_members g
          on g.course_id = a.course_id and g.grouping_id = a.grouping_id and g.person_id = r.person_id
        where a.course_id = r.course_id and a.deleted_at is null and a.due_at >= ${now} and r.role = 'student'
          and (select s.id from submissions s where s.course_id = a.course_id and s.assignment_id = a.id
            and s.owner_id = coalesce(g.group_id, r.person_id) limit 1) is null
        order by a.due_at limit ${mostUpcoming})
      union all
      (select 'schedule', name, start_at, '/course/' || course_id || '/schedule'
        from schedules where course_id = r.course_id and deleted_at is null and start_at >= ${now}
        order by start_at limit ${mostUpcoming})
      union all
      (select 'schedule', title, start_at, '/course/' || course_id || '/meeting/' || id || '/preview'
        from meetings where course_id = r.course_id and deleted_at is null and start_at >= ${now}
        order by start_at limit ${mostUpcoming})
    ) e
    where r.person_id = ${personId}
    order by e.datetime, c.code, e.title limit ${mostUpcoming}`.execute(db)
  return rows
}

interface InstructorRow extends Name {
  title: string
  role: string
  img: string | null
  email: string
}

interface CourseDetailRow {
  id: string
  name_short: string
  name: string
  code: string
  img: string | null
  objectives: string[]
  contact_facebook: string | null
  contact_team: string | null
  contact_echo: string | null
  instructors: InstructorRow[]
  roster: { _id: string }[]
}

export const getCourse = async (db: Kysely<DB>, courseId: string): Promise<CourseDetailRow> => {
  const fields = sql`'title', i.title, 'first', p.first, 'last', p.last, 'role', i.role, 'img', p.img, 'email', p.email`
  const { rows } = await sql<CourseDetailRow>`
    select c.id, c.name_short, c.name, c.code, c.img, c.objectives, c.contact_facebook, c.contact_team,
      c.contact_echo, ${instructors(fields)} as instructors,
      (select coalesce(json_agg(json_build_object('_id', m.person_id) order by m.person_id), '[]')
        from roster m where m.course_id = c.id) as roster
    from courses c where c.id = ${courseId}`.execute(db)
  return found(rows[0])
}

interface PersonRow extends Name {
  _id: string
  img: string | null
}

/** Everyone on the course whose account is there, by name. */
export const findRoster = async (db: Kysely<DB>, courseId: string): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select p.id as _id, p.first, p.last, p.img from roster r join people p on p.id = r.person_id
    where r.course_id = ${courseId} and p.removed_at is null
    order by lower(p.first), lower(p.last), p.id limit ${mostRoster}`.execute(db)
  return rows
}

interface ActivityRow {
  type: EventType
  title: string
  created_at: Date
  link: string
}

export const findActivity = async (
  db: Kysely<DB>,
  courseId: string,
  personId: string,
  now: Date,
): Promise<ActivityRow[]> => {
  const from = since(now)
  const { rows } = await sql<ActivityRow>`
    select type, title, created_at, link from (
      (select id, type, title, created_at, link from activity
        where course_id = ${courseId} and person_id is null and created_at > ${from}
        order by created_at desc, id desc limit ${mostActivity})
      union all
      (select id, type, title, created_at, link from activity
        where course_id = ${courseId} and person_id = ${personId} and created_at > ${from}
        order by created_at desc, id desc limit ${mostActivity})
    ) a order by created_at desc, id desc limit ${mostActivity}`.execute(db)
  return rows
}
