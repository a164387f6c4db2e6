import { type Insertable, type Kysely, sql } from 'kysely'
import type { ActivityKind } from '../../contract/endpoint.ts'
import type { Role } from '../access/rules.ts'
import { seed } from '../changes/change.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { ago, ahead, start } from './clock.ts'

/*
 * Rows for tests. Each function makes one thing, with its assumptions as defaults, and returns its id. Callers may set
 * other columns.
 */

type Db = Kysely<DB>
type Columns<T extends keyof DB> = Partial<Insertable<DB[T]>>
export interface Thing {
  id: string
}

export type PersonData = Columns<'people'>

export async function makePerson(db: Db, data: PersonData = {}): Promise<Thing> {
  const id = newId()
  const first = data.first ?? 'Somchai'
  const email = `${first.toLowerCase()}-${id}@example.org`
  await db
    .insertInto('people')
    .values({ id, first, last: 'Jaidee', email, ...data })
    .execute()
  return { id }
}

let courses = 0

export async function makeCourse(db: Db, data: Columns<'courses'> = {}): Promise<Thing> {
  const id = data.id ?? newId()
  courses += 1
  const code = String(2_110_000 + courses)
  const names = { code, name: `Course ${code}`, name_short: `C${code}` }
  const row = { id, academic_year: 2026, semester: 1, ...names, ...data }
  await seed(db, (trx) => trx.insertInto('courses').values(row).execute())
  return { id }
}

/** Sets columns of a course as if they had always been so. */
export const setCourse = (db: Db, { id }: Thing, columns: Columns<'courses'>) =>
  seed(db, (trx) => trx.updateTable('courses').set(columns).where('id', '=', id).execute())

export const removeCourses = (db: Db) => seed(db, (trx) => trx.deleteFrom('courses').execute())

/** Good for a day. */
export async function makeJoinLink(db: Db, course: Thing, data: Columns<'join_links'> = {}) {
  const id = newId()
  const row = { course_id: course.id, id, token: id, created_at: start, expires_at: ahead({ days: 1 }), ...data }
  await seed(db, (trx) => trx.insertInto('join_links').values(row).execute())
  return { id, token: row.token }
}

type RosterData = Omit<Columns<'roster'>, 'role'>

export async function enrol(db: Db, course: Thing, person: Thing, role: Role = 'student', data: RosterData = {}) {
  const row = { course_id: course.id, person_id: person.id, role, ...data }
  await seed(db, (trx) => trx.insertInto('roster').values(row).execute())
}

/** Changes the place of a person: in the course, or in all of theirs. */
export const setPlace = (db: Db, person: Thing, place: Columns<'roster'>, course?: Thing) =>
  seed(db, (trx) =>
    trx
      .updateTable('roster')
      .set(place)
      .where('person_id', '=', person.id)
      .$if(course !== undefined, (q) => q.where('course_id', '=', course?.id ?? ''))
      .execute(),
  )

/** Takes a person off the course, or off all of theirs. */
export const leaveCourse = (db: Db, person: Thing, course?: Thing) =>
  seed(db, (trx) =>
    trx
      .deleteFrom('roster')
      .where('person_id', '=', person.id)
      .$if(course !== undefined, (q) => q.where('course_id', '=', course?.id ?? ''))
      .execute(),
  )

export async function makeAnnouncement(db: Db, course: Thing, data: Columns<'announcements'> = {}): Promise<Thing> {
  const id = newId()
  const words = { title: 'Welcome', content: 'Hello, **everyone**.' }
  const row = { course_id: course.id, id, publish_at: start, created_at: start, ...words, ...data }
  await seed(db, (trx) => trx.insertInto('announcements').values(row).execute())
  return { id }
}

/** A folder, or with an upload a file. */
export async function makeContent(db: Db, course: Thing, data: Columns<'contents'> = {}): Promise<Thing> {
  const id = newId()
  const row = { course_id: course.id, id, name: 'Slides', uploaded_at: start, publish_at: start, ...data }
  await seed(db, (trx) => trx.insertInto('contents').values(row).execute())
  return { id }
}

export async function makeTopic(db: Db, course: Thing, data: Columns<'topics'> = {}): Promise<Thing> {
  const id = newId()
  const created_at = data.created_at ?? start
  const row = { course_id: course.id, id, title: 'Questions', created_at, publish_at: created_at, ...data }
  await seed(db, (trx) => trx.insertInto('topics').values(row).execute())
  return { id }
}

export async function makeLink(db: Db, course: Thing, data: Columns<'links'> = {}): Promise<Thing> {
  const id = newId()
  const row = {
    course_id: course.id,
    id,
    name: 'Reading',
    url: 'https://library.example.org/1',
    publish_at: start,
    ...data,
  }
  await seed(db, (trx) => trx.insertInto('links').values(row).execute())
  return { id }
}

export async function makePlaylist(db: Db, course: Thing, data: Columns<'playlists'> = {}): Promise<Thing> {
  const id = newId()
  const row = { course_id: course.id, id, title: 'Lectures', provider_id: 'PL1', publish_at: start, ...data }
  await seed(db, (trx) => trx.insertInto('playlists').values(row).execute())
  return { id }
}

/** A class of two hours. */
export async function makeSchedule(db: Db, course: Thing, data: Columns<'schedules'> = {}): Promise<Thing> {
  const id = newId()
  const start_at = data.start_at ?? ahead({ days: 1 })
  const end_at = new Date(new Date(start_at).getTime() + 7_200_000)
  const row = { course_id: course.id, id, name: 'Class', start_at, end_at, ...data }
  await seed(db, (trx) => trx.insertInto('schedules').values(row).execute())
  return { id }
}

export async function takeAttendance(
  db: Db,
  course: Thing,
  schedule: Thing,
  person: Thing,
  code: 1 | 2 | 3,
  data: Columns<'attendance'> = {},
) {
  const row = { course_id: course.id, schedule_id: schedule.id, person_id: person.id, code, ...data }
  await seed(db, (trx) => trx.insertInto('attendance').values(row).execute())
}

/**
 * An activity in a course, for everyone on it unless `person_id` is given: about an announcement of that title, unless
 * a subject is given.
 */
export async function makeMessage(db: Db, course: Thing, { title }: { title: string }): Promise<Thing> {
  const id = newId()
  const row = { course_id: course.id, id, title, content: '', sent_at: start }
  await seed(db, (trx) => trx.insertInto('messages').values(row).execute())
  return { id }
}

/** An announcement by default, or for one person a message. */
export async function makeActivity(
  db: Db,
  course: Thing,
  { title = 'Something new', ...data }: Columns<'activity'> & { kind?: ActivityKind; title?: string } = {},
): Promise<Thing & { subject_id: string }> {
  const id = newId()
  const subject_id =
    data.subject_id ?? (await (data.person_id ? makeMessage : makeAnnouncement)(db, course, { title })).id
  const kind = data.person_id ? 'message_sent' : 'announcement_posted'
  const event = { kind, subject_id, created_at: ago({ hours: 1 }) }
  await db
    .insertInto('activity')
    .values({ course_id: course.id, id, ...event, ...data })
    .execute()
  return { id, subject_id }
}

export async function makeMeeting(db: Db, course: Thing, data: Columns<'meetings'> = {}): Promise<Thing> {
  const id = newId()
  const meeting = { title: 'Meeting', host: 'Arthit', start_at: ahead({ days: 1 }), link: 'https://meet.example.org/1' }
  const row = { course_id: course.id, id, publish_at: start, ...meeting, ...data }
  await seed(db, (trx) => trx.insertInto('meetings').values(row).execute())
  return { id }
}

/** By default individual and due tomorrow. */
export async function makeAssignment(db: Db, course: Thing, data: Columns<'assignments'> = {}): Promise<Thing> {
  const id = newId()
  const terms = { name: 'Homework', due_at: ahead({ days: 1 }), score: 10, has_text: true, publish_at: start }
  const row = { course_id: course.id, id, ...terms, ...data }
  await seed(db, (trx) => trx.insertInto('assignments').values(row).execute())
  return { id }
}

/** An exception in an assignment for a person, a group or a section, by column. */
export async function makeException(
  db: Db,
  course: Thing,
  assignment: Thing,
  data: Columns<'exceptions'>,
): Promise<Thing> {
  const id = newId()
  const row = { course_id: course.id, id, assignment_id: assignment.id, updated_at: start, ...data }
  await seed(db, (trx) => trx.insertInto('exceptions').values(row).execute())
  return { id }
}

/** An accommodation of a person. */
export async function accommodate(db: Db, course: Thing, person: Thing, data: Columns<'accommodations'>) {
  const row = { course_id: course.id, person_id: person.id, updated_at: start, ...data }
  await seed(db, (trx) => trx.insertInto('accommodations').values(row).execute())
}

export const changeAssignment = (db: Db, { id }: Thing, data: Columns<'assignments'>) =>
  seed(db, (trx) => trx.updateTable('assignments').set(data).where('id', '=', id).execute())
/** A grouping in which students make groups. */
export async function makeGrouping(db: Db, course: Thing, data: Columns<'groupings'> = {}): Promise<Thing> {
  const id = data.id ?? newId()
  const row = { course_id: course.id, id, name: 'Project groups', publish_at: start, ...data }
  await seed(db, (trx) => trx.insertInto('groupings').values(row).execute())
  return { id }
}

/** A group in a grouping of its own. */
export async function makeGroup(db: Db, course: Thing, members: Thing[]): Promise<Thing & { grouping_id: string }> {
  const id = newId()
  const grouping_id = newId()
  const course_id = course.id
  await makeGrouping(db, course, { id: grouping_id })
  await db.insertInto('groups').values({ course_id, id, grouping_id, name: 'Group 1' }).execute()
  for (const person of members) await enterGroup(db, course, { id, grouping_id }, person)
  return { id, grouping_id }
}

export async function enterGroup(db: Db, course: Thing, group: Thing & { grouping_id: string }, person: Thing) {
  const ids = { course_id: course.id, grouping_id: group.grouping_id, group_id: group.id, person_id: person.id }
  await db.insertInto('group_members').values(ids).execute()
}

/** A first attempt by default. `owner` is a person, or the group of a group assignment. */
export async function submit(
  db: Db,
  course: Thing,
  assignment: Thing,
  owner: Thing,
  { attempt = 1, textbox = 'My answer', answers = {} } = {},
): Promise<Thing> {
  const id = newId()
  const ids = { course_id: course.id, id, assignment_id: assignment.id, owner_id: owner.id }
  const sheet_version = sql<number>`
    (select coalesce(max(version), 0) from sheet_versions where course_id = ${course.id} and assignment_id = ${assignment.id})`
  const response = JSON.stringify({ textbox, ...answers })
  await db
    .insertInto('submissions')
    .values({ ...ids, attempt, submitted_at: start, response, digest: 'x', sheet_version })
    .execute()
  return { id }
}
