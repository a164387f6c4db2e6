import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** More sections than a course has. */
const MOST = 200

/** The sections of students, also of those who have never signed in, in order. */
export async function findSections(db: Kysely<DB>, courseId: string) {
  const { rows } = await sql<{ section: string; students: number }>`
    select section, count(*)::int as students from (
      select section from roster where course_id = ${courseId} and role = 'student' and section <> ''
      union all
      select section from roster_pending where course_id = ${courseId} and role = 'student' and section <> '') p
    group by section order by section limit ${MOST}`.execute(db)
  return rows
}
