import { type Kysely, sql } from 'kysely'
import { falling, pageOf } from '../db/page.ts'
import type { DB } from '../db/schema.ts'

interface Row {
  _id: string
  course_code: string
  course_name: string
  course_section: string
  course_academic_year: string
  course_semester: string
  created_at: Date
  instructors: number
  students: number
  cursor: string
}

const newest = falling([
  [sql`c.created_at`, 'timestamptz'],
  [sql`c.id`, 'uuid'],
])

/** A page of all courses, or of the courses whose number begins with `search`. */
export async function findCourses(
  db: Kysely<DB>,
  { limit, after, search = '' }: { limit: number; after?: string; search?: string },
) {
  const isFound = search
    ? sql`lower(c.code) ~>=~ lower(${search}::text) and lower(c.code) ~<~ (lower(${search}::text) || chr(1114111))`
    : sql`true`
  const counted = (role: string) => sql`(
    select count(*)::int from roster r where r.course_id = c.id and r.role = ${sql.lit(role)})`
  const { rows } = await sql<Row>`
    select c.id as _id, c.code as course_code, c.name as course_name, c.section as course_section,
      c.academic_year::text as course_academic_year, c.semester::text as course_semester, c.created_at,
      ${counted('instructor')} as instructors, ${counted('student')} as students, ${newest.cursor} as cursor
    from (
      select * from courses c where ${isFound} and ${newest.after(after)} order by ${newest.order} limit ${limit + 1}) c
    order by ${newest.order}`.execute(db)
  return pageOf(rows, limit)
}

/**
 * Allows or forbids the person with this email to make courses: of several the one whose provider vouches for it, because
 * anybody may claim another's. Returns their id; undefined when nobody has it.
 */
export async function appoint(db: Kysely<DB>, email: string, mayCreate: boolean): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update people set may_create = ${mayCreate} where id = (
      select id from people where lower(email) = lower(${email}) and removed_at is null
      order by email_verified desc, created_at, id limit 1)
    returning id`.execute(db)
  return rows[0]?.id
}
