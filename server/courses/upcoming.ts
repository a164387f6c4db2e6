import { type Kysely, type RawBuilder, sql } from 'kysely'
import { mostUpcoming, type UpcomingEvent } from '../../contract/courses.ts'
import { contract } from '../../contract/index.ts'
import { extraMinutesMost } from '../../contract/staff/exceptions.ts'
import { timeLimitMost } from '../../contract/staff/questions.ts'
import type { Role } from '../access/rules.ts'
import { type AllowanceRow, allowancesOfPerson, dueFor, inAssignment } from '../assignments/allowances.ts'
import { handsIn } from '../assignments/rules.ts'
import { isSubmitted, type Submitted, submittedColumns } from '../assignments/submitted.ts'
import type { CourseView } from '../cache.ts'
import { askBatched } from '../db/batch.ts'
import { courseViewColumns } from '../db/courseView.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { isOut } from '../publishing/out.ts'
import { signedAddress } from '../uploads/location.ts'
import { type Picture, pictureOf } from './picture.ts'

/** An upcoming event of a course. */
interface Ahead {
  course_id: string
  /** in ms */
  at: number
  /** The order of events at the same instant. */
  order: string
  /** Absent: the event is no assignment. */
  assignment?: { id: string; grouping_id: string | null; due_at: Date; time_limit: number | null; zone: string }
  picture: Picture | null
  event: UpcomingEvent
}

/** The most events of one kind in one course; more is a mistake. */
const MOST_AHEAD = 500

/**
 * How much later the accommodations of a course make the due date of an assignment with this time limit, or the date in
 * an exception, at most: a day more than their days, because a day may have 25 hours.
 */
const mostLater = (courseId: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`coalesce((
    select max((g.extra_days + 1) * interval '1 day' + ${limit} * (g.time_percent - 100) / 100 * interval '1 minute')
    from accommodations g where g.course_id = ${courseId}), interval '0')`

/**
 * Whether assignment `a` may still be open for somebody after its due date; an assignment without a due date is never
 * due.
 */
const isAheadForSome = (now: Date) => sql`
  a.due_at is not null and greatest(a.due_at, (
      select max(coalesce(e.due_at, a.due_at + e.extra_minutes * interval '1 minute'))
      from exceptions e where e.course_id = a.course_id and e.assignment_id = a.id))
    + ${mostLater(sql`a.course_id`, sql`coalesce(a.time_limit, 0)`)} >= ${now}`

const findAhead = async (db: Kysely<DB>, courseIds: string[], now: Date): Promise<Ahead[]> => {
  interface Row extends Omit<UpcomingEvent, 'datetime'> {
    id: string
    grouping_id: string | null
    time_limit: number | null
    zone: string
    picture: Picture | null
    datetime: Date
  }
  const { rows } = await sql<Row>`
    select e.*, c.id as course_id, c.code as course_code, c.name as course_name, c.img as course_image, ${pictureOf}, c.zone
    from courses c
    cross join lateral (
      (select 'assignment' as type, a.id, a.name as title, a.due_at as datetime,
          '/course/' || a.course_id || '/assignments/' || a.id || '/preview' as location, '' as place, a.grouping_id, a.time_limit
        from assignments a
        where a.course_id = c.id and ${isOut('a')} and (a.due_at >= ${now} or ${isAheadForSome(now)})
        order by a.due_at desc limit ${MOST_AHEAD})
      union all
      (select 'schedule', id, name, start_at, '/course/' || course_id || '/schedule', location, null, null
        from schedules where course_id = c.id and deleted_at is null and not cancelled and start_at >= ${now}
        order by start_at limit ${MOST_AHEAD})
      union all
      (select 'schedule', id, title, start_at, '/course/' || course_id || '/meeting/' || id || '/preview', '', null, null
        from meetings m where course_id = c.id and ${isOut('m')} and start_at >= ${now}
        order by start_at limit ${MOST_AHEAD})
    ) e
    where c.id = any(${courseIds}) and c.archived_at is null`.execute(db)
  return rows.map(({ id, picture, grouping_id, time_limit, zone, datetime: at, ...event }) => ({
    picture,
    course_id: event.course_id,
    at: at.getTime(),
    order: `${event.course_code} ${event.title}`,
    ...(event.type === 'assignment' && { assignment: { id, grouping_id, due_at: at, time_limit, zone } }),
    event: { ...event, datetime: at.toISOString() },
  }))
}

/**
 * Whether the course of roster row `r` may have anything due, by anybody's terms: courses of past semesters have
 * nothing.
 */
const anyAhead = (now: Date) => {
  const since = sql`${now}::timestamptz - ${mostLater(sql`r.course_id`, sql.lit(timeLimitMost))}`
  const mostMinutes = sql`case when exists (select from exceptions m where m.course_id = r.course_id)
    then ${sql.lit(extraMinutesMost)} else 0 end`
  return sql`(
  exists (select from assignments a where a.course_id = r.course_id and a.deleted_at is null
    and a.due_at >= ${since} - ${mostMinutes} * interval '1 minute')
  or exists (select from exceptions e where e.course_id = r.course_id and e.due_at >= ${since}))`
}

/**
 * The next events in a person's courses, by their own due dates. An assignment counts until the person or their group
 * has submitted it, and for students only.
 */
export const findUpcoming = async (
  { db, cache, fileKey }: Pick<Deps, 'db' | 'cache' | 'fileKey'>,
  personId: string,
  now: Date,
): Promise<UpcomingEvent[]> => {
  const places = await askBatched(
    db,
    sql<CourseView & Submitted & { role: Role; allowances: AllowanceRow[] | null }>`
    with r as materialized (
      select r.*, ${anyAhead(now)} as ahead from roster r where r.person_id = ${personId}::uuid)
    select ${courseViewColumns}, r.role, ${submittedColumns(sql`r.ahead`)}, case when r.ahead then ${allowancesOfPerson} end as allowances
    from r`,
  )
  const lists = await cache.rows(contract.courses.upcoming, places, (ids) => findAhead(db, ids, now))
  return places
    .flatMap((place, i) => {
      const isTheirs = (id: string) => handsIn(place.role) && !isSubmitted(place, id)
      return (lists[i] ?? [])
        .filter(({ assignment }) => !assignment || isTheirs(assignment.id))
        .map((ahead) => onOwnTerms(ahead, place.allowances))
        .filter(({ at }) => at >= now.getTime())
    })
    .sort((a, b) => a.at - b.at || (a.order < b.order ? -1 : 1))
    .slice(0, mostUpcoming)
    .map(({ event, picture }) => (picture ? { ...event, course_image: signedAddress(fileKey, picture, now) } : event))
}

function onOwnTerms(ahead: Ahead, allowances: AllowanceRow[] | null): Ahead {
  const { assignment, event } = ahead
  if (!assignment) return ahead
  const rows = inAssignment(allowances, assignment)
  if (!rows?.length) return ahead
  const due = dueFor(assignment, rows)
  return { ...ahead, at: due.getTime(), event: { ...event, datetime: due.toISOString() } }
}
