import { type RawBuilder, sql } from 'kysely'
import { byOwner } from '../assignments/submissionQueries.ts'
import type { Db } from '../db/database.ts'
import { countingFirst, isGraded } from '../grading/queries.ts'

/*
 * Closed cells: the assignment hides names, the person has handed in, and the grade is not released. A cell is closed
 * from handing in on, because one that closes when it is graded would tell whose work that was. See
 * docs/decisions/059-closed-cells-and-steps.md.
 */

/** The people with a closed cell, for the assignment of row `h` of `grading_settings`. */
const people = sql`
  select o.person_id from (
    select distinct on (n.person_id) n.person_id, f.show,
      bool_or(${isGraded} and not f.show) over (partition by n.person_id) as is_held
    from assignments a
    join submissions s on s.course_id = a.course_id and s.assignment_id = a.id
    join submission_people n on n.course_id = s.course_id and n.submission_id = s.id
    left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    where a.course_id = h.course_id and a.id = h.assignment_id
    order by n.person_id, ${byOwner} desc, ${countingFirst}) o
  where o.show is not true or o.is_held`

/** Whether the cell of a person in an assignment is closed, by the course of roster row `r`. */
export const isClosed = (assignmentId: RawBuilder<unknown>, personId: RawBuilder<unknown>) => sql`exists (
  select from grading_settings h cross join lateral (${people}) c
  where h.course_id = r.course_id and h.assignment_id = ${assignmentId} and h.hide_names and c.person_id = ${personId})`

/**
 * The closed cells as rows of `person_id` and `assignment_id`, for the assignments that the condition `of` on
 * `h.assignment_id` chooses.
 */
export const closedCells = (courseId: string, of: ReturnType<typeof sql>) => sql`
  select c.person_id, h.assignment_id from grading_settings h cross join lateral (${people}) c
  where h.course_id = ${courseId} and h.hide_names and ${of}`

/** With fewer scores in a column, their summary would tell whose they are. */
const LEAST = 5

/** The scores of closed cells, for numbers about a whole class: the students of the course or of one section. */
export async function findUnnamedScores(db: Db, courseId: string, section?: string): Promise<Map<string, number[]>> {
  const isAsked = section === undefined ? sql`true` : sql`r.section = ${section}`
  const { rows } = await sql<{ id: string; scores: number[] }>`
    select g.id, json_agg(w.score order by w.score) as scores
    from (${closedCells(courseId, sql`true`)}) c
    join gradables g on g.course_id = ${courseId} and g.assignment_id = c.assignment_id and g.deleted_at is null
    join graded_works w
      on w.course_id = ${courseId} and w.assignment_id = c.assignment_id and w.person_id = c.person_id
    join roster r on r.course_id = ${courseId} and r.person_id = c.person_id and r.role = 'student' and ${isAsked}
    group by g.id having count(*) >= ${LEAST}`.execute(db)
  return new Map(rows.map(({ id, scores }) => [id, scores]))
}
