import { sql } from 'kysely'

/* Whether something has been handed in. */

/** Whose hands an assignment is in. */
export interface Assigned {
  id: string
  /** Null: each person hands in their own. */
  grouping_id: string | null
}

export interface Done {
  /** The person's group in each grouping of the course. */
  groups: Record<string, string>
  /**
   * `<assignment> <owner>` of each submission that is the person's or one of these groups'. One text, because there are
   * hundreds in all courses of a person, and JSON costs as much again as finding them.
   */
  done: string | null
}

/** Whose submissions are those of the person in roster row `r`: theirs and their groups'. */
export const owners = sql`
  (r.person_id || array(select group_id from group_members where course_id = r.course_id and person_id = r.person_id))`

/** The columns of `Done`, for the person and the course of roster row `r`; nothing is done where `asked` does not hold. */
export const doneColumns = (asked = sql`true`) => sql`
  (select coalesce(json_object_agg(grouping_id, group_id), '{}') from group_members
    where course_id = r.course_id and person_id = r.person_id) as groups,
  case when ${asked} then (
    select string_agg(assignment_id || ' ' || owner_id, ',') from submissions
    where course_id = r.course_id and attempt = 1 and owner_id = any(${owners})) end as done`

/** Of an assignment that a group hands in, only the group's own counts. */
export function isDone({ groups, done }: Done, personId: string, { id, grouping_id }: Assigned): boolean {
  const owner = grouping_id === null ? personId : groups[grouping_id]
  return done?.includes(`${id} ${owner}`) ?? false
}
