import { sql } from 'kysely'
import type { RosterPerson } from '../../contract/courses.ts'
import { mostSchedules } from '../../contract/schedules.ts'
import type { PersonPage } from '../../contract/staff/people.ts'
import {
  type AllowanceRow,
  allowancesOfPerson,
  allowancesOfWork,
  type DatesRow,
  datesOf,
  inAssignment,
  termsFor,
} from '../assignments/allowances.ts'
import { dates } from '../assignments/queries.ts'
import { extendedIn } from '../assignments/shown.ts'
import { counted, latestFirst } from '../assignments/submissionQueries.ts'
import { isLate } from '../assignments/terms.ts'
import { attendanceOfPerson } from '../attendance/queries.ts'
import { changesOfPerson } from '../changes/queries.ts'
import type { Db } from '../db/database.ts'
import { fixed } from '../db/fixed.ts'
import { found } from '../errors.ts'
import { isClosed } from '../gradebook/closed.ts'
import { placeFields } from '../roster/queries.ts'
import { personJson } from '../users/person.ts'
import { noAccommodations } from './accommodations.ts'

/** More assignments, columns or groupings than a course has. */
const MOST = 500

type Work = PersonPage['assignments'][number]

interface Row extends Omit<PersonPage, 'person' | 'accommodations' | 'assignments'> {
  person: RosterPerson
  accommodations: PersonPage['accommodations'] | null
  work: WorkRow[]
  allowances: AllowanceRow[] | null
}

interface WorkRow extends DatesRow, Pick<Work, 'submitted' | 'attempts' | 'score' | 'exception'> {
  id: string
  name: string
  grouping_id: string | null
  most: number
  /** The allowances of everybody for whom a group's work counts; null: none, or no group handed it in. */
  allowances_then: AllowanceRow[] | null
  /** Whether a group handed the work in. */
  of_group: boolean
}

const timeOf = ({ assignment_due: due }: Work) => (due ? Date.parse(String(due)) : Number.MAX_SAFE_INTEGER)

/** An assignment for this person. */
function shownWork(row: WorkRow, allowances: AllowanceRow[] | null): Work {
  const { id, name, most, publish_at, submitted, attempts, score, exception } = row
  const own = inAssignment(allowances, row)
  const terms = termsFor(datesOf(row), own)
  // Work of a group counts on the terms of everybody for whom it counts, whoever is in the group by now.
  const then = row.of_group ? termsFor(datesOf(row), row.allowances_then) : terms
  const extended = extendedIn(terms, own?.some(({ grouping_id }) => grouping_id !== null) ?? false)
  return {
    ...{ _id: id, assignment_name: name, assignment_score: most, assignment_due: terms.due?.toISOString() ?? null },
    ...{ publish_at, submitted, late: submitted !== null && isLate(then, new Date(submitted)), attempts, score },
    ...{ ...extended, exception },
  }
}

/** Everything about a person who is or was on the course. Times are PostgreSQL's text within JSON. Throws not_found. */
export async function getPersonPage(db: Db, courseId: string, personId: string, now: Date) {
  const { rows } = await readPage(db, courseId, personId, now)
  const { work, allowances, accommodations, ...page } = found(rows[0])
  return {
    ...page,
    assignments: work.map((row) => shownWork(row, allowances)).sort((a, b) => timeOf(a) - timeOf(b)),
    accommodations: accommodations ?? noAccommodations,
  }
}

/** The part for an assistant who does not grade. */
export const withoutScores = (page: Awaited<ReturnType<typeof getPersonPage>>) => ({
  ...page,
  assignments: page.assignments.map((one) => ({ ...one, score: null })),
  scores: page.scores.map((one) => ({ ...one, score: null })),
})

/** The page of the person of roster row `r`, without attendance and history. */
const columns = fixed(sql`
  (select coalesce(json_agg(w), '[]') from (
    select a.id, a.name, a.grouping_id, a.score as most, ${dates},
      l.submitted_at as submitted, coalesce(l.attempts, 0) as attempts, coalesce(l.owner_id <> r.person_id, false) as of_group,
      case when l.owner_id <> r.person_id then (
        select ${allowancesOfWork} from submissions s where s.course_id = a.course_id and s.id = l.id) end as allowances_then,
      -- Of the attempt that counts; a score that its grader gave without a name would say whose it is.
      case when not ${isClosed(sql`a.id`, sql`r.person_id`)} then k.score end as score,
      (select json_build_object('_id', e.id, 'revision', e.revision, 'due', e.due_at, 'closes', e.closes_at,
          'attempts', e.extra_attempts, 'minutes', e.extra_minutes, 'reason', e.reason)
        from exceptions e
        where e.course_id = a.course_id and e.assignment_id = a.id and e.person_id = r.person_id) as exception
    from assignments a join courses c on c.id = a.course_id
    left join lateral (
      select s.id, s.owner_id, s.submitted_at, count(*) over ()::int as attempts from ${counted}
      where n.course_id = a.course_id and n.person_id = r.person_id and n.assignment_id = a.id
      order by ${latestFirst} limit 1) l on true
    left join graded_works k
      on k.course_id = a.course_id and k.assignment_id = a.id and k.person_id = r.person_id
    where a.course_id = r.course_id and a.deleted_at is null
    order by a.due_at nulls last, a.id limit ${sql.lit(MOST)}) w) as work,
  ${allowancesOfPerson} as allowances,
  (select coalesce(json_agg(g), '[]') from (
    select g.id as _id, g.name as gradable_name, g.score as gradable_score,
      -- As in the gradebook, released or not, but no score that was given without a name.
      case when e.excused is not true then coalesce(
        case when not ${isClosed(sql`g.assignment_id`, sql`r.person_id`)} then w.score end, s.score, e.score, t.score) end as score
    from gradables g left join graded_works w
      on w.course_id = g.course_id and w.assignment_id = g.assignment_id and w.person_id = r.person_id
    left join scores s
      on s.course_id = g.course_id and s.gradable_id = g.id and s.person_id = r.person_id
    left join entries e
      on e.course_id = g.course_id and e.gradable_id = g.id and e.person_id = r.person_id
    left join attendance_scores t
      on t.course_id = g.course_id and t.gradable_id = g.id and t.person_id = r.person_id
    where g.course_id = r.course_id and g.deleted_at is null and not exists (
      select from assignments x where x.course_id = g.course_id and x.id = g.assignment_id and x.deleted_at is not null)
    order by g.position, g.id limit ${sql.lit(MOST)}) g) as scores,
  (select coalesce(json_agg(g), '[]') from (
    select g.id as _id, g.name, k.id as grouping_id, k.name as grouping_name
    from group_members m
    join groups g on g.course_id = m.course_id and g.id = m.group_id
    join groupings k on k.course_id = g.course_id and k.id = g.grouping_id and k.deleted_at is null
    where m.course_id = r.course_id and m.person_id = r.person_id order by k.name, k.id limit ${sql.lit(MOST)}) g) as groups,
  (select count(*)::int from posts p
    where p.course_id = r.course_id and p.author_id = r.person_id and p.deleted_at is null
      and p.withdrawn_at is null)
  + (select count(*)::int from comments p
    where p.course_id = r.course_id and p.author_id = r.person_id and p.deleted_at is null
      and p.withdrawn_at is null) as posts,
  (select json_build_object('time_percent', m.time_percent, 'extra_days', m.extra_days, 'note', m.note,
      'revision', m.revision)
    from accommodations m where m.course_id = r.course_id and m.person_id = r.person_id) as accommodations`)

const readPage = (db: Db, courseId: string, personId: string, now: Date) =>
  sql<Row>`
    with r as (
      select course_id, person_id, role, section, joined_at, revision, null::timestamptz as removed_at
      from roster where course_id = ${courseId} and person_id = ${personId}
      union all
      select course_id, person_id, role, section, joined_at, revision, removed_at
      from roster_removed where course_id = ${courseId} and person_id = ${personId}
      limit 1)
    select ${personJson(placeFields)} as person, r.removed_at,
      (select max(seen_at) from sessions s where s.person_id = r.person_id) as last_seen,
      (select coalesce(json_agg(c order by c.schedule_start), '[]') from (
        select s.id as _id, s.name as schedule_name, s.start_at as schedule_start, t.code as attendance,
          coalesce(t.excused, false) as excused
        from schedules s left join ${attendanceOfPerson} t on t.schedule_id = s.id
        where s.course_id = r.course_id and s.deleted_at is null and not s.cancelled
          and (s.start_at <= ${now} or t.code is not null)
        order by s.start_at desc limit ${mostSchedules}) c) as attendance,
      ${columns},
      ${changesOfPerson(courseId, personId)} as changes
    from r join people u on u.id = r.person_id and u.removed_at is null`.execute(db)
/** The name of a person who is or was on the course. Throws not_found. */
export async function getName(db: Db, courseId: string, personId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(p.first || ' ' || p.last) as name from people p
    where p.id = ${personId} and p.removed_at is null and (
      exists (select from roster r where r.course_id = ${courseId} and r.person_id = p.id)
      or exists (select from roster_removed r where r.course_id = ${courseId} and r.person_id = p.id))`.execute(db)
  return found(rows[0]).name
}
