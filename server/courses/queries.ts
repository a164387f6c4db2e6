import { type Kysely, sql } from 'kysely'
import { mostRoster, mostUpcoming, type UpcomingEvent } from '../../contract/courses.ts'
import { contract } from '../../contract/index.ts'
import type { Role } from '../access/rules.ts'
import { type Done, doneColumns, isDone } from '../assignments/done.ts'
import { handsIn } from '../assignments/rules.ts'
import type { CourseView } from '../cache.ts'
import { askBatched } from '../db/batch.ts'
import { courseViewColumns } from '../db/courseView.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { signedAddress } from '../uploads/location.ts'
import { type Picture, pictureOf } from './picture.ts'

interface Name {
  first: string
  last: string
}

/** The instructors of `c` whose account is there, in their order, as JSON of the given fields. */
const instructors = (fields: ReturnType<typeof sql>) => sql`
  (select coalesce(json_agg(json_strip_nulls(json_build_object(${fields})) order by i.position, p.last, p.id), '[]')
   from roster i join people p on p.id = i.person_id
   where i.course_id = c.id and i.role = 'instructor' and p.removed_at is null)`

export interface CourseRow {
  course_id: string
  name: string
  code: string
  img: string | null
  mooc: boolean
  academic_year: number
  semester: number
  instructors: Name[]
  picture: Picture | null
  cover: string | null
  archived: boolean
}

/** The courses that a person is on, of the latest semester first. */
export const findMyCourses = async (db: Kysely<DB>, personId: string): Promise<CourseView[]> => {
  const rows = await askBatched(
    db,
    sql<CourseView & { place: number }>`
    select ${courseViewColumns},
      row_number() over (order by c.academic_year desc, c.semester desc, c.code, c.id)::int as place
    from roster r join courses c on c.id = r.course_id
    where r.person_id = ${personId}::uuid
    order by place limit 500`,
  )
  return rows.sort((a, b) => a.place - b.place)
}

export const isArchived = async (db: Kysely<DB>, courseId: string): Promise<boolean> =>
  (await db
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('archived_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Whether a person is on a course. */
export const isOn = async (db: Kysely<DB>, courseId: string, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('roster')
    .select('role')
    .where('course_id', '=', courseId)
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined

/** What the cards of courses show. */
export const findCards = async (db: Kysely<DB>, courseIds: string[]): Promise<CourseRow[]> => {
  const { rows } = await sql<CourseRow>`
    select c.id as course_id, c.name, c.code, c.img, ${pictureOf}, c.cover, c.archived_at is not null as archived, c.mooc,
      c.academic_year, c.semester,
      ${instructors(sql`'first', p.first, 'last', p.last`)} as instructors
    from courses c where c.id = any(${courseIds})`.execute(db)
  return rows
}

/** What is ahead in a course. */
interface Ahead {
  course_id: string
  /** in ms */
  at: number
  /** The order of events at the same instant. */
  order: string
  /** Absent: no assignment. */
  assignmentId?: string
  picture: Picture | null
  event: UpcomingEvent
}

/** Of one kind in one course; more is a mistake. */
const MOST_AHEAD = 500

const findAhead = async (db: Kysely<DB>, courseIds: string[], now: Date): Promise<Ahead[]> => {
  interface Row extends Omit<UpcomingEvent, 'datetime'> {
    id: string
    picture: Picture | null
    datetime: Date
  }
  const { rows } = await sql<Row>`
    select e.*, c.id as course_id, c.code as course_code, c.name as course_name, c.img as course_image, ${pictureOf}
    from courses c
    cross join lateral (
      (select 'assignment' as type, id, name as title, due_at as datetime,
          '/course/' || course_id || '/assignments/' || id || '/preview' as location, '' as place
        from assignments where course_id = c.id and ${isOut('assignments')} and due_at >= ${now}
        order by due_at limit ${MOST_AHEAD})
      union all
      (select 'schedule', id, name, start_at, '/course/' || course_id || '/schedule', location
        from schedules where course_id = c.id and deleted_at is null and not cancelled and start_at >= ${now}
        order by start_at limit ${MOST_AHEAD})
      union all
      (select 'schedule', id, title, start_at, '/course/' || course_id || '/meeting/' || id || '/preview', ''
        from meetings m where course_id = c.id and ${isOut('m')} and start_at >= ${now}
        order by start_at limit ${MOST_AHEAD})
    ) e
    where c.id = any(${courseIds}) and c.archived_at is null`.execute(db)
  return rows.map(({ id, picture, ...event }) => ({
    picture,
    course_id: event.course_id,
    at: event.datetime.getTime(),
    order: `${event.course_code} ${event.title}`,
    ...(event.type === 'assignment' && { assignmentId: id }),
    event: { ...event, datetime: event.datetime.toISOString() },
  }))
}

/** Whether anything is to be handed in in the course of roster row `r`: in those of past semesters nothing is. */
const anyAhead = (now: Date) => sql`
  exists (select from assignments where course_id = r.course_id and deleted_at is null and due_at >= ${now}::timestamptz)`

/**
 * The soonest of what is ahead in a person's courses. An assignment counts until the person, or their group,
 * has submitted it; only for those who submit.
 */
export const findUpcoming = async (
  { db, cache, fileKey }: Pick<Deps, 'db' | 'cache' | 'fileKey'>,
  personId: string,
  now: Date,
): Promise<UpcomingEvent[]> => {
  const places = await askBatched(
    db,
    sql<CourseView & Done & { role: Role }>`
    select ${courseViewColumns}, r.role, ${doneColumns(anyAhead(now))}
    from roster r where r.person_id = ${personId}::uuid`,
  )
  const lists = await cache.rows(contract.courses.upcoming, places, (ids) => findAhead(db, ids, now))
  return places
    .flatMap((place, i) => {
      const isTheirs = (assignmentId: string) => handsIn(place.role) && !isDone(place, assignmentId)
      return (lists[i] ?? []).filter((e) => e.at >= now.getTime() && (!e.assignmentId || isTheirs(e.assignmentId)))
    })
    .sort((a, b) => a.at - b.at || (a.order < b.order ? -1 : 1))
    .slice(0, mostUpcoming)
    .map(({ event, picture }) => (picture ? { ...event, course_image: signedAddress(fileKey, picture, now) } : event))
}

interface InstructorRow extends Name {
  title: string
  role: string
  img?: string
  email: string
}

export interface CourseDetailRow {
  id: string
  name_short: string
  name: string
  code: string
  img: string | null
  picture: Picture | null
  cover: string | null
  tabs: string[] | null
  zone: string
  archived: boolean
  objectives: string[]
  contact_facebook: string | null
  contact_team: string | null
  contact_echo: string | null
  instructors: InstructorRow[]
  roster: { _id: string }[]
}

export const getCourse = async (db: Kysely<DB>, courseId: string): Promise<CourseDetailRow> => {
  const fields = sql`'title', i.title, 'first', p.first, 'last', p.last, 'role', i.role, 'img', p.img, 'email', p.email`
  const { rows } = await sql<CourseDetailRow>`
    select c.id, c.name_short, c.name, c.code, c.img, ${pictureOf}, c.cover, c.tabs, c.zone,
      c.archived_at is not null as archived, c.objectives, c.contact_facebook, c.contact_team,
      c.contact_echo, ${instructors(fields)} as instructors,
      (select coalesce(json_agg(json_build_object('_id', m.person_id) order by m.person_id), '[]') from (
        select r.person_id from roster r join people p on p.id = r.person_id
        where r.course_id = c.id and p.removed_at is null
        order by r.person_id limit ${mostRoster}) m) as roster
    from courses c where c.id = ${courseId}`.execute(db)
  return found(rows[0])
}
