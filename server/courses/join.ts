import { type Kysely, sql } from 'kysely'
import { giveTryBack, takeTry } from '../access/rateLimit.ts'
import { seed } from '../changes/change.ts'
import { doBatched, type Work } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import type { LiveEvent } from '../live.ts'
import { rosterChanged } from '../roster/follow.ts'
import { earlierSection, forgetRemoved } from '../roster/places.ts'
import { isRight } from './passwords.ts'

/** How many wrong tries a person has, for all courses or all codes together. */
export const wrongTries = { most: 10, windowMs: 15 * 60_000 }

/**
 * Refuses a wrong password, which costs the person a try. Hashing is slow on purpose, so it begins only when they have
 * a try left. Other people's wrong tries do not count: a person who knows the password gets in. Throws too_many and
 * wrong_password.
 */
async function guess(db: Db, person: string, password: string, hash: string | null, now: Date): Promise<void> {
  await takeTry(db, { key: person, ...wrongTries }, now)
  if (!(await isRight(password, hash ?? noPassword))) throw new Refusal('wrong_password')
  await giveTryBack(db, person)
}

/** Takes as long as a real hash, and no password matches it. */
const noPassword = `scrypt$16384$${'A'.repeat(22)}$${'A'.repeat(43)}`

interface Attempt {
  personId: string
  courseId: string
  password: string
  now: Date
}

/**
 * Puts the person on the course as a student, unless they are on it already. Returns the live events for others; none: it
 * is not new.
 */
export async function join(db: Kysely<DB>, { personId, courseId, password, now }: Attempt): Promise<LiveEvent[]> {
  const course = isId(courseId) ? await findDoor(db, courseId, personId) : undefined
  const { hash, joined, archived_at } = found(course)
  if (joined) return []
  if (archived_at) throw new Refusal('archived')
  await guess(db, `join/person/${personId}`, password, hash, now)
  return doBatched(db, joining, { courseId, personId, now })
}

interface Enrolment {
  courseId: string
  personId: string
  now: Date
}

/** A lecture joins in a few transactions: each of its own would wait for all earlier ones. */
const joining: Work<Enrolment, LiveEvent[]> = {
  alone: (db, one) => seed(db, (trx) => enrolStudent(trx, one)),
  together: (db, all) => seed(db, (trx) => enrolStudents(trx, all)),
}

/**
 * Puts a person on a course as a student, unless they are on it. Returns the live events for others; none: it is not new.
 * Within `seed`.
 */
export const enrolStudent = async (trx: Db, one: Enrolment): Promise<LiveEvent[]> =>
  found((await enrolStudents(trx, [one]))[0])

async function enrolStudents(trx: Db, all: Enrolment[]): Promise<LiveEvent[][]> {
  // In one order, so that two transactions with the same people do not wait for each other in a circle.
  const sorted = all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const { rows } = await sql<{ courseId: string; personId: string }>`
    insert into roster (course_id, person_id, role, section, joined_at)
    select o.course_id, o.person_id, 'student', ${earlierSection}, o.joined_at from unnest(
      ${sorted.map(({ courseId }) => courseId)}::uuid[], ${sorted.map(({ personId }) => personId)}::uuid[],
      ${sorted.map(({ now }) => now)}::timestamptz[]) as o (course_id, person_id, joined_at)
    left join roster_removed x on x.course_id = o.course_id and x.person_id = o.person_id
    on conflict do nothing returning course_id as "courseId", person_id as "personId"`.execute(trx)
  const events = new Map<string, LiveEvent[]>()
  for (const [courseId, theirs] of Map.groupBy(sorted, (one) => one.courseId.toLowerCase())) {
    const people = theirs.map(({ personId }) => personId)
    events.set(courseId, rosterChanged(courseId, await forgetRemoved(trx, courseId, people)))
  }
  const added = new Set(rows.map(nameOf))
  return all.map((one) => (added.has(nameOf(one)) && events.get(one.courseId.toLowerCase())) || [])
}

const nameOf = ({ courseId, personId }: Omit<Enrolment, 'now'>) => `${courseId}/${personId}`.toLowerCase()

const findDoor = (db: Kysely<DB>, courseId: string, personId: string) =>
  db
    .selectFrom('courses as c')
    .select((e) => [
      'c.join_password_hash as hash',
      'c.archived_at',
      e
        .exists(e.selectFrom('roster as r').whereRef('r.course_id', '=', 'c.id').where('r.person_id', '=', personId))
        .as('joined'),
    ])
    .where('c.id', '=', courseId)
    .executeTakeFirst()

interface Registration {
  personId: string
  code: string
  password: string
  now: Date
}

/**
 * Makes the person staff of the course that the code and password invite to, and returns the course and the live events
 * for others. Uses up one use of the invitation, unless the person is staff already. Throws wrong_password for every pair
 * that does not let them in.
 */
export async function register(db: Kysely<DB>, { personId, code, password, now }: Registration) {
  const name = code.toUpperCase()
  const invitation = await db
    .selectFrom('instructor_invitations as i')
    .innerJoin('courses as c', 'c.id', 'i.course_id')
    .select(['i.course_id', 'i.password_hash', 'i.role', 'c.archived_at'])
    .where('i.code', '=', name)
    .executeTakeFirst()
  await guess(db, `register/person/${personId}`, password, invitation?.password_hash ?? null, now)
  const { course_id, role, archived_at } = found(invitation)
  if (archived_at) throw new Refusal('archived')
  const events = await seed(db, async (trx) => {
    // Locked before the roster is read, so that a double press counts once.
    const { rows } = await sql<{ usable: boolean }>`
      select uses_left > 0 and expires_at > ${now} and revoked_at is null as usable
      from instructor_invitations where code = ${name} for update`.execute(trx)
    const { usable } = found(rows[0])
    if (await isStaff(trx, course_id, personId, role)) return []
    if (!usable) throw new Refusal('wrong_password')
    await sql`
      update instructor_invitations set uses_left = uses_left - 1, used_by = used_by || ${personId}::uuid
      where code = ${name}`.execute(trx)
    await sql`
      insert into roster as r (course_id, person_id, role, joined_at, position)
      select ${course_id}, ${personId}, ${role}, ${now}, coalesce(max(position), -1) + 1
      from roster where course_id = ${course_id} and role = 'instructor'
      on conflict (course_id, person_id) do update set role = excluded.role, position = excluded.position`.execute(trx)
    return rosterChanged(course_id, await forgetRemoved(trx, course_id, [personId]))
  })
  return { course_id, events }
}

/** Whether the person has that role in the course, or a higher one. */
const isStaff = async (db: Db, courseId: string, personId: string, role: string): Promise<boolean> =>
  (await db
    .selectFrom('roster')
    .select('role')
    .where('course_id', '=', courseId)
    .where('person_id', '=', personId)
    .where('role', 'in', ['instructor', role])
    .executeTakeFirst()) !== undefined
