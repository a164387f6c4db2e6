import { sql } from 'kysely'

/* Whether a person has handed something in. */

export interface Submitted {
  /**
   * The assignments with a submission that counts for the person. As one text, because there are hundreds in all
   * courses of a person, and JSON costs as much again as finding them.
   */
  submitted: string | null
}

/** The columns of `Submitted`, for the person and the course of roster row `r`; null where `asked` is false. */
export const submittedColumns = (asked = sql`true`) => sql`
  case when ${asked} then (
    select string_agg(assignment_id::text, ',') from (
      select distinct assignment_id from submission_people
      where course_id = r.course_id and person_id = r.person_id) handed_in) end as submitted`

export const isSubmitted = ({ submitted }: Submitted, assignmentId: string): boolean =>
  submitted?.includes(assignmentId) ?? false
