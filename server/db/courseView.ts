import { sql } from 'kysely'
import { parts } from '../../contract/parts.ts'

/** The versions of the parts of a course, of its row `v` of course_versions. */
export const versionsColumn = sql`
  json_build_object(${sql.raw(parts.map((part) => `'${part}', v.${part}`).join(', '))}) as versions`

/** The columns of a `CourseView` (server/cache.ts) for the person of roster row `r`, with `v` of its course. */
export const courseViewColumns = sql`
  r.course_id as "courseId", case r.role when 'student' then 'student' else 'staff' end as audience, ${versionsColumn}`
