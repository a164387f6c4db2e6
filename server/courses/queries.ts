import { type Kysely, sql } from 'kysely'
import { mostRoster } from '../../contract/courses.ts'
import type { CourseView } from '../cache.ts'
import { askBatched } from '../db/batch.ts'
import { courseViewColumns } from '../db/courseView.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { type Picture, pictureOf } from './picture.ts'

interface Name {
  first: string
  last: string
}

/** The instructors of `c` with an account, in their order, as JSON with the given fields. */
const instructors = (fields: ReturnType<typeof sql>) => sql`
  (select coalesce(json_agg(json_strip_nulls(json_build_object(${fields})) order by i.position, p.last, p.id), '[]')
   from roster i join people p on p.id = i.person_id
   where i.course_id = c.id and i.role = 'instructor' and p.removed_at is null)`

export interface CourseRow {
  course_id: string
  name: string
  code: string
  img: string | null
  mooc: boolean
  academic_year: number
  semester: number
  instructors: Name[]
  picture: Picture | null
  cover: string | null
  archived: boolean
}

/** The courses of a person, the latest semester first. */
export const findMyCourses = async (db: Kysely<DB>, personId: string): Promise<CourseView[]> => {
  const rows = await askBatched(
    db,
    sql<CourseView & { place: number }>`
    select ${courseViewColumns},
      row_number() over (order by c.academic_year desc, c.semester desc, c.code, c.id)::int as place
    from roster r join courses c on c.id = r.course_id
    where r.person_id = ${personId}::uuid
    order by place limit 500`,
  )
  return rows.sort((a, b) => a.place - b.place)
}

export const isArchived = async (db: Kysely<DB>, courseId: string): Promise<boolean> =>
  (await db
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('archived_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Whether a person is on a course. */
export const isOn = async (db: Kysely<DB>, courseId: string, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('roster')
    .select('role')
    .where('course_id', '=', courseId)
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined

/** The data of course cards. */
export const findCards = async (db: Kysely<DB>, courseIds: string[]): Promise<CourseRow[]> => {
  const { rows } = await sql<CourseRow>`
    select c.id as course_id, c.name, c.code, c.img, ${pictureOf}, c.cover, c.archived_at is not null as archived, c.mooc,
      c.academic_year, c.semester,
      ${instructors(sql`'first', p.first, 'last', p.last`)} as instructors
    from courses c where c.id = any(${courseIds})`.execute(db)
  return rows
}

interface InstructorRow extends Name {
  title: string
  role: string
  img?: string
  email: string
}

export interface CourseDetailRow {
  id: string
  name_short: string
  name: string
  code: string
  img: string | null
  picture: Picture | null
  cover: string | null
  tabs: string[] | null
  zone: string
  archived: boolean
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
    select c.id, c.name_short, c.name, c.code, c.img, ${pictureOf}, c.cover, c.tabs, c.zone,
      c.archived_at is not null as archived, c.objectives, c.contact_facebook, c.contact_team,
      c.contact_echo, ${instructors(fields)} as instructors,
      (select coalesce(json_agg(json_build_object('_id', m.person_id) order by m.person_id), '[]') from (
        select r.person_id from roster r join people p on p.id = r.person_id
        where r.course_id = c.id and p.removed_at is null
        order by r.person_id limit ${mostRoster}) m) as roster
    from courses c where c.id = ${courseId}`.execute(db)
  return found(rows[0])
}
