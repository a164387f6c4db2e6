/*
 * The owner of work in an assignment, in SQL: a person, or their group. A student's own data are columns beside a row
 * `r` of the roster, so that the access check reads them in its statement.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { fixed } from '../db/fixed.ts'
import { found } from '../errors.ts'
import { allowancesOfOwner } from './allowances.ts'

/** An assignment, and a person who works on it. */
export interface Mine {
  courseId: string
  assignmentId: string
  personId: string
}

/** Reads such columns of a person again. Throws not_found for a person who is not on the course. */
export async function getOwn<Own>(
  db: Db,
  { courseId, personId }: Omit<Mine, 'assignmentId'>,
  columns: RawBuilder<unknown>,
): Promise<Own> {
  const { rows } = await sql<Own>`
    select ${columns} from roster r where r.course_id = ${courseId} and r.person_id = ${personId}`.execute(db)
  return found(rows[0])
}

/** Joins assignment `a` with its grouping `k` and the person's group `g` in it. */
export const groupOf = (personId: string | RawBuilder<unknown>) => sql`
  left join groupings k on k.course_id = a.course_id and k.id = a.grouping_id
  left join group_members m
    on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = ${personId}
  left join groups g on g.course_id = m.course_id and g.id = m.group_id`

/** The owner of work in `a`: the person, or their group; null when they are in no group. */
export const ownerOf = (personId: string | RawBuilder<unknown>) =>
  sql`case when a.grouping_id is null then ${personId}::uuid else m.group_id end`

/**
 * One row while the person is in the group, for a statement that works for it. Until that ends, the person cannot leave the
 * group, nobody can join it (migration 018), and nobody can remove it (migration 162).
 */
export const inGroup = ({
  courseId,
  groupId,
  personId,
}: {
  courseId: string
  groupId: string
  personId: string
}) => sql`(
  select from group_members m join groups g on g.course_id = m.course_id and g.id = m.group_id
  where m.course_id = ${courseId} and m.group_id = ${groupId} and m.person_id = ${personId}
  for key share of m for share of g) as member`

/** The owner of a draft: the person's group, or the person. */
export const drafterOf = (personId: string) => sql`
  coalesce((select m.group_id from group_members m
    where m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = ${personId}), ${personId}::uuid)`

/** When an owner began attempt `n` of `a`; null: the owner has not, or `a` has no time limit. */
export const begunAt = (ownerId: RawBuilder<unknown>, n: RawBuilder<unknown>) => sql`
  case when a.time_limit is not null then (
    select b.started_at from attempt_starts b
    where b.course_id = a.course_id and b.assignment_id = a.id and b.owner_id = ${ownerId} and b.attempt = ${n}) end`

/** How many attempts of `a` an owner has made. */
export const usedBy = (ownerId: RawBuilder<unknown>) => sql`(
  select coalesce(max(s.attempt), 0) from submissions s
  where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerId})`

/** The allowances in assignment `a` of the person of roster row `r`, or of their group `m`. */
export const allowancesOfDrafter = fixed(
  allowancesOfOwner(
    sql`a.course_id`,
    { ownerId: sql`coalesce(m.group_id, r.person_id)`, personId: sql`r.person_id` },
    sql`a.id`,
  ),
)
