import { sql } from 'kysely'
import type { Feedback } from '../../contract/assignments.ts'
import type { Invitation } from '../../contract/groups.ts'
import { fixed } from '../db/fixed.ts'
import { invitation } from '../groups/queries.ts'
import { type AllowanceRow, allowancesOfPerson } from './allowances.ts'
import { isTyped } from './draftQueries.ts'
import { allowancesOfDrafter, begunAt, groupOf, ownerOf, usedBy } from './owner.ts'
import { isThis } from './queries.ts'
import { counted, latestFirst, type SubmissionRow, shownFeedback, submission } from './submissionQueries.ts'
import { submittedColumns } from './submitted.ts'
import type { Terms } from './terms.ts'

interface Taking {
  submitted_at: Date
  /** Absent: those of the person. */
  terms?: Terms
}

export interface LatestRow {
  assignment_id: string
  submitted_at: string
  feedback: Feedback | null
  /** The submission's id, if a group handed it in. */
  of_group: string | null
  /** The terms on which that work counts (terms.ts); absent: those of the person. */
  terms?: Terms
  /** The attempts that take late days of a bank; absent: none is late, by everybody's date (workTerms.ts). */
  taking?: Taking[]
}

/** A person's own data in all assignments of a course. */
export interface WorkRow {
  /** The person's group in each grouping. */
  groups: Record<string, { id: string; name: string }>
  /** The latest submission in each assignment that counts for the person. */
  latest: LatestRow[]
  /** The ids of the assignments with a draft of the person that is not handed in, joined as in `Submitted`. */
  typed: string | null
  /** The person's allowances in all assignments. */
  allowances: AllowanceRow[] | null
}

/** The columns of `WorkRow`, for the person and the course of roster row `r`. */
export const workColumns = fixed(sql`
  (select coalesce(json_object_agg(g.grouping_id, json_build_object('id', g.id, 'name', g.name)), '{}')
    from group_members m join groups g on g.course_id = m.course_id and g.id = m.group_id
    where m.course_id = r.course_id and m.person_id = r.person_id) as groups,
  (select coalesce(json_agg(json_build_object('assignment_id', s.assignment_id,
      'submitted_at', s.submitted_at, 'feedback', ${shownFeedback(sql`r.person_id`)},
      'of_group', case when s.owner_id <> r.person_id then s.id end)), '[]')
    from (
      select distinct on (n.assignment_id) s.course_id, s.id, s.assignment_id, s.submitted_at, s.owner_id
      from ${counted} where n.course_id = r.course_id and n.person_id = r.person_id
      order by n.assignment_id, ${latestFirst}) s) as latest,
  (select string_agg(d.assignment_id::text, ',') from drafts d
    where d.course_id = r.course_id and ${isTyped} and d.owner_id in (
      select r.person_id union all
      select m.group_id from group_members m where m.course_id = r.course_id and m.person_id = r.person_id)) as typed,
  ${allowancesOfPerson} as allowances`)

/** What of `WorkRow` says when something is due, and whether it is handed in. */
export const dueColumns = fixed(sql`${submittedColumns()}, ${allowancesOfPerson} as allowances`)

const theirGroup = sql<string>`coalesce(g.name, k.name, '')`

/** A person's own data in one assignment. */
export interface OwnRow {
  group: string
  owner_id: string | null
  /** How many attempts the owner has made. */
  used: number
  /** The owner of the draft: the owner of the work, or the person while they are in no group. */
  drafter_id: string
  /** When the next attempt began, as PostgreSQL's text; null: it has not begun, or has no time limit. */
  begun: string | null
  /** The other members of the group. */
  others: string[]
  /** The invitation, while the group waits for the person to accept. */
  invitation: Invitation | null
  /** The allowances of the person, or of their group. */
  allowances: AllowanceRow[] | null
  /** The latest submission that counts for the person. */
  submission: SubmissionRow | null
}

/** The column of `OwnRow`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const ownColumns = (id: string) => sql`
  (select json_build_object('group', ${theirGroup}, 'owner_id', ${ownerOf(sql`r.person_id`)}, 
    'used', ${usedBy(ownerOf(sql`r.person_id`))}, 'drafter_id', coalesce(m.group_id, r.person_id),
    'begun', ${begunAt(ownerOf(sql`r.person_id`), sql`${usedBy(ownerOf(sql`r.person_id`))} + 1`)},
    'others', case when a.time_limit is null then '[]' else (
      select coalesce(json_agg(o.person_id), '[]') from group_members o
      where o.course_id = m.course_id and o.group_id = m.group_id and o.person_id <> r.person_id) end,
    'invitation', case when m.person_id is not null and m.accepted_at is null then ${invitation} end,
    'allowances', ${allowancesOfDrafter},
    'submission', (
      select ${submission(sql`r.person_id`)} from ${counted}
      where n.course_id = a.course_id and n.person_id = r.person_id and n.assignment_id = a.id
      order by ${latestFirst} limit 1))
    from assignments a ${groupOf(sql`r.person_id`)} where ${isThis(sql`r.course_id`, id)}) as mine`
