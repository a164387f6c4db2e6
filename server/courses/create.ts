import { type Kysely, sql } from 'kysely'
import { courseNameShortMost, type NewCourse } from '../../contract/staff/courses.ts'
import { seed } from '../changes/change.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { addPlaces } from '../roster/places.ts'
import { isVouchedFor } from '../roster/trusted.ts'

interface Creation {
  id: string
  course: NewCourse
  /** In the order in which the course names them. */
  instructorIds: string[]
  /** Addresses in lower case: their owners become instructors when they first sign in. */
  awaited?: string[]
  now: Date
}

/**
 * Makes a course with its instructors alone, which nobody can join yet; once, however often it is called with one id.
 * It is no change, because there is nothing to undo it to. Throws invalid when another course has its number.
 */
export const createCourse = (
  db: Kysely<DB>,
  { id, course, instructorIds, awaited = [], now }: Creation,
): Promise<void> =>
  seed(db, async (trx) => {
    const made = await trx
      .insertInto('courses')
      .values({
        ...{ id, code: course.course_code, section: course.course_section, name: course.course_name },
        name_short: course.course_name_short ?? shortOf(course.course_name),
        ...{ academic_year: course.course_academic_year, semester: course.course_semester, created_at: now },
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) {
      // A repeat at the same moment may meet the number before the id.
      const isRepeat = await trx.selectFrom('courses').select('id').where('id', '=', id).executeTakeFirst()
      if (!isRepeat) throw numberRefusal()
      return
    }
    await addInstructors(trx, { courseId: id, personIds: instructorIds, now })
    const added = awaited.map((email) => ({ email, first: '', last: '', role: 'instructor' as const, section: '' }))
    await addPlaces(trx, { courseId: id, changeId: id, now }, added)
  })

export const addInstructors = (
  trx: Db,
  { courseId, personIds, now }: { courseId: string; personIds: string[]; now: Date },
) =>
  sql`
  insert into roster (course_id, person_id, role, joined_at, position)
  select ${courseId}::uuid, p.id, 'instructor', ${now}::timestamptz, p.place - 1
  from unnest(${personIds}::uuid[]) with ordinality as p (id, place)`.execute(trx)

/** As much of a name as has room, cut between two words if possible. */
export function shortOf(name: string): string {
  if (name.length <= courseNameShortMost) return name
  const cut = name.slice(0, courseNameShortMost).toWellFormed()
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut
}

/** Runs a write of a course's number. Throws invalid when another course has it. */
export async function numberIsFree<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw (error as { constraint?: string }).constraint === 'courses_number' ? numberRefusal() : error
  }
}

const numberRefusal = () => {
  const message = 'is taken: there is a course of this number and section in that semester'
  return new Refusal('invalid', { fields: { course_code: message } })
}

/**
 * The ids of the people with these emails, in their order, and the emails of people who never signed in. An email that
 * the person only claims gives no course. `trusted`: the issuer that vouches for every email.
 */
export async function instructorsOf(db: Kysely<DB>, emails: string[], trusted: string | undefined) {
  const { rows } = await sql<{ id: string | null; email: string }>`
    select asked.email, (
      select p.id from people p
      where lower(p.email) = lower(asked.email) and p.removed_at is null and ${isVouchedFor(trusted)}
      order by p.created_at, p.id limit 1) as id
    from unnest(${emails}::text[]) with ordinality as asked (email, place) order by asked.place`.execute(db)
  const missing = rows.filter(({ id }) => id === null).map(({ email }) => email.toLowerCase())
  return { instructorIds: [...new Set(rows.flatMap(({ id }) => id ?? []))], awaited: [...new Set(missing)] }
}
