import { type Kysely, sql } from 'kysely'
import { mostFound } from '../../contract/courses.ts'
import { semesterOf } from '../../contract/semester.ts'
import type { CourseView } from '../cache.ts'
import { versionsOf } from '../db/courseView.ts'
import type { DB } from '../db/schema.ts'
import { Refusal } from '../errors.ts'

interface Search {
  search: string
  year?: number
  semester?: number
}

interface FoundRow extends CourseView {
  joined: boolean
}

/** Courses by the beginning of their number, the newest first. */
export const findCourses = async (
  db: Kysely<DB>,
  personId: string,
  { search, year, semester }: Search,
): Promise<FoundRow[]> => {
  if (search === '') return []
  // A range, not `like`: a prepared statement finds it by the index whatever the number is. No text sorts after the
  // last character here. The courses are found before they are sorted: PostgreSQL would go through all courses in order
  // until it has enough.
  const { rows } = await sql<FoundRow>`
    with c as materialized (
      select * from courses
      where lower(code) ~>=~ lower(${search}::text) and lower(code) ~<~ (lower(${search}::text) || chr(1114111))
        and academic_year = coalesce(${year ?? null}::int, academic_year)
        and semester = coalesce(${semester ?? null}::int, semester) and archived_at is null)
    select c.id as "courseId", 'student' as audience, ${versionsOf(sql`c.id`)},
      exists (select from roster r where r.course_id = c.id and r.person_id = ${personId}) as joined
    from c
    order by c.academic_year desc, c.semester desc, c.code, c.section, c.id limit ${mostFound}`.execute(db)
  return rows
}

const HOUR_MS = 3_600_000

/** The present year in the zone that is farthest ahead: there the day begins 14 hours earlier. */
export function isYearThere(year: number | undefined, now: Date): Refusal | undefined {
  const latest = semesterOf(new Date(now.getTime() + 14 * HOUR_MS)).year
  if (year === undefined || year <= latest) return undefined
  return new Refusal('invalid', { fields: { year: `must be at most ${latest}` } })
}
