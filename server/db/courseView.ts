import { type RawBuilder, sql } from 'kysely'
import { parts } from '../../contract/parts.ts'

/**
 * The versions of the parts of a course. A subquery looks them up course by course: in a join, PostgreSQL would rather
 * read the versions of all courses than of the person's few.
 */
export const versionsOf = (courseId: RawBuilder<unknown>) => sql`(
  select json_build_object(${sql.raw(parts.map((part) => `'${part}', v.${part}`).join(', '))})
  from course_versions v where v.course_id = ${courseId}) as versions`

/** The columns of a `CourseView` (server/cache.ts) for the person of roster row `r`. */
export const courseViewColumns = sql`
  r.course_id as "courseId", case r.role when 'student' then 'student' else 'staff' end as audience,
  ${versionsOf(sql`r.course_id`)}`
