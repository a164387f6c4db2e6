import { sql } from 'kysely'

/** Whether the person of roster row `r` may grade in course `c`. */
const mayGrade = sql`(r.role = 'instructor' or (r.role = 'assistant' and 'grade' = any(c.assistants_may)))`

/** Selects `person_id` of everyone who may grade in a course. */
export const gradersOf = (courseId: string) => sql`
  select r.person_id from roster r join courses c on c.id = r.course_id
  where r.course_id = ${courseId} and ${mayGrade}`

/** Whether the reader of activity `a` may grade in its course. */
export const isForGrader = sql`exists (
  select from roster r join courses c on c.id = r.course_id
  where r.course_id = a.course_id and r.person_id = a.person_id and ${mayGrade})`
