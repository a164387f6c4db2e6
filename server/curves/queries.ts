import { sql } from 'kysely'
import { mostRoster } from '../../contract/courses.ts'
import type { Db } from '../db/database.ts'
import { byName } from '../users/name.ts'

/** The students of a course, by name, in the order of the gradebook. */
export async function findStudents(db: Db, courseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from roster r join people p on p.id = r.person_id and p.removed_at is null
    where r.course_id = ${courseId} and r.role = 'student'
    order by ${byName('p')} limit ${mostRoster}`.execute(db)
  return rows.map(({ id }) => id)
}
