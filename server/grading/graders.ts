import { sql } from 'kysely'

/** Selects `person_id` of everyone who may grade in a course. */
export const gradersOf = (courseId: string) => sql`
  select r.person_id from roster r join courses c on c.id = r.course_id
  where r.course_id = ${courseId}
    and (r.role = 'instructor' or (r.role = 'assistant' and 'grade' = any(c.assistants_may)))`
