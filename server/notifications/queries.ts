import { type Kysely, sql } from 'kysely'
import { mostActivity } from '../../contract/courses.ts'
import type { ActivityKind } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { mostNotifications, windowDays } from '../../contract/notifications.ts'
import type { MemberGrant } from '../access/rules.ts'
import { type ActivityRow, describeActivity } from '../activity/describe.ts'
import { withPersonalSubject, withSharedSubject } from '../activity/subjects.ts'
import type { CourseView } from '../cache.ts'
import { askBatched } from '../db/batch.ts'
import { courseViewColumns } from '../db/courseView.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/** The most notifications of one course; more in so few days is a mistake. */
const MOST_OF_A_COURSE = 500

interface EventRow extends ActivityRow {
  course_name: string
  id: string
  /** PostgreSQL's text within JSON. */
  created_at: Date | string
}

/** An activity with the title and other data of its subject. */
export interface ActivityEntry extends EventRow, ReturnType<typeof describeActivity> {
  created_at: string
  /** `created_at`, in ms. */
  at: number
  /** The actor, who gets no notification of it. */
  actor_id: string | null
  /** The section that sees the subject; undefined: everyone on the course. */
  section: string | undefined
}

type Sources = Pick<Deps, 'db' | 'cache'>

function activityEntryOf(row: EventRow, actor_id: string | null = null): ActivityEntry {
  const created = new Date(row.created_at)
  const { section } = row.params
  return {
    ...row,
    ...describeActivity(row),
    created_at: created.toISOString(),
    at: created.getTime(),
    actor_id,
    section,
  }
}

/** A course and its reader. */
type Place = CourseView & Pick<MemberGrant, 'section'>

const newestFirst = (a: ActivityEntry, b: ActivityEntry) => b.at - a.at || (a.id < b.id ? 1 : -1)

const since = (now: Date) => new Date(now.getTime() - windowDays * 86_400_000)

/** The columns of activity `a` with its subject, in course `c`. */
const eventColumns = sql`
  c.id as course_id, c.name as course_name, a.id, a.created_at, a.kind, a.subject_id, a.params || a.about as params`

/** The latest activity of each course for everyone on it, or for the reader's section; newest first. */
async function toAll({ db, cache }: Sources, courses: Place[], now: Date) {
  const from = since(now)
  const lists = await cache.rows(contract.notifications.list, courses, async (ids) => {
    const { rows } = await sql<EventRow & { actor_id: string | null }>`
      select ${eventColumns}, a.actor_id
      from courses c cross join lateral (
        select a.*, subject.about from activity a ${withSharedSubject}
        where a.course_id = c.id and a.person_id is null and a.created_at > ${from}
        order by a.created_at desc, a.id desc limit ${MOST_OF_A_COURSE}) a
      where c.id = any(${ids}) order by a.created_at desc, a.id desc`.execute(db)
    return rows.map((row) => activityEntryOf(row, row.actor_id))
  })
  return lists.map((list, i) => {
    const { audience, section } = courses[i] as Place
    const isTheirs = ({ section: sees, params: { told, before } }: ActivityEntry) =>
      audience === 'staff'
        ? before === undefined
        : (sees ?? section) === section && (told ?? section) === section && !before?.includes(section)
    // The cached rows may have become too old.
    return list.filter((h) => h.at > from.getTime() && isTheirs(h))
  })
}

/** The latest activity for the person of roster row `r` alone; newest first. */
const toThemAlone = (from: Date, most: number) => sql`
  select ${eventColumns}
  from (
    select a.*, subject.about from activity a ${withPersonalSubject}
    where a.course_id = r.course_id and a.person_id = r.person_id and a.created_at > ${from}::timestamptz
    order by a.created_at desc, a.id desc limit ${sql.lit(most)}) a
  join courses c on c.id = a.course_id order by a.created_at desc, a.id desc`

/** The latest activity for the person alone in the course; at most `mostActivity`. */
export interface OwnActivity {
  events: EventRow[]
}
export const activityColumns = (now: Date) => sql`
  (select coalesce(json_agg(a), '[]') from (${toThemAlone(since(now), mostActivity)}) a) as events`

/** What no student has to do. */
const ofStaff: ReadonlySet<ActivityKind> = new Set(['regrade_asked', 'grading_assigned'])

/** The latest activity in a course, for everyone or for the person; at most `mostActivity`. */
export async function findActivity(
  sources: Sources,
  course: Place,
  { events }: OwnActivity,
  now: Date,
): Promise<ActivityEntry[]> {
  const [forAll = []] = await toAll(sources, [course], now)
  // In the student view staff read nothing of what they have to do.
  const isTheirs = ({ kind }: EventRow) => course.audience === 'staff' || !ofStaff.has(kind)
  const own = events.filter(isTheirs).map((row) => activityEntryOf(row))
  return [...forAll, ...own].sort(newestFirst).slice(0, mostActivity)
}

interface Theirs {
  courses: Place[]
  /** The time up to which the person has read everything. */
  read_at: Date | null
  /** The other notifications that they have read. */
  readIds: string[]
}

const theirColumns = (personId: string) => sql`
  (select coalesce(json_agg(p), '[]') from (
    select ${courseViewColumns}, r.section from roster r
    where r.person_id = ${personId}::uuid) p) as courses,
  (select read_at from notification_marks where person_id = ${personId}::uuid) as read_at,
  (select coalesce(json_agg(activity_id), '[]') from notification_reads where person_id = ${personId}::uuid) as "readIds"`

interface Notifications {
  /** Newest first. */
  all: ActivityEntry[]
  isUnread(one: ActivityEntry): boolean
}

/** The activity of a person's courses, for everyone or for them alone; not their own. */
export async function findNotifications(sources: Sources, personId: string, now: Date): Promise<Notifications> {
  const [row] = await askBatched(
    sources.db,
    sql<Theirs & { own: EventRow[] }>`
    select ${theirColumns(personId)},
      (select coalesce(json_agg(a), '[]')
        from roster r cross join lateral (${toThemAlone(since(now), mostNotifications)}) a
        where r.person_id = ${personId}::uuid) as own`,
  )
  const theirs = row as Theirs & { own: EventRow[] }
  const forAll = await byOthers(sources, theirs.courses, personId, now)
  return {
    all: [...forAll, ...theirs.own.map((one) => activityEntryOf(one))].sort(newestFirst),
    isUnread: unreadOf(theirs),
  }
}

/** How many are unread. The database counts those for the person alone without reading them. */
export async function countUnread(sources: Sources, personId: string, now: Date): Promise<number> {
  // A mark has milliseconds, and covers its whole millisecond.
  const [row] = await askBatched(
    sources.db,
    sql<Theirs & { own: number }>`
    select ${theirColumns(personId)},
      (select count(*)::int
        from roster r left join notification_marks m on m.person_id = r.person_id
        cross join lateral (
          select from activity a ${withPersonalSubject}
          where a.course_id = r.course_id and a.person_id = r.person_id and a.created_at > ${since(now)}::timestamptz
            and a.created_at >= coalesce(m.read_at + interval '1 millisecond', '-infinity')
            and not exists (select from notification_reads n where n.person_id = r.person_id and n.activity_id = a.id)
          limit ${sql.lit(mostNotifications)}) a
        where r.person_id = ${personId}::uuid) as own`,
  )
  const theirs = row as Theirs & { own: number }
  const forAll = await byOthers(sources, theirs.courses, personId, now)
  return forAll.filter(unreadOf(theirs)).length + theirs.own
}

const unreadOf = ({ read_at, readIds }: Theirs) => {
  const readUntil = read_at?.getTime() ?? Number.NEGATIVE_INFINITY
  const read = new Set(readIds)
  return ({ at, id }: ActivityEntry) => at > readUntil && !read.has(id)
}

/** Other people's activity for everyone, at most so many of each course. */
async function byOthers(sources: Sources, courses: Place[], personId: string, now: Date): Promise<ActivityEntry[]> {
  const lists = await toAll(sources, courses, now)
  return lists.flatMap((list) => list.filter((h) => h.actor_id !== personId).slice(0, mostNotifications))
}

export const markAllRead = (db: Kysely<DB>, personId: string, until: Date) =>
  db
    .insertInto('notification_marks')
    .values({ person_id: personId, read_at: until })
    .onConflict((c) =>
      c.column('person_id').doUpdateSet({ read_at: sql`greatest(notification_marks.read_at, excluded.read_at)` }),
    )
    .execute()

/** Whether the mark is new. */
export async function markRead(db: Kysely<DB>, personId: string, activityId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notification_reads')
    .values({ person_id: personId, activity_id: activityId, read_at: now })
    .onConflict((c) => c.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes marks older than any notification on show. */
export const sweepReads = (db: Kysely<DB>, now: Date) =>
  db.deleteFrom('notification_reads').where('read_at', '<', since(now)).execute()
