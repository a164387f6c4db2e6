import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { fixed } from '../db/fixed.ts'
import { type Allowance, type Dates, dueOf, isLate, type Terms, termsOf } from './terms.ts'

/*
 * Exceptions and accommodations of the people who hand in, beside the terms that an assignment gives everybody
 * (terms.ts). Each call reads them with the person's other data; no cache keeps them.
 */

type Expression = RawBuilder<unknown>

/** An allowance as the database returns it: its times are PostgreSQL's text. */
export interface AllowanceRow {
  kind: Allowance['kind']
  /** Absent: the allowance is an accommodation. */
  id: string | null
  person_id: string | null
  /** The grouping in which the person hands in with others; null: the person hands in alone. */
  grouping_id: string | null
  /** Null: the allowance holds in the whole course. */
  assignment_id: string | null
  due_at: string | null
  closes_at: string | null
  extra_attempts: number
  extra_minutes: number
  time_percent: number
  extra_days: number
}

/**
 * Whether a course gives anybody anything. Without `exists`, because PostgreSQL may turn that into one list of all
 * courses.
 */
const hasAllowances = (courseId: Expression) => sql`coalesce(
  (select true from exceptions t where t.course_id = ${courseId} limit 1),
  (select true from accommodations t where t.course_id = ${courseId} limit 1), false)`

/**
 * The allowances of all rows of `w` (grouping_id, group_id, person_id, section), in one assignment or in each; those of
 * a group once for each member, which does not change its terms. In a course without allowances this costs two looks into
 * an index.
 */
export const allowancesOf = (courseId: Expression, w: Expression, assignmentId?: Expression) => {
  const asked = assignmentId ? sql`e.assignment_id = ${assignmentId}` : sql`true`
  // By the given course and not by `w`, so that a cluster knows where the rows are. In one lateral, each is a look-up by
  // `w`: joined one by one, PostgreSQL would rather read those of the whole assignment or course each time. Where the
  // types of all branches are the same, it begins them as one.
  const exceptions = (kind: string, isTheirs: Expression, personId: Expression) => sql`
    select ${personId} as person_id, ${sql.lit(kind)} as kind, e.id, e.assignment_id, e.due_at, e.closes_at,
      e.extra_attempts, e.extra_minutes, 100::smallint as time_percent, 0::smallint as extra_days
    from exceptions e where e.course_id = ${courseId} and ${asked} and ${isTheirs}`
  return sql`
  case when ${hasAllowances(courseId)}
  then (
    select json_agg(f) from (
      select w.grouping_id, given.* from (${w}) w cross join lateral (
        ${exceptions('person', sql`e.person_id = w.person_id`, sql`w.person_id`)}
        union all ${exceptions('section', sql`e.section = w.section`, sql`w.person_id`)}
        union all ${exceptions('group', sql`e.group_id = w.group_id`, sql`null`)}
        union all
        select w.person_id, 'accommodation', null, null, null, null, 0::smallint, 0::smallint, own.time_percent, own.extra_days
        from accommodations own where own.course_id = ${courseId} and own.person_id = w.person_id
          and (own.time_percent > 100 or own.extra_days > 0)) given) f) end`
}

/**
 * Whether group member `fellow` counts for the group's terms: not before they accept, except for themselves. Otherwise a
 * student who only names somebody would learn what that person has.
 */
const isIn = (personId: Expression) => sql`(fellow.accepted_at is not null or fellow.person_id = ${personId})`

/** For the person of roster row `r` and their groups, in all assignments. */
export const allowancesOfPerson = fixed(
  allowancesOf(
    sql`r.course_id`,
    sql`
    select null::uuid as grouping_id, null::uuid as group_id, r.person_id, r.section
    union all
    select fellow.grouping_id, fellow.group_id, fellow.person_id, place.section
    from group_members m
    join group_members fellow on fellow.course_id = m.course_id and fellow.group_id = m.group_id
    join roster place on place.course_id = fellow.course_id and place.person_id = fellow.person_id
    where m.course_id = r.course_id and m.person_id = r.person_id and ${isIn(sql`r.person_id`)}`,
  ),
)

/** The section of a person on the course, or off it. */
const sectionOf = (courseId: Expression, personId: Expression) => sql`coalesce(
  (select place.section from roster place where place.course_id = ${courseId} and place.person_id = ${personId}),
  (select gone.section from roster_removed gone where gone.course_id = ${courseId} and gone.person_id = ${personId}))`

/** For a person in one assignment: in their group, if they are in one; `ownerId`: the group, or the person. */
export const allowancesOfOwner = (
  courseId: Expression,
  { ownerId, personId }: { ownerId: Expression; personId: Expression },
  assignmentId: Expression,
) =>
  allowancesOf(
    courseId,
    sql`
    select null::uuid as grouping_id, null::uuid as group_id, ${ownerId} as person_id, ${sectionOf(courseId, ownerId)} as section
    union all
    select null, fellow.group_id, fellow.person_id, place.section
    from group_members fellow join roster place on place.course_id = fellow.course_id and place.person_id = fellow.person_id
    where fellow.course_id = ${courseId} and fellow.group_id = ${ownerId} and ${isIn(personId)}`,
    assignmentId,
  )

/**
 * For submission `s`: of everybody who was in the group when it handed that in, also when they are in another group or off
 * the course by now. So work that was in time stays so for the others, and who comes in later brings no days for it.
 */
export const allowancesOfWorkIn = (courseId: Expression) =>
  allowancesOf(
    courseId,
    sql`
    select null::uuid as grouping_id, s.owner_id as group_id, n.person_id, ${sectionOf(courseId, sql`n.person_id`)} as section
    from submission_people n where n.course_id = ${courseId} and n.submission_id = s.id and not n.came_later`,
    sql`s.assignment_id`,
  )
export const allowancesOfWork = fixed(allowancesOfWorkIn(sql`s.course_id`))

/**
 * The allowances of works, by work, for those that are late by everybody's date. Other works have no
 * penalty that an allowance could change, and a large statement is slow to begin even where it finds nothing. @param
 * terms everybody's
 */
export async function findLateAllowances(
  db: Db,
  { course_id: courseId, terms }: { course_id: string; terms: Terms },
  works: { id: string; submitted_at: Date | string }[],
): Promise<Map<string, AllowanceRow[] | null>> {
  const late = works.filter(({ submitted_at }) => isLate(terms, new Date(submitted_at))).map(({ id }) => id)
  return findAllowancesOf(db, courseId, late)
}

/** The allowances of works, by work. */
export async function findAllowancesOf(
  db: Db,
  courseId: string,
  works: string[],
): Promise<Map<string, AllowanceRow[] | null>> {
  if (works.length === 0) return new Map()
  const { rows } = await sql<{ id: string; allowances: AllowanceRow[] | null }>`
    select s.id, ${allowancesOfWork} as allowances
    from submissions s where s.course_id = ${courseId} and s.id = any(${works}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, allowances }) => [id, allowances]))
}

/**
 * The terms of everybody together: no student or group has a later date than these. Made of all exceptions of the
 * assignment and of the accommodations of the course.
 */
export async function findLatestTerms(db: Db, a: Dates & { course_id: string; id: string }): Promise<Terms> {
  const courseId = sql`${a.course_id}::uuid`
  const assignmentId = sql`${a.id}::uuid`
  const all = sql`
    select null::uuid as grouping_id, e.group_id, e.person_id, e.section
    from exceptions e where e.course_id = ${courseId} and e.assignment_id = ${assignmentId}
    union all
    select null, null, r.person_id, r.section
    from accommodations g join roster r on r.course_id = g.course_id and r.person_id = g.person_id
    where g.course_id = ${courseId}`
  const { rows } = await sql<{ allowances: AllowanceRow[] | null }>`
    select ${allowancesOf(courseId, all, assignmentId)} as allowances`.execute(db)
  return termsFor(a, rows[0]?.allowances ?? null)
}

const time = (text: string | null) => (text === null ? null : new Date(text))

/** The dates of an assignment in JSON: its times are PostgreSQL's text. */
export type DatesRow = Omit<Dates, 'publish_at' | 'due_at' | 'closes_at'> &
  Record<'publish_at' | 'due_at' | 'closes_at', string | null>

export const datesOf = (row: DatesRow): Dates => ({
  ...row,
  ...{ publish_at: time(row.publish_at), due_at: time(row.due_at), closes_at: time(row.closes_at) },
})

function toAllowance(row: AllowanceRow): Allowance {
  const { kind, id, person_id, due_at, closes_at, extra_attempts, extra_minutes, time_percent, extra_days } = row
  if (kind === 'accommodation') return { kind, person_id: person_id ?? '', time_percent, extra_days }
  const dates = { due_at: time(due_at), closes_at: time(closes_at) }
  return { kind, id: id ?? '', person_id, ...dates, extra_attempts, extra_minutes }
}

/** The terms of an owner with these allowances. */
export const termsFor = (a: Dates, rows: AllowanceRow[] | null, usedDays = 0): Terms =>
  termsOf(a, rows?.map(toAllowance), usedDays)

/**
 * Of a person's allowances in all assignments, those that count in this one. The person's own allowances are also
 * repeated for each of their groups: for a grouping without a row, the person is in no group or has no allowance.
 */
export function inAssignment(
  rows: AllowanceRow[] | null,
  { id, grouping_id }: { id: string; grouping_id: string | null },
): AllowanceRow[] | null {
  const all = rows?.filter(({ assignment_id }) => assignment_id === null || assignment_id === id)
  const ofGroup = all?.filter((row) => row.grouping_id === grouping_id)
  return (ofGroup?.length ? ofGroup : all?.filter((row) => row.grouping_id === null)) ?? null
}

/** The due date of an assignment for a person with these allowances. */
export const dueFor = (a: Pick<Dates, 'time_limit' | 'zone'> & { due_at: Date }, rows: AllowanceRow[]): Date =>
  dueOf(a, rows.map(toAllowance)) ?? a.due_at
