import { type RawBuilder, sql } from 'kysely'
import type { Grades } from '../../contract/staff/gradebook.ts'
import { type AllowanceRow, allowancesOfPerson, dueFor, inAssignment } from '../assignments/allowances.ts'
import type { Db } from '../db/database.ts'
import { isOut } from '../publishing/out.ts'

/*
 * From when a person's empty cell counts as nought in the column of an assignment: not before the work is due for them,
 * and never while the work waits for its grade, because then it is not missing, or while students do not see the
 * assignment, because then nobody could hand it in.
 */

/** A column with such a date, and its assignment; times are PostgreSQL's text. */
interface ZeroRow {
  gradable_id: string
  /** Everybody's terms. */
  zero_from: string
  id: string
  grouping_id: string | null
  due_at: string | null
  time_limit: number | null
  zone: string
}

/** These columns of a course, each with what `more` selects of its assignment `a`. */
const zeroRows = (courseId: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(z), '[]') from (
    select g.id as gradable_id, g.zero_from, a.id, a.grouping_id, a.due_at, a.time_limit, c.zone, ${more}
    from gradables g
    join assignments a on a.course_id = g.course_id and a.id = g.assignment_id
    join courses c on c.id = g.course_id
    where g.course_id = ${courseId} and g.zero_from is not null and not g.final and g.deleted_at is null) z)`

function zeroFor({ zero_from, due_at, ...assignment }: ZeroRow, allowances: AllowanceRow[] | null): string {
  const rows = inAssignment(allowances, assignment)
  if (due_at === null || !rows?.length) return zero_from
  const everybodys = new Date(due_at)
  const due = dueFor({ ...assignment, due_at: everybodys }, rows)
  return due > everybodys && due > new Date(zero_from) ? due.toISOString() : zero_from
}

export interface OwnZeros {
  zeros: (ZeroRow & { handed_in: boolean })[]
  allowances: AllowanceRow[] | null
}

const handedIn = sql`exists (
  select from submission_people n
  where n.course_id = a.course_id and n.person_id = r.person_id and n.assignment_id = a.id) as handed_in`

/** For the person of roster row `r`. */
export const zeroColumns = sql`
  ${zeroRows(sql`r.course_id`, handedIn)} as zeros,
  case when exists (
    select from gradables g
    where g.course_id = r.course_id and g.assignment_id is not null and g.zero_from is not null and g.deleted_at is null)
  then ${allowancesOfPerson} end as allowances`

/** By column. Submitted work is never missing, with or without a grade: so nobody learns of an unreleased one. */
export const ownZeros = ({ zeros, allowances }: OwnZeros): Map<string, string | null> =>
  new Map(zeros.map((row) => [row.gradable_id, row.handed_in ? null : zeroFor(row, allowances)]))

interface ZerosOfCourse {
  zeros: (ZeroRow & { is_out: boolean; waiting: string[] | null })[]
  given: { person_id: string; allowances: AllowanceRow[] }[] | null
}

/**
 * Adds to the rows from when their empty cells count, where that differs from the column's date; also of cells with a
 * score, which staff may clear. A closed cell has none: whether its work waits would tell whose work was just graded.
 */
export async function putZeros(
  db: Db,
  courseId: string,
  { columns, rows }: Pick<Grades, 'columns' | 'rows'>,
): Promise<void> {
  const ids = columns.flatMap(({ assignment_id, zero_from }) => (zero_from === null ? [] : (assignment_id ?? [])))
  if (ids.length === 0) return
  const { rows: read } = await sql<ZerosOfCourse>`
    with waiting as materialized (
      select n.assignment_id, json_agg(distinct n.person_id) as people from submission_people n
      where n.course_id = ${courseId} and n.assignment_id = any(${ids}::uuid[]) and not exists (
        select from graded_works w
        where w.course_id = n.course_id and w.assignment_id = n.assignment_id and w.person_id = n.person_id)
      group by 1),
    given as materialized (
      select r.person_id, ${allowancesOfPerson} as allowances from roster r
      where r.course_id = ${courseId} and r.role = 'student')
    select
      ${zeroRows(sql`${courseId}::uuid`, sql`${isOut('a')} as is_out, (select w.people from waiting w where w.assignment_id = a.id) as waiting`)} as zeros,
      (select json_agg(given) from given where allowances is not null) as given`.execute(db)
  const { zeros, given } = read[0] as ZerosOfCourse
  const byId = new Map(rows.map((row) => [row._id, row]))
  for (const { is_out, waiting, ...zero } of zeros) {
    const place = columns.findIndex(({ _id }) => _id === zero.gradable_id)
    const put = (personId: string, from: () => string | null) => {
      const row = byId.get(personId)
      if (!row || row.cells[place] === 'closed') return
      const at = from()
      if (at !== undefined && at !== zero.zero_from) row.zero_from = { ...row.zero_from, [zero.gradable_id]: at }
    }
    for (const { person_id, allowances } of given ?? []) put(person_id, () => zeroFor(zero, allowances))
    for (const personId of is_out ? (waiting ?? []) : byId.keys()) put(personId, () => null)
  }
}
